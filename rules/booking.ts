import type { LocalTime } from '../contracts/booking.ts'
import type { Equipment } from '../contracts/equipment.ts'
import type { Space } from '../contracts/space.ts'
import { openTimes } from './opening-hours.ts'
import {
  addDays,
  addMinutes,
  type Day,
  dayOf,
  instantOf,
  minuteOfDay,
  minutesBetween,
  toInstant,
  toLocal,
} from './time.ts'

/** What is asked, and all that decides it. */
export interface BookingCase {
  now: Date
  space: Pick<
    Space,
    | 'timezone'
    | 'bookingSlotsPerHour'
    | 'bookingWindowMinHours'
    | 'bookingWindowMaxDays'
    | 'bookingOpeningHours'
    | '_embedded'
  >
  equipment: Pick<
    Equipment,
    'id' | 'state' | 'canBeBooked' | 'visibleForMembers' | 'requiresTraining' | 'exclusiveUsage'
  >
  member: { id: number; state: string; trainings: Training[] }
  /** Bookings of the equipment, and of the member in the space, from the asked start to `lookAheadDays` later. */
  existing: TakenTime[]
  request: { fromDateTime: LocalTime; untilDateTime: LocalTime }
}

interface Training {
  resources: number[]
  fromDate: Day
  /** Last valid day; null = without end. */
  untilDate: Day | null
}

export interface TakenTime {
  resource: number
  member: number | null
  fromDateTime: LocalTime
  untilDateTime: LocalTime
  state: string
}

export type RefusalCode = keyof typeof shape | keyof typeof rules

/** One reason against a booking; `limit` in the unit of its rule. */
export interface Refusal {
  code: RefusalCode
  limit: number | null
  /** The next start at which the same length is possible, null when none is known within `lookAheadDays`. */
  nextPossible: LocalTime | null
}

/** How far the search for the next possible start looks, and so how far `existing` must reach. */
export const lookAheadDays = 7

/** Every reason against a booking, in the order of the tables below; empty = it may be made. */
export function refusals(asked: BookingCase): Refusal[] {
  const found = judge(asked)
  if (found.length === 0) return []
  const nextPossible = nextStart(asked, found)
  return found.map(({ code, limit }) => ({ code, limit, nextPossible }))
}

/** The codes alone: cheap enough to ask for every slot of a week. */
export function refusalCodes(asked: BookingCase): RefusalCode[] {
  return judge(asked).map(({ code }) => code)
}

/** A booking of these states holds its time. */
export function holdsTime(state: string): boolean {
  return state === 'pending' || state === 'confirmed'
}

interface Verdict {
  limit: number | null
  /** From when on this rule alone would agree; null = waiting does not help, or nobody knows. */
  notBefore: Date | null
}

interface Found extends Verdict {
  code: RefusalCode
}

interface Judged extends BookingCase {
  from: Date
  until: Date
}

const no: Verdict = { limit: null, notBefore: null }

// `decisions.md` 34: first the shape; without a slot on the grid no other rule has anything to judge.
const shape = {
  bookingState: ({ equipment, member }) =>
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
  noPermission: ({ equipment, member, request }) => {
    if (!equipment.requiresTraining) return null
    const day = dayOf(request.fromDateTime)
    const valid = member.trainings.some(
      ({ resources, fromDate, untilDate }) =>
        resources.includes(equipment.id) && fromDate <= day && (untilDate === null || day <= untilDate),
    )
    return valid ? null : no
  },

  openingHours: ({ space, from, until }) => {
    const mode = space.bookingOpeningHours
    if (mode !== 'during' && mode !== 'outside') return null
    const open = openTimes(space, from, until)
    if (mode === 'outside') {
      const touched = open.find((time) => time.from < until && from < time.until)
      return touched ? { limit: null, notBefore: touched.until } : null
    }
    if (open.some((time) => time.from <= from && until <= time.until)) return null
    const later = openTimes(space, from, addMinutes(until, lookAheadDays * 24 * 60))
    const length = until.getTime() - from.getTime()
    const next = later.find(
      (time) => time.from > from && time.until.getTime() - time.from.getTime() >= length,
    )
    return { limit: null, notBefore: next?.from ?? null }
  },

  windowMin: ({ space, now, from }) => {
    const hours = space.bookingWindowMinHours ?? 0
    const earliest = addMinutes(now, hours * 60)
    return from >= earliest ? null : { limit: hours, notBefore: earliest }
  },

  windowMax: ({ space, now, request }) => {
    const days = space.bookingWindowMaxDays
    if (days === null) return null
    const last = addDays(dayOf(toLocal(now, space.timezone)), days)
    return dayOf(request.fromDateTime) <= last ? null : { limit: days, notBefore: null }
  },

  overlap: ({ existing, equipment, member, space, request }) => {
    const { fromDateTime, untilDateTime } = request
    const taken = existing.filter(
      (other) =>
        holdsTime(other.state) &&
        (other.resource === equipment.id || (equipment.exclusiveUsage && other.member === member.id)),
    )
    // Wall-clock texts order as their instants do, because a repeated time always means the first of the two.
    if (!taken.some((other) => other.fromDateTime < untilDateTime && fromDateTime < other.untilDateTime))
      return null
    return { limit: null, notBefore: instantOf(endOfRun(taken, fromDateTime, untilDateTime), space.timezone) }
  },
} satisfies Record<string, (asked: Judged) => Verdict | null>

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

/** Moves the start to where every refusing rule would agree, until none refuses. */
function nextStart(asked: BookingCase, found: Found[]): LocalTime | null {
  const { timezone } = asked.space
  const slot = slotMinutes(asked)
  const first = instantOf(asked.request.fromDateTime, timezone)
  const asks = minutesBetween(first, instantOf(asked.request.untilDateTime, timezone))
  const length = Math.ceil(asks / slot) * slot
  if (length <= 0) return null
  const last = addMinutes(first, lookAheadDays * 24 * 60 - length)
  let start: Date | null = null
  let refusing = found
  while (refusing.length > 0) {
    if (refusing.some(({ notBefore }) => notBefore === null)) return null
    const agreed = new Date(Math.max(...refusing.map(({ notBefore }) => Number(notBefore))))
    const next = nextOnGrid(agreed, asked)
    if ((start && next <= start) || next > last) return null
    start = next
    const request = {
      fromDateTime: toLocal(start, timezone),
      untilDateTime: toLocal(addMinutes(start, length), timezone),
    }
    refusing = judge({ ...asked, request })
  }
  return start && toLocal(start, timezone)
}

/** Where the unbroken run of taken times that meets the asked time ends. */
function endOfRun(taken: TakenTime[], from: LocalTime, until: LocalTime): LocalTime {
  let end = from
  for (const other of taken.toSorted((a, b) => (a.fromDateTime < b.fromDateTime ? -1 : 1))) {
    const meets = other.fromDateTime < until && from < other.untilDateTime
    if ((meets || other.fromDateTime <= end) && other.untilDateTime > end) end = other.untilDateTime
  }
  return end
}

function nextOnGrid(instant: Date, asked: BookingCase): Date {
  const slot = slotMinutes(asked)
  const minute = new Date(Math.ceil(instant.getTime() / 60_000) * 60_000)
  const past = minuteOfDay(toLocal(minute, asked.space.timezone)) % slot
  return past === 0 ? minute : addMinutes(minute, slot - past)
}

function slotMinutes({ space }: BookingCase): number {
  return 60 / space.bookingSlotsPerHour
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
