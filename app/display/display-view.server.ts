import { type Booking, idOf } from '../../contracts/booking.ts'
import type { Course } from '../../contracts/course.ts'
import type { Equipment } from '../../contracts/equipment.ts'
import type { Space } from '../../contracts/space.ts'
import { holdsTime } from '../../rules/booking/booking.ts'
import { isClosedAt, openingSpan, openTimes } from '../../rules/booking/opening-hours.ts'
import { addDays, addMinutes, type Day, dayOf, minuteOfDay, toLocal, weekday } from '../../rules/time.ts'
import { memberName } from '../live/member-name.ts'
import { liveState } from '../live/live-state.ts'
import { timesText } from '../events/event-words.ts'
import { clockTime, longDay } from '../i18n/format.ts'
import type { Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'

/** The content of the wall display: texts are ready, minutes count from `opens`. */
export interface DisplayView {
  spaceName: string
  day: string
  time: string
  /** Length of the strip in minutes. */
  length: number
  /** Full hours on the strip. */
  hours: { at: number; label: string }[]
  now: number | null
  equipment: DisplayEquipment[]
  /** Courses that run today and are not over: "18:00 bis 20:00 Uhr". */
  courses: { id: number; time: string; title: string }[]
  /** While it is closed and nothing is booked. */
  closed: ClosedView | null
  /** The next bookings of today; `who` is '' where members are not named. */
  next: { id: number; time: string; name: string; who: string }[]
}

export interface ClosedView {
  /** When the space opens; null where it stays closed for a week. */
  opens: { day: string; time: string } | null
  /** The courses of that day. */
  courses: DisplayView['courses']
  /** Names of machines that run over night, such as a printer. */
  running: string[]
}

export interface DisplayEquipment {
  id: number
  name: string
  state: ReturnType<typeof liveState> | 'closed'
  /** "frei bis 14:30 Uhr", "belegt bis 16:00 Uhr, Mia K.", "geschlossen" */
  status: string
  taken: { from: number; until: number }[]
}

interface DisplayInput {
  space: Space
  equipment: Equipment[]
  /** Bookings that overlap today. */
  bookings: Booking[]
  /** Names of equipment in the language, by id. */
  names: ReadonlyMap<number, string>
  courses: Course[]
  now: Date
  locale: Locale
  /** The display was opened with its secret link. */
  showsNames: boolean
}

/**
 * Returns today's equipment and bookings of a space. Members are named only on a display that was opened with
 * its secret link, where the space makes names public (P9).
 */
export function displayView(input: DisplayInput): DisplayView {
  const { space, equipment, bookings, names, now, locale } = input
  const local = toLocal(now, space.timezone)
  const today = dayOf(local)
  const [opens, closes] = hoursOf(space, today)
  const minute = minutesOn(today, local) - opens
  const length = closes - opens
  const shown = equipment.filter((each) => each.visibleForMembers && each.space === space.id)
  const nameOf = (each: Equipment) => names.get(each.id) ?? each.displayTitle ?? each.name
  const rows = shown.map((each) => {
    const own = bookings.filter(({ resource, state }) => idOf(resource) === each.id && holdsTime(state))
    const taken = own.map((booking) => ({
      from: Math.max(0, minutesOn(today, booking.fromDateTime) - opens),
      until: Math.min(length, minutesOn(today, booking.untilDateTime) - opens),
    }))
    return {
      id: each.id,
      name: nameOf(each),
      ...statusOf(each, own, input),
      taken: taken.filter(({ from, until }) => from < until),
    }
  })
  const isQuiet = isClosedAt(space, now) && !rows.some(({ state }) => state === 'booked')
  const running = rows.filter(({ state }) => state === 'inUse').map(({ name }) => name)
  return {
    spaceName: space.name,
    day: longDay(today, locale),
    time: clockTime(local),
    length,
    hours: fullHours(opens, closes),
    now: minute >= 0 && minute <= length ? minute : null,
    equipment: rows,
    courses: coursesOn(today, input, local),
    closed: isQuiet ? { ...nextOpening(input, local), running } : null,
    next: nextBookings(input, local, new Map(shown.map((each) => [each.id, nameOf(each)]))),
  }
}

/** Rows that a display has room for. */
const mostRows = 3

/** Returns the courses of a day that are not over. */
function coursesOn(day: Day, { courses, locale }: DisplayInput, local: string): DisplayView['courses'] {
  return courses
    .flatMap(({ title, dates }) => dates.map((date) => ({ ...date, title: title[locale] })))
    .filter(({ fromDateTime, untilDateTime }) => dayOf(fromDateTime) <= day && day <= dayOf(untilDateTime))
    .filter(({ untilDateTime }) => local < untilDateTime)
    .toSorted((one, other) => (one.fromDateTime < other.fromDateTime ? -1 : 1))
    .slice(0, mostRows)
    .map((date) => ({ id: date.id, time: timesText(date, locale), title: date.title }))
}

const lookAheadMinutes = 8 * 24 * 60

function nextOpening(input: DisplayInput, local: string): Omit<ClosedView, 'running'> {
  const { space, now, locale } = input
  const next = openTimes(space, now, addMinutes(now, lookAheadMinutes)).find(
    ({ from }) => from > now && !isClosedAt(space, from),
  )
  if (!next) return { opens: null, courses: [] }
  const opens = toLocal(next.from, space.timezone)
  return {
    opens: {
      day: longDay(opens, locale),
      time: translate(locale, 'display_hour', { time: clockTime(opens) }),
    },
    courses: coursesOn(dayOf(opens), input, local),
  }
}

function nextBookings(
  { bookings, space, showsNames }: DisplayInput,
  local: string,
  shown: ReadonlyMap<number, string>,
): DisplayView['next'] {
  return bookings
    .filter(({ fromDateTime, state }) => holdsTime(state) && local < fromDateTime)
    .filter(({ fromDateTime }) => dayOf(fromDateTime) === dayOf(local))
    .toSorted((one, other) => (one.fromDateTime < other.fromDateTime ? -1 : 1))
    .flatMap((booking) => {
      const name = shown.get(idOf(booking.resource))
      const who = showsNames && space.bookingNamesPublic ? memberName(booking) : ''
      return name ? [{ id: booking.id, time: clockTime(booking.fromDateTime), name, who }] : []
    })
    .slice(0, mostRows)
}

function statusOf(
  equipment: Equipment,
  bookings: Booking[],
  { space, now, locale, showsNames }: Pick<DisplayInput, 'space' | 'now' | 'locale' | 'showsNames'>,
): Pick<DisplayEquipment, 'state' | 'status'> {
  const local = toLocal(now, space.timezone)
  const running = bookings.find(
    ({ fromDateTime, untilDateTime }) => fromDateTime <= local && local < untilDateTime,
  )
  const state = liveState(equipment, running)
  if (state === 'outOfOrder' || state === 'offline')
    return { state, status: translate(locale, `display_${state}`) }
  if (running) {
    const who = showsNames && space.bookingNamesPublic ? memberName(running) : ''
    const time = clockTime(running.untilDateTime)
    return { state, status: translate(locale, who ? 'display_taken_by' : 'display_taken', { time, who }) }
  }
  if (state === 'inUse') return { state, status: translate(locale, 'display_inUse') }
  if (isClosedAt(space, now)) return { state: 'closed', status: translate(locale, 'display_closed') }
  const later = bookings.map(({ fromDateTime }) => fromDateTime).filter((from) => from > local)
  const next = later.filter((from) => dayOf(from) === dayOf(local)).toSorted()[0]
  if (!next) return { state, status: translate(locale, 'display_free') }
  return { state, status: translate(locale, 'display_free_until', { time: clockTime(next) }) }
}

/** Returns the drawn part of the day: the opening hours of that weekday, or the whole day. */
function hoursOf(space: Space, day: string): [opens: number, closes: number] {
  const { opens, closes } = openingSpan(
    space._embedded.openingHours.filter(({ dayOfWeek }) => dayOfWeek === weekday(day)),
  )
  return [Math.floor(opens / 60) * 60, Math.ceil(closes / 60) * 60]
}

function fullHours(opens: number, closes: number): DisplayView['hours'] {
  const count = (closes - opens) / 60
  return Array.from({ length: count + 1 }, (_, index) => ({
    at: index * 60,
    label: String((opens / 60 + index) % 24 || (index === count && closes === 24 * 60 ? 24 : 0)),
  }))
}

/** Returns wall-clock minutes since the start of `day`; negative before it, more than 1440 after it. */
function minutesOn(day: string, local: string): number {
  const other = dayOf(local)
  if (other < day) return -1
  return minuteOfDay(local) + (other > day ? (other === addDays(day, 1) ? 1 : 2) * 24 * 60 : 0)
}
