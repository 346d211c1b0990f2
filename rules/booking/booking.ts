import type { LocalTime } from '../../contracts/booking.ts'
import {
  type Account,
  type BookingCase,
  holdsTime,
  slotMinutes,
  type TakenTime,
  type Verdict,
} from './case.ts'
import { capVerdict, mondayOf } from './caps.ts'
import { toDecimal } from '../money.ts'
import { lookAheadDays, nextOnGrid, nextStart } from './next-start.ts'
import { openTimes } from './opening-hours.ts'
import { bookingPrice, packagesOn, type Split, splitPrice } from './price.ts'
import {
  addDays,
  addMinutes,
  type Day,
  dayOf,
  dayStart,
  instantOf,
  minuteOfDay,
  minutesBetween,
  toInstant,
  toLocal,
} from '../time.ts'

export { holdsTime }
export type { Account, BookingCase, TakenTime }

export type RefusalCode = keyof typeof shape | keyof typeof rules

/** One refusal of a booking; `limit` in the unit of its rule. */
export interface Refusal {
  code: RefusalCode
  limit: number | null
  /** The next start at which the same length is possible, null when none is known within `lookAheadDays`. */
  nextPossible: LocalTime | null
}

/** Returns every refusal of a booking, in the order of the tables below; empty = it is allowed. */
export function refusals(asked: BookingCase): Refusal[] {
  const found = judge(asked)
  if (found.length === 0) return []
  const nextPossible = nextStart(asked, found, judge)
  return found.map(({ code, limit }) => ({ code, limit, nextPossible }))
}

/** Returns the codes alone: cheap enough for every slot of a week. */
export function refusalCodes(asked: BookingCase): RefusalCode[] {
  return judge(asked).map(({ code }) => code)
}

/**
 * Returns the range in which existing bookings matter to a request: whole weeks for the caps, and as far ahead as the
 * search for the next possible start looks. Wall-clock time of the space.
 */
export function rangeOf(request: BookingCase['request']): { from: LocalTime; until: LocalTime } {
  const day = dayOf(request.fromDateTime)
  return {
    from: `${mondayOf(day)}T00:00`,
    until: `${addDays(mondayOf(addDays(day, lookAheadDays + 2)), 7)}T00:00`,
  }
}

/** Returns what a request costs and how it is paid. @throws RangeError for times that the shape rules refuse */
export function priceOf(asked: BookingCase): Split & { minutes: number; priceCents: number } {
  const [from, until] = [instantOfStart(asked), instantOfEnd(asked)]
  if (!from || !until || until <= from) throw new RangeError('priceOf: no stretch of time')
  const minutes = minutesBetween(from, until)
  const day = dayOf(asked.request.fromDateTime)
  const priceCents = bookingPrice(asked.equipment, minutes, packagesOn(asked.member.packages ?? [], day))
  return { minutes, priceCents, ...splitPrice(priceCents, asked.member.account?.credits ?? [], day) }
}

/** The part of a case that decides about a day, whatever the times and trainings. */
interface Standing extends Pick<BookingCase, 'equipment' | 'space' | 'request'> {
  member: Omit<BookingCase['member'], 'trainings'>
}

/** Returns what keeps a member from booking equipment on a day, whatever is free then, apart from trainings. */
export function missingOn(day: Day, asked: Omit<Standing, 'request'>): (keyof typeof standing)[] {
  const request = { fromDateTime: `${day}T00:00`, untilDateTime: `${day}T00:00` }
  return verdicts(standing, { ...asked, request }).map(({ code }) => code as keyof typeof standing)
}

interface Found extends Verdict {
  code: RefusalCode
}

interface Judged extends BookingCase {
  from: Date
  until: Date
}

const no: Verdict = { limit: null, notBefore: null }

// B1: shape first; without a slot on the grid no other rule has anything to judge.
const shape = {
  bookingState: ({ equipment, member }: Standing) =>
    equipment.canBeBooked &&
    equipment.visibleForMembers &&
    equipment.state === 'active' &&
    member.state === 'active'
      ? null
      : no,

  slotGrid: (asked) => {
    const slot = slotMinutes(asked)
    const [from, until] = [instantOfStart(asked), instantOfEnd(asked)]
    if (
      from &&
      until &&
      onGrid(asked.request.fromDateTime, slot) &&
      onGrid(asked.request.untilDateTime, slot)
    ) {
      const minutes = minutesBetween(from, until)
      if (minutes >= slot && minutes <= 24 * 60) return null
    }
    return {
      limit: slot,
      notBefore: nextOnGrid(instantOf(asked.request.fromDateTime, asked.space.timezone), asked),
    }
  },
} satisfies Record<string, (asked: BookingCase) => Verdict | null>

