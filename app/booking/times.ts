import type { WeekView } from '../../contracts/live.ts'

/** Returns the starts and ends of the week for the lists of the form. */
export function timesOfDay(week: WeekView): { starts: string[]; ends: string[] } {
  const starts = new Set<string>()
  const ends = new Set<string>()
  for (const { slots } of week.days) {
    for (const { from, until, repeated } of slots) {
      if (repeated) continue
      starts.add(from.slice(11))
      ends.add(until.endsWith('T00:00') ? '24:00' : until.slice(11))
    }
  }
  return { starts: [...starts].toSorted(), ends: [...ends].toSorted() }
}
