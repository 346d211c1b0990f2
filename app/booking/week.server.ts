import { LRUCache } from 'lru-cache'
import { type Booking, idOf } from '../../contracts/booking.ts'
import type { Equipment } from '../../contracts/equipment.ts'
import type { WeekDay, WeekSlot, WeekView } from '../../contracts/live.ts'
import { Problem } from '../../contracts/problem.ts'
import type { Space } from '../../contracts/space.ts'
import { type BookingCase, holdsTime, refusalCodes, type TakenTime } from '../../rules/booking/booking.ts'
import { bookableSpan } from '../../rules/booking/opening-hours.ts'
import { addDays, dayOf, minuteOfDay, slotsOfDay, toLocal } from '../../rules/time.ts'
import type { SiteServices } from '../context.ts'
import { memberName } from '../live/member-name.ts'

interface WeekQuery {
  resource: number
  /** One of its seven days, YYYY-MM-DD. */
  day: string
  memberId: number | null
  /** Id of an own booking to move; it does not block any time. */
  moves?: number | undefined
  /** The member's bookings where they are read already, as for several weeks of one answer. */
  own?: Booking[] | undefined
}

/** Returns the bookings of a member of all equipment; none for a visitor. */
export async function ownBookingsOf(
  { connector }: Pick<SiteServices, 'connector'>,
  memberId: number | null,
): Promise<Booking[]> {
  return memberId === null ? nobodys : connector.bookingsOfMember(memberId)
}

/**
 * Reads the week of one piece of equipment and judges it.
 * @throws Problem `notFound` for unknown or hidden equipment
 */
export async function loadWeek(
  services: Pick<SiteServices, 'connector' | 'now'>,
  { resource, day, memberId, moves, own: given }: WeekQuery,
): Promise<WeekView> {
  const { connector, now } = services
  const equipment = await connector.equipmentItem(resource)
  if (!equipment?.visibleForMembers) throw new Problem('notFound')
  const space = await connector.space(equipment.space)
  if (!space) throw new Problem('notFound')
  const at = now()
  const { first, fromDateTime, untilDateTime } = weekRange(day, dayOf(toLocal(at, space.timezone)))
  const [taken, own] = await Promise.all([
    connector.bookings({ resource, fromDateTime, untilDateTime }),
    given ?? ownBookingsOf(services, memberId),
  ])
  return judgedOnce({ first, memberId, moves, now: at }, { equipment, space, taken, own })
}

interface Judging {
  /** First day of the week. */
  first: string
  memberId: number | null
  moves: number | undefined
  now: Date
}

/** What a week is judged from. */
interface WeekRead {
  equipment: Equipment
  space: Space
  taken: Booking[]
  own: Booking[]
}

const nobodys: Booking[] = []

/** The last judged weeks, about 40 kB each. */
const judged = new LRUCache<string, WeekRead & { at: string; week: WeekView }>({ max: 200 })

/**
 * Judges a week once per change. The connector's client gives the same objects while its answers do not change; within
 * one minute the time changes no slot, but on the full minute a slot may still begin.
 */
function judgedOnce(judging: Judging, read: WeekRead): WeekView {
  const { first, memberId, moves, now } = judging
  const key = [read.equipment.id, first, memberId, moves].join(' ')
  const minutes = now.getTime() / 60_000
  const at = `${Math.floor(minutes)} ${Math.ceil(minutes)}`
  const known = judged.get(key)
  const isSame =
    known?.at === at &&
    known.equipment === read.equipment &&
    known.space === read.space &&
    known.taken === read.taken &&
    known.own === read.own
  if (isSame) return known.week
  const week = judgedWeek(judging, read)
  judged.set(key, { ...read, at, week })
  return week
}

function judgedWeek({ first, memberId, moves, now }: Judging, read: WeekRead): WeekView {
  const { equipment, space, taken, own } = read
  const others = own.filter((booking) => !taken.some(({ id }) => id === booking.id))
  const all = [...taken, ...others]
  const moved = all.find(({ id, member }) => id === moves && idOf(member) === memberId) ?? null
  const bookings = all.filter((booking) => booking !== moved)
  return weekView({ day: first, space, equipment, bookings, moved, memberId, now })
}

interface WeekInput {
  /** One of the seven days, YYYY-MM-DD. */
  day: string
  space: Space
  equipment: Equipment
  /** Bookings of the equipment in that week, and the member's own ones. */
  bookings: Booking[]
  /** The own booking to move; not among `bookings`. */
  moved?: Booking | null
  /** The signed-in member, null for a visitor. */
  memberId: number | null
  now: Date
}

