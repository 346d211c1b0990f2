import type { Course, CourseDate, MemberCourse } from '../../contracts/course.ts'

/** A seat of the member with its course and date; null where they are not among the loaded courses. */
interface Seat {
  seat: MemberCourse
  course: Course | null
  date: CourseDate | null
}

/** Joins the seats of the member with their courses, the latest date first; seats of unknown dates last. */
export function seatsOf(memberCourses: MemberCourse[], courses: Course[]): Seat[] {
  const seats = memberCourses.map((seat) => {
    const course = courses.find(({ id }) => id === seat.course_id) ?? null
    return { seat, course, date: course?.dates.find(({ id }) => id === seat.date_id) ?? null }
  })
  const startOf = ({ date }: Seat) => date?.fromDateTime ?? ''
  return seats.toSorted((one, other) => startOf(other).localeCompare(startOf(one)))
}
