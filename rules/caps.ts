import type { LocalTime } from '../contracts/booking.ts'
import { addDays, type Day, dayOf, dayStart, instantOf, isoWeek, minutesBetween } from './time.ts'

/** A time on the wall clock. */
interface Stretch {
  fromDateTime: LocalTime
  untilDateTime: LocalTime
}

/** Real minutes of a time per local day that it touches, split at local midnight (`product.md` section 8). */
export function minutesPerDay({ fromDateTime, untilDateTime }: Stretch, zone: string): Map<Day, number> {
  const [from, until] = [instantOf(fromDateTime, zone), instantOf(untilDateTime, zone)]
  const minutes = new Map<Day, number>()
  for (let day = dayOf(fromDateTime); ; day = addDays(day, 1)) {
    const [begins, ends] = [dayStart(day, zone), dayStart(addDays(day, 1), zone)]
    const part = minutesBetween(begins < from ? from : begins, ends < until ? ends : until)
    if (part > 0) minutes.set(day, part)
    if (ends >= until) return minutes
  }
}

/** The same per ISO week, `2026-W53`. */
export function minutesPerWeek(stretch: Stretch, zone: string): Map<string, number> {
  const minutes = new Map<string, number>()
  for (const [day, part] of minutesPerDay(stretch, zone)) {
    const week = isoWeek(day)
    minutes.set(week, (minutes.get(week) ?? 0) + part)
  }
  return minutes
}

interface Capped {
  /** What is asked, and what counts beside it. */
  asked: Stretch
  others: Stretch[]
  zone: string
  /** Minutes at most; null = no limit. */
  cap: number | null
}

/** Whether a day or a week of the asked time would hold more than the cap. */
export function passesCap({ asked, others, zone, cap }: Capped, per: typeof minutesPerDay): boolean {
  if (cap === null) return false
  const sums = per(asked, zone)
  for (const other of others) {
    for (const [key, minutes] of per(other, zone)) {
      const sum = sums.get(key)
      if (sum !== undefined) sums.set(key, sum + minutes)
    }
  }
  return [...sums.values()].some((minutes) => minutes > cap)
}
