import type { Booking } from '../../contracts/booking.ts'
import type { CalendarFeed, CalendarKind, CalendarToken } from '../../contracts/calendar.ts'
import type { Clock } from '../../platform/clock.ts'
import { addDays, dayOf, toLocal } from '../../rules/time.ts'
import { newSecret } from '../../platform/auth/secret.ts'
import type { BookingQuery, WorkshopSystem } from './workshop-system.ts'

/** Days that a feed reaches back: older bookings stay in the calendars that have them. */
const pastDays = 90

interface FeedsOptions {
  clock: Clock
  /** Address of the feeds, without a slash at its end. */
  siteUrl: string
  /** null = there is no such member, equipment or space. */
  readToken: (kind: CalendarKind, id: number) => Promise<{ calendarToken: string | null } | null>
  /** @returns whether the owner exists */
  writeToken: (kind: CalendarKind, id: number, token: CalendarToken) => Promise<boolean>
  /** The owner of a feed; null for a wrong secret. */
  findByToken: (
    kind: CalendarKind,
    id: number,
    token: string,
  ) => Promise<Pick<CalendarFeed, 'name' | 'timezone' | 'language'> | null>
  bookings: (filter: BookingQuery) => Promise<Booking[]>
}

/** Calendars behind secret addresses; the options say where the secrets are stored. */
export function createFeeds(options: FeedsOptions) {
  const { clock, siteUrl, readToken, writeToken, findByToken } = options
  const addressOf = (kind: CalendarKind, id: number, token: string) =>
    `${siteUrl}/calendars/${kind}/${id}/${token}.ics`
  return {
    async calendarToken(kind, id) {
      const found = await readToken(kind, id)
      if (!found) return null
      const { calendarToken } = found
      return { calendarToken, calendarUrl: calendarToken && addressOf(kind, id, calendarToken) }
    },
    async renewCalendarToken(kind, id) {
      const calendarToken = newSecret()
      const token = { calendarToken, calendarUrl: addressOf(kind, id, calendarToken) }
      return (await writeToken(kind, id, token)) ? token : null
    },
    async calendarFeed(kind, id, secret) {
      const found = await findByToken(kind, id, secret)
      if (!found) return null
      const since = addDays(dayOf(toLocal(clock(), found.timezone)), -pastDays)
      const bookings = await options.bookings({ ...filters[kind](id), fromDateTime: `${since}T00:00` })
      return { kind, ...found, bookings: kind === 'members' ? bookings : bookings.map(hideMember) }
    },
  } satisfies Partial<WorkshopSystem>
}

const filters = {
  members: (member: number) => ({ member }),
  resources: (resource: number) => ({ resource }),
  spaces: (space: number) => ({ space }),
} satisfies Record<CalendarKind, (id: number) => object>

/** Removes the member: the calendar of equipment or a space shows taken times only. */
function hideMember(booking: Booking): Booking {
  return { ...booking, member: '', updatedBy: null }
}
