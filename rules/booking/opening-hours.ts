import type { OpeningHours, Space } from '../../contracts/space.ts'
import { addDays, type Day, dayOf, instantOf, minuteOfDay, toLocal, weekday } from '../time.ts'

/** A range of real time, end not included. */
export interface Stretch {
  from: Date
  until: Date
}

/**
 * Returns when the space is open, in order, from the local day before `from` to the one after `until`;
 * hours that touch (also at midnight) are one range.
 */
export function openTimes(space: Pick<Space, 'timezone' | '_embedded'>, from: Date, until: Date): Stretch[] {
  const last = addDays(dayOf(toLocal(until, space.timezone)), 1)
  const stretches: Stretch[] = []
  for (let day = addDays(dayOf(toLocal(from, space.timezone)), -1); day <= last; day = addDays(day, 1)) {
    stretches.push(...openOn(day, space))
  }
  return joined(stretches.toSorted((a, b) => Number(a.from) - Number(b.from)))
}

/** Minutes of a day. */
interface Span {
  opens: number
  closes: number
}

export const wholeDay: Span = { opens: 0, closes: 24 * 60 }

/** Returns the range from the earliest opening to the latest closing; the whole day without hours. */
export function openingSpan(hours: OpeningHours[]): Span {
  const given = hours.flatMap(({ fromTime, untilTime }) =>
    fromTime === null || untilTime === null
      ? []
      : // `00:00` is the end of the day, as in `stretchOf`.
        [{ opens: minuteOfDay(fromTime), closes: minuteOfDay(untilTime) || wholeDay.closes }],
  )
  if (given.length === 0) return wholeDay
  return {
    opens: Math.min(...given.map(({ opens }) => opens)),
    closes: Math.max(...given.map(({ closes }) => closes)),
  }
}

/** Returns the minutes of a day between which a space can be booked on any day of the week. */
export function bookableSpan(space: Pick<Space, 'bookingOpeningHours' | '_embedded'>): Span {
  return space.bookingOpeningHours === 'during' ? openingSpan(space._embedded.openingHours) : wholeDay
}

function openOn(day: Day, space: Pick<Space, 'timezone' | '_embedded'>): Stretch[] {
  return space._embedded.openingHours
    .filter((hours) => hours.dayOfWeek === weekday(day))
    .flatMap((hours) => stretchOf(day, hours, space.timezone))
}

function stretchOf(day: Day, { fromTime, untilTime }: OpeningHours, zone: string): Stretch[] {
  if (fromTime === null || untilTime === null) return []
  // B14: `24:00` and `00:00` both mean the end of the day.
  const end = minuteOfDay(untilTime) === 0 ? '24:00' : untilTime
  const stretch = { from: instantOf(`${day}T${fromTime}`, zone), until: instantOf(`${day}T${end}`, zone) }
  return stretch.from < stretch.until ? [stretch] : []
}

function joined(sorted: Stretch[]): Stretch[] {
  const result: Stretch[] = []
  for (const stretch of sorted) {
    const before = result.at(-1)
    if (before && stretch.from <= before.until) {
      before.until = new Date(Math.max(Number(before.until), Number(stretch.until)))
    } else {
      result.push({ ...stretch })
    }
  }
  return result
}

/** Whether it is a holiday, or outside opening hours where bookings are limited to them. */
export function isClosedAt(
  space: Pick<Space, 'timezone' | 'bookingOpeningHours' | '_embedded'>,
  now: Date,
): boolean {
  const local = toLocal(now, space.timezone)
  const isHoliday = (space._embedded.holidays ?? []).some(
    ({ fromDateTime, untilDateTime }) => fromDateTime <= local && local < untilDateTime,
  )
  if (isHoliday) return true
  if (space.bookingOpeningHours !== 'during') return false
  return !openTimes(space, now, now).some(({ from, until }) => from <= now && now < until)
}
