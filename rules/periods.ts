import { addDays, type Day } from './time.ts'

/** First and last day, both included. */
export interface Period {
  fromDate: Day
  untilDate: Day
}

/**
 * Returns a period of a membership, counted from its first day: no gap, no overlap. A month that lacks the day of the
 * anchor begins on its last day, and the next one on the anchor's day again.
 * @param index 0 = the first period
 */
export function periodOf(anchor: Day, length: 'month' | 'year', index: number): Period {
  const months = length === 'year' ? 12 : 1
  return {
    fromDate: addMonths(anchor, index * months),
    untilDate: addDays(addMonths(anchor, (index + 1) * months), -1),
  }
}

/**
 * Returns the period that follows `lastDay`, the last day of the one before. The anchor moves only where days were
 * appended to a period: then it is the day after them.
 */
export function periodAfter(anchor: Day, length: 'month' | 'year', lastDay: Day): Period {
  for (let index = 0; ; index++) {
    const period = periodOf(anchor, length, index)
    if (period.untilDate > lastDay) return { ...period, fromDate: addDays(lastDay, 1) }
  }
}

/** Returns the same day so many months later, or the last day of that month where it has no such day. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const count = year * 12 + month - 1 + months
  const first = `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
  return `${first}-${String(Math.min(date, daysOf(first))).padStart(2, '0')}`
}

function daysOf(month: string): number {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).getUTCDate()
}