const rules = {
  noPackage: (asked: Standing) => {
    const { packages } = asked.member
    if (!packages) return null
    return validOn(
      packages.filter(({ coversEquipment, allowsBooking }) => coversEquipment && allowsBooking),
      asked,
    )
  },

  noPermission: (asked) => {
    const { equipment, member } = asked
    if (!equipment.requiresTraining) return null
    return validOn(
      member.trainings.filter(({ resources }) => resources.includes(equipment.id)),
      asked,
    )
  },

  openingHours: ({ space, from, until }) => {
    const mode = space.bookingOpeningHours
    if (mode !== 'during' && mode !== 'outside') return null
    const open = openTimes(space, from, until)
    if (mode === 'outside') {
      const overlapped = open.find((time) => time.from < until && from < time.until)
      return overlapped ? { limit: null, notBefore: overlapped.until } : null
    }
    if (open.some((time) => time.from <= from && until <= time.until)) return null
    const later = openTimes(space, from, addMinutes(until, lookAheadDays * 24 * 60))
    const length = until.getTime() - from.getTime()
    const next = later.find(
      (time) => time.from > from && time.until.getTime() - time.from.getTime() >= length,
    )
    return { limit: null, notBefore: next?.from ?? null }
  },

  holiday: ({ space, from, until }) => {
    const overlapped = (space._embedded.holidays ?? [])
      .map((holiday) => ({
        from: instantOf(holiday.fromDateTime, space.timezone),
        until: instantOf(holiday.untilDateTime, space.timezone),
      }))
      .filter((holiday) => holiday.from < until && from < holiday.until)
    if (overlapped.length === 0) return null
    return {
      limit: null,
      notBefore: new Date(Math.max(...overlapped.map((holiday) => Number(holiday.until)))),
    }
  },

  windowMin: ({ space, now, from, until, request, changed }) => {
    const hours = space.bookingWindowMinHours ?? 0
    // An unchanged start needs no notice: a running booking can be extended.
    if (changed && changed.fromDateTime === request.fromDateTime && until > now) return null
    const earliest = addMinutes(now, hours * 60)
    return from >= earliest ? null : { limit: hours, notBefore: earliest }
  },

  windowMax: ({ space, now, request }) => {
    const days = space.bookingWindowMaxDays
    if (days === null) return null
    const last = addDays(dayOf(toLocal(now, space.timezone)), days)
    return dayOf(request.fromDateTime) <= last ? null : { limit: days, notBefore: null }
  },

  lockIn: ({ space, now, from, until, changed }) => {
    const hours = space.bookingLockInHours
    if (!changed || hours === null) return null
    const old = {
      from: instantOf(changed.fromDateTime, space.timezone),
      until: instantOf(changed.untilDateTime, space.timezone),
    }
    // It is too late to give time back free of charge, so the booking may only become longer.
    if (now <= addMinutes(old.from, -hours * 60) || (from <= old.from && old.until <= until)) return null
    return { limit: hours, notBefore: null }
  },

  memberDay: (asked) => capVerdict(asked, 'day'),

  memberWeek: (asked) => capVerdict(asked, 'week'),

  overlap: ({ existing, equipment, member, space, request }) => {
    const { fromDateTime, untilDateTime } = request
    const taken = existing.filter(
      (other) =>
        holdsTime(other.state) &&
        (other.equipment === equipment.id || (equipment.exclusiveUsage && other.member === member.id)),
    )
    // Wall-clock texts sort like their instants, because a repeated time always means the first of the two.
    if (!taken.some((other) => other.fromDateTime < untilDateTime && fromDateTime < other.untilDateTime))
      return null
    return { limit: null, notBefore: instantOf(endOfRun(taken, fromDateTime, untilDateTime), space.timezone) }
  },

  prepaidBalance: (asked) => {
    const { account } = asked.member
    if (!account?.requireUpfrontPayment) return null
    const available = account.balanceCents - account.upfrontMinimumBalanceCents
    const { moneyCents } = priceOf(asked)
    if (moneyCents === 0 || moneyCents <= available) return null
    return { limit: Number(toDecimal(Math.max(0, available))), notBefore: null }
  },
} satisfies Record<string, (asked: Judged) => Verdict | null>

const standing = {
  bookingState: shape.bookingState,
  noPackage: rules.noPackage,
}

function judge(asked: BookingCase): Found[] {
  const shaped = verdicts(shape, asked)
  if (shaped.some(({ code }) => code === 'slotGrid')) return shaped
  const [from, until] = [instantOfStart(asked) as Date, instantOfEnd(asked) as Date]
  return [...shaped, ...verdicts(rules, { ...asked, from, until })]
}

function verdicts<Asked>(
  table: Partial<Record<RefusalCode, (asked: Asked) => Verdict | null>>,
  asked: Asked,
): Found[] {
  return Object.entries(table).flatMap(([code, rule]) => {
    const verdict = rule(asked)
    return verdict ? [{ code: code as RefusalCode, ...verdict }] : []
  })
}

/** Whether one is valid on the local start day, last day included; else the day from which the next one is. */
function validOn(
  owned: { fromDate: Day; untilDate: Day | null }[],
  { request, space }: Standing,
): Verdict | null {
  const day = dayOf(request.fromDateTime)
  if (owned.some(({ fromDate, untilDate }) => fromDate <= day && (untilDate === null || day <= untilDate)))
    return null
  const later = owned.map(({ fromDate }) => fromDate).filter((fromDate) => fromDate > day)
  if (later.length === 0) return no
  return { limit: null, notBefore: dayStart(later.toSorted()[0] as Day, space.timezone) }
}

/** Returns the end of the unbroken run of taken times that meets the asked time. */
function endOfRun(taken: TakenTime[], from: LocalTime, until: LocalTime): LocalTime {
  let end = from
  for (const other of taken.toSorted((a, b) => (a.fromDateTime < b.fromDateTime ? -1 : 1))) {
    const meets = other.fromDateTime < until && from < other.untilDateTime
    if ((meets || other.fromDateTime <= end) && other.untilDateTime > end) end = other.untilDateTime
  }
  return end
}

function onGrid(local: LocalTime, slot: number): boolean {
  return minuteOfDay(local) % slot === 0
}

function instantOfStart({ request, space }: BookingCase): Date | null {
  return toInstant(request.fromDateTime, space.timezone)
}

function instantOfEnd({ request, space }: BookingCase): Date | null {
  return toInstant(request.untilDateTime, space.timezone)
}
