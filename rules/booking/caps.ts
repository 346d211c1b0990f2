import { holdsTime, type BookingCase, type Verdict } from './case.ts'
import {
  addDays,
  addMinutes,
  type Day,
  dayOf,
  dayStart,
  instantOf,
  minutesBetween,
  toLocal,
  weekday,
} from '../time.ts'

/** A range in which a cap counts. */
interface Period {
  from: Date
  until: Date
}

/**
 * Whether a member stays within the minutes that equipment and space allow per local day or ISO week that the booking
 * touches, this booking included. The equipment's cap counts that equipment, the space's cap all of the space.
 */
export function capVerdict(
  asked: BookingCase & { from: Date; until: Date },
  unit: 'day' | 'week',
): Verdict | null {
  const field = unit === 'day' ? 'bookingMaxMinutesPerMemberDay' : 'bookingMaxMinutesPerMemberWeek'
  const { equipment, space, member } = asked
  const own = asked.existing.filter((other) => holdsTime(other.state) && other.member === member.id)
  const caps = [
    { limit: equipment[field], counted: own.filter((other) => other.equipment === equipment.id) },
    { limit: space[field], counted: own },
  ]
  const broken: { limit: number; notBefore: Date }[] = []
  for (const { limit, counted } of caps) {
    if (limit === null) continue
    const stretches = counted.map((other) => ({
      from: instantOf(other.fromDateTime, space.timezone),
      until: instantOf(other.untilDateTime, space.timezone),
    }))
    for (const period of periods(asked, unit)) {
      const left = Math.max(0, limit - minutesWithin(period, stretches))
      // A start so late that only the remainder lies in this period: any earlier start exceeds the cap.
      if (minutesWithin(period, [asked]) > left)
        broken.push({ limit, notBefore: addMinutes(period.until, -left) })
    }
  }
  if (broken.length === 0) return null
  return {
    limit: Math.min(...broken.map(({ limit }) => limit)),
    notBefore: new Date(Math.max(...broken.map(({ notBefore }) => Number(notBefore)))),
  }
}

/** Returns the Monday of a day's week. */
export function mondayOf(day: Day): Day {
  return addDays(day, 1 - weekday(day))
}

/** Returns the local days or ISO weeks that a range touches, each from local midnight to local midnight. */
function periods(
  { from, until, space }: Period & Pick<BookingCase, 'space'>,
  unit: 'day' | 'week',
): Period[] {
  const zone = space.timezone
  const first = dayOf(toLocal(from, zone))
  const length = unit === 'day' ? 1 : 7
  const found: Period[] = []
  let day = unit === 'day' ? first : mondayOf(first)
  while (dayStart(day, zone) < until) {
    found.push({ from: dayStart(day, zone), until: dayStart(addDays(day, length), zone) })
    day = addDays(day, length)
  }
  return found
}

function minutesWithin(period: Period, stretches: Period[]): number {
  return stretches.reduce((sum, { from, until }) => {
    const start = Math.max(Number(from), Number(period.from))
    const end = Math.min(Number(until), Number(period.until))
    return sum + (end > start ? minutesBetween(new Date(start), new Date(end)) : 0)
  }, 0)
}