const dayMs = 86_400_000

/**
 * Returns the first of the seven days that hold a day, and their range for the connector's filter. Weeks are counted
 * from today, so that no day of the first one is over.
 */
export function weekRange(
  day: string,
  today: string,
): { first: string; fromDateTime: string; untilDateTime: string } {
  const weeks = Math.floor((Date.parse(day) - Date.parse(today)) / (7 * dayMs))
  const first = addDays(today, 7 * weeks)
  return { first, fromDateTime: `${first}T00:00`, untilDateTime: `${addDays(first, 7)}T00:00` }
}

/**
 * Judges the week of one piece of equipment for its grid. Trainings count as present: a missing one is shown once for
 * the equipment, not per slot.
 */
export function weekView({ day, space, equipment, bookings, moved, memberId, now }: WeekInput): WeekView {
  const local = toLocal(now, space.timezone)
  const today = dayOf(local)
  const { first } = weekRange(day, today)
  const last = space.bookingWindowMaxDays === null ? null : addDays(today, space.bookingWindowMaxDays)
  const showsNames = memberId !== null && space.bookingNamesPublic
  const asked: Judged = {
    now,
    space,
    equipment,
    member: { id: memberId ?? 0, state: 'active', trainings: [everyTraining(equipment.id)] },
    existing: bookings
      .filter(({ state }) => holdsTime(state))
      .map((booking) => ({ ...takenTime(booking), who: showsNames ? memberName(booking) : '' })),
  }
  const { opens, closes } = bookableSpan(space)
  const days = Array.from({ length: 7 }, (_, index) => addDays(first, index))
  const next = addDays(first, 7)
  return {
    resource: equipment.id,
    moves: moved?.id ?? null,
    zone: space.timezone,
    slotMinutes: 60 / space.bookingSlotsPerHour,
    today,
    days: days.map((each) => dayView(each, asked, { opens, closes, moved, local })),
    previous: first > today ? addDays(first, -7) : null,
    next: last === null || next <= last ? next : null,
    last,
  }
}

/** The case of all slots; `who` is the name to show, or ''. */
interface Judged extends Omit<BookingCase, 'request' | 'existing'> {
  existing: (TakenTime & { who: string })[]
}

interface Shown {
  opens: number
  closes: number
  moved: Booking | null | undefined
  /** Now, as wall-clock time of the space. */
  local: string
}

function dayView(day: string, asked: Judged, shown: Shown): WeekDay {
  const { opens, closes } = shown
  const { timezone, bookingSlotsPerHour } = asked.space
  const rows = slotsOfDay(day, timezone, 60 / bookingSlotsPerHour).filter(
    ({ from }) => minuteOfDay(from) >= opens && minuteOfDay(from) < closes,
  )
  return {
    day,
    slots: rows.map(({ from, until, repeated }) => slotView({ from, until, repeated }, asked, shown)),
  }
}

function slotView(
  { from, until, repeated }: Pick<WeekSlot, 'from' | 'until' | 'repeated'>,
  asked: Judged,
  { moved, local }: Shown,
): WeekSlot {
  // A running booking may continue, so its own time can be chosen again.
  const isMoved = moved && moved.fromDateTime <= from && until <= moved.untilDateTime
  if (isMoved) return { from, until, state: 'free', codes: [], repeated }
  const codes = refusalCodes({ ...asked, request: { fromDateTime: from, untilDateTime: until } })
  const taken = asked.existing.filter(
    (other) =>
      other.equipment === asked.equipment.id && other.fromDateTime < until && from < other.untilDateTime,
  )
  const own = taken.some(({ member }) => member === asked.member.id)
  // An `overlap` with the member's own booking of other equipment does not make the time taken.
  const state = own ? 'own' : taken.length > 0 ? 'taken' : codes.length > 0 || repeated ? 'refused' : 'free'
  const who = state === 'taken' && taken.find((other) => other.who)?.who
  const [block] = taken
  const span = block && { from: block.fromDateTime, until: block.untilDateTime }
  return {
    from,
    until,
    state,
    codes,
    repeated,
    ...(span && { span }),
    ...(who && { who }),
    ...(until <= local && { over: true }),
  }
}

/** Returns a booking as the rules take it. */
export function takenTime(booking: Booking): TakenTime {
  return {
    equipment: idOf(booking.resource),
    member: idOf(booking.member),
    fromDateTime: booking.fromDateTime,
    untilDateTime: booking.untilDateTime,
    state: booking.state,
  }
}

export const everyTraining = (resource: number) => ({
  resources: [resource],
  fromDate: '0000-01-01',
  untilDate: null,
})
