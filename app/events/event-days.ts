import type { CourseDate } from '../../contracts/course.ts'
import { addDays, type Day, dayOf } from '../../rules/time.ts'

type Span = Pick<CourseDate, 'fromDateTime' | 'untilDateTime'>

/** Returns the days of a date (YYYY-MM-DD), of its sessions when it has several. A night counts as the day on which it begins. */
export function daysOf({ sessions, ...date }: Span & Partial<Pick<CourseDate, 'sessions'>>): Day[] {
  const spans: Span[] = sessions && sessions.length > 1 ? sessions : [date]
  return [...new Set(spans.flatMap(daysOfSpan))]
}

function daysOfSpan({ fromDateTime, untilDateTime }: Span): Day[] {
  const first = dayOf(fromDateTime)
  const end = dayOf(untilDateTime)
  const last = end > first && untilDateTime.slice(11) <= nightEnds ? addDays(end, -1) : end
  const days = [first]
  for (let day = first; day < last;) days.push((day = addDays(day, 1)))
  return days
}

const nightEnds = '06:00'
