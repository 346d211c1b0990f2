import { addDays, type Day, weekday } from '../../rules/time.ts'

/** Returns the weeks of a month, Monday to Sunday; null for days of other months. @param month YYYY-MM */
export function monthWeeks(month: string): (Day | null)[][] {
  const first = `${month}-01`
  const weeks: (Day | null)[][] = []
  for (
    let monday = addDays(first, 1 - weekday(first));
    monday.slice(0, 7) <= month;
    monday = addDays(monday, 7)
  ) {
    const week = Array.from({ length: 7 }, (_, index) => addDays(monday, index))
    weeks.push(week.map((day) => (day.startsWith(month) ? day : null)))
  }
  return weeks
}

/** Adds months; `count` may be negative. */
export function addMonths(month: string, count: number): string {
  const all = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count
  return `${Math.floor(all / 12)}-${String((all % 12) + 1).padStart(2, '0')}`
}
