import type { CourseDate } from '../../contracts/course.ts'
import { addDays, type Day, dayOf } from '../../rules/time.ts'

/** Returns the days of a date (YYYY-MM-DD). A night counts as the day on which it begins. */
export function daysOf({
  fromDateTime,
  untilDateTime,
}: Pick<CourseDate, 'fromDateTime' | 'untilDateTime'>): Day[] {
  const first = dayOf(fromDateTime)
  const end = dayOf(untilDateTime)
  const last = end > first && untilDateTime.slice(11) <= nightEnds ? addDays(end, -1) : end
  const days = [first]
  for (let day = first; day < last;) days.push((day = addDays(day, 1)))
  return days
}

const nightEnds = '06:00'
