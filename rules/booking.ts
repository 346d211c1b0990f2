import type { LocalTime } from '../contracts/booking.ts'
import { type BookingCase, holdsTime, slotMinutes, type TakenTime, type Verdict } from './booking-case.ts'
import { lookAheadDays, nextOnGrid, nextStart } from './next-start.ts'
import { openTimes } from './opening-hours.ts'
import {
  addDays,
  addMinutes,
  dayOf,
  instantOf,
  minuteOfDay,
  minutesBetween,
  toInstant,
  toLocal,
} from './time.ts'

export { holdsTime }
export type { BookingCase, TakenTime }

export type RefusalCode = keyof typeof shape | keyof typeof rules

/** One reason against a booking; `limit` in the unit of its rule. */
export interface Refusal {
  code: RefusalCode
  limit: number | null
  /** The next start at which the same length is possible, null when none is known within `lookAheadDays`. */
  nextPossible: LocalTime | null
}

/** Every reason against a booking, in the order of the tables below; empty = it may be made. */
export function refusals(asked: BookingCase): Refusal[] {
  const found = judge(asked)
  if (found.length === 0) return []
  const nextPossible = nextStart(asked, found, judge)
  return found.map(({ code, limit }) => ({ code, limit, nextPossible }))
}

/** The codes alone: cheap enough to ask for every slot of a week. */
export function refusalCodes(asked: BookingCase): RefusalCode[] {
  return judge(asked).map(({ code }) => code)
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

/** Where the unbroken run of taken times that meets the asked time ends. */
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
