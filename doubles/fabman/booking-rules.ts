import {
  addDays,
  dayOf,
  exists,
  minuteOfDay,
  minutesBetween,
  wallClockAt,
  weekday,
  weekOf,
} from './wall-clock.ts'
import type { Account, Fields, Row } from './account.ts'
import { Refused } from './paging.ts'
import { balanceOf, cents, isValidOn, permissionsOf, priceOf } from './money.ts'

export interface Asked {
  /** The booking that is changed, which does not conflict with itself; null for a new one. */
  id: number | null
  resource: Row
  space: Row
  member: Row | null
  from: string
  until: string
  now: Date
}

const refuse = (tag: string, message: string, details: Fields = {}): Refused =>
  new Refused(422, message, { [tag]: details })

/** Rules for every key. @throws Refused 422 with `data: {<tag>: …}` */
export function checkAlways(account: Account, { id, resource, member, from, until, space }: Asked): void {
  if (resource['state'] !== 'active' || resource['canBeBooked'] !== true) {
    throw refuse('inactive', 'The equipment cannot be booked')
  }
  const zone = String(space['timezone'])
  if (!exists(from, zone) || !exists(until, zone) || from >= until) {
    throw refuse('invalidTime', 'The booking must end after it starts')
  }
  for (const other of account.rows('bookings')) {
    const holds = other['state'] !== 'cancelled' && other.id !== id
    if (!holds || String(other['fromDateTime']) >= until || String(other['untilDateTime']) <= from) continue
    if (other['resource'] === resource.id) {
      throw refuse('booking', 'The equipment is already booked at that time', { id: other.id })
    }
    if (member && resource['exclusiveUsage'] === true && other['member'] === member.id) {
      throw refuse('exclusiveResource', 'The member has another booking at that time', { id: other.id })
    }
  }
}

/** Rules that bind members and not administrators. */
export function checkMember(account: Account, asked: Asked): void {
  for (const rule of [memberMay, timeFits, fewEnough, isPaidFor]) rule(account, asked)
}

function memberMay(account: Account, { member, resource, from }: Asked): void {
  if (!member) return
  if (member['state'] !== 'active') throw refuse('memberInactive', 'The member is not active')
  if (permissionsOf(account, member, resource, dayOf(from)).length === 0)
    throw refuse('noPackage', 'The member has no package that allows this booking')
  if (resource['requiresTraining'] !== true) return
  const isTrained = account
    .rows('memberTrainings')
    .filter((row) => isValidOn(dayOf(from), row, member))
    .some(({ trainingCourse }) => {
      const course = account.tables.trainingCourses.get(Number(trainingCourse))
      return (course?.['resources'] as number[] | undefined)?.includes(resource.id)
    })
  // A real answer had this sentence in place of an object.
  if (!isTrained) throw new Refused(422, 'Booking failed', 'The member has no permission for this equipment')
}

function timeFits(account: Account, { space, resource, from, until, now }: Asked): void {
  const zone = String(space['timezone'])
  const slot = 60 / Number(space['bookingSlotsPerHour'])
  if (minuteOfDay(from) % slot !== 0 || minuteOfDay(until) % slot !== 0) {
    throw refuse('slots', `Bookings start and end every ${slot} minutes`)
  }
  const noticeMs = Number(space['bookingWindowMinHours'] ?? 0) * 60 * 60_000
  const earliest = wallClockAt(now.getTime() + noticeMs, zone)
  if (from < earliest) throw refuse('bookingWindowMinHours', 'The booking starts too soon')
  const days = space['bookingWindowMaxDays']
  if (days !== null && dayOf(from) > addDays(dayOf(wallClockAt(now.getTime(), zone)), Number(days))) {
    throw refuse('bookingWindowMaxDays', 'The booking is too far in the future')
  }
  const closed = account
    .rows('holidays')
    .find(
      (holiday) =>
        holiday['space'] === resource['space'] &&
        String(holiday['fromDateTime']) < until &&
        from < String(holiday['untilDateTime']),
    )
  if (closed) throw refuse('holiday', 'The space is closed', { title: closed['title'] })
  if (space['bookingOpeningHours'] === null) return
  const isDuring = (account.openingHours.get(space.id) ?? []).some(
    ({ dayOfWeek, fromTime, untilTime }) =>
      dayOfWeek === weekday(dayOf(from)) &&
      String(fromTime) <= from.slice(11) &&
      (dayOf(until) === dayOf(from) ? until.slice(11) : '24:00') <= String(untilTime),
  )
  if (isDuring !== (space['bookingOpeningHours'] === 'during')) {
    throw refuse('openingHours', 'Bookings are not possible at that time')
  }
}

function fewEnough(account: Account, { id, member, resource, space, from, until }: Asked): void {
  if (!member) return
  const zone = String(space['timezone'])
  const sameDay = (other: string) => dayOf(other) === dayOf(from)
  const sameWeek = (other: string) => weekOf(dayOf(other)) === weekOf(dayOf(from))
  const minutes = (start: unknown, end: unknown) => minutesBetween(String(start), String(end), zone)
  for (const [name, counts] of [
    ['bookingMaxMinutesPerMemberDay', sameDay],
    ['bookingMaxMinutesPerMemberWeek', sameWeek],
  ] as const) {
    const ofResource = resource[name]
    const most = ofResource ?? space[name]
    if (most === null) continue
    const booked = account
      .rows('bookings')
      .filter(
        (other) =>
          other.id !== id &&
          other['state'] !== 'cancelled' &&
          other['member'] === member.id &&
          (ofResource === null || other['resource'] === resource.id) &&
          counts(String(other['fromDateTime'])),
      )
      .reduce((sum, other) => sum + minutes(other['fromDateTime'], other['untilDateTime']), 0)
    if (booked + minutes(from, until) > Number(most)) {
      throw refuse(name, 'The member has booked as much as is allowed', { limit: most })
    }
  }
}

/** The prepaid balance must cover the price; credits do not count (help.fabman.io, 73). */
function isPaidFor(account: Account, { id, member, resource, from, until }: Asked): void {
  if (member?.['requireUpfrontPayment'] !== true) return
  const booking = { member: member.id, fromDateTime: from, untilDateTime: until }
  const left = balanceOf(account, member, id) - cents(member['upfrontMinimumBalance'])
  const price = priceOf(account, booking, resource)
  if (price > 0 && price > left) throw refuse('prepaidBalance', 'The balance of the member is too low')
}
