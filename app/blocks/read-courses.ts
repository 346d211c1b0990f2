import type { Course } from '../../contracts/course.ts'
import { toLocal } from '../../rules/time.ts'
import type { SiteServices } from '../context.ts'

/** More of a course than these stand on its own page of dates. */
const mostDates = 6

/**
 * Courses with their next dates. Pages are complete without the backend: dates then are missing, and `/data/courses`
 * brings the seats later.
 */
export async function readCourses({
  backend,
  connector,
  now,
  log,
}: Pick<SiteServices, 'backend' | 'connector' | 'now' | 'log'>): Promise<Course[]> {
  try {
    const [courses, [space]] = await Promise.all([backend.courses(), connector.spaces()])
    const wallClock = toLocal(now(), space?.timezone ?? 'UTC')
    return courses.map((course) => ({
      ...course,
      dates: course.dates.filter(({ untilDateTime }) => untilDateTime > wallClock).slice(0, mostDates),
    }))
  } catch (error) {
    log.warn({ err: error }, 'courses could not be read')
    return []
  }
}
