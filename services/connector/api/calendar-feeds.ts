import type { Booking } from '../../../contracts/booking.ts'
import type { CalendarFeed, CalendarKind, CalendarToken } from '../../../contracts/calendar.ts'
import type { Clock } from '../../../platform/clock.ts'
import { addDays, dayOf, toLocal } from '../../../rules/time.ts'
import { newSecret } from '../new-secret.ts'
import type { BookingQuery, Calendars } from '../workshop-system.ts'

/** How far back a feed reaches: what is older stays in the calendars that have it. */
const pastDays = 90

interface FeedsOptions {
  clock: Clock
  /** Where feeds are read, without a slash at its end. */
  siteUrl: string
  /** null = there is no such member, machine or space. */
  readToken: (kind: CalendarKind, id: number) => Promise<{ calendarToken: string | null } | null>
  /** @returns whether there is such a thing */
  writeToken: (kind: CalendarKind, id: number, token: CalendarToken) => Promise<boolean>
  /** What a secret opens; null when it does not. */
  findByToken: (
    kind: CalendarKind,
    id: number,
    token: string,
  ) => Promise<Pick<CalendarFeed, 'name' | 'timezone' | 'language'> | null>
  bookings: (filter: BookingQuery) => Promise<Booking[]>
}

/** Calendars behind secret addresses, wherever the secrets are kept; see Calendars. */
export function createFeeds(options: FeedsOptions): Calendars {
  const { clock, siteUrl, readToken, writeToken, findByToken } = options
  const addressOf = (kind: CalendarKind, id: number, token: string) =>
    `${siteUrl}/calendars/${kind}/${id}/${token}.ics`
  return {
    async address(kind, id) {
      const found = await readToken(kind, id)
      if (!found) return null
      const { calendarToken } = found
      return { calendarToken, calendarUrl: calendarToken && addressOf(kind, id, calendarToken) }
    },
    async renew(kind, id) {
      const calendarToken = newSecret()
      const token = { calendarToken, calendarUrl: addressOf(kind, id, calendarToken) }
      return (await writeToken(kind, id, token)) ? token : null
    },
    async feed(kind, id, secret) {
      const found = await findByToken(kind, id, secret)
      if (!found) return null
      const since = addDays(dayOf(toLocal(clock(), found.timezone)), -pastDays)
      const bookings = await options.bookings({ ...filters[kind](id), fromDateTime: `${since}T00:00` })
      return { kind, ...found, bookings: kind === 'members' ? bookings : bookings.map(hideMember) }
    },
  }
}

const filters = {
  members: (member: number) => ({ member }),
  resources: (resource: number) => ({ resource }),
  spaces: (space: number) => ({ space }),
} satisfies Record<CalendarKind, (id: number) => object>

/** Who has the address of a machine's or a space's calendar learns when it is taken, not by whom. */
function hideMember(booking: Booking): Booking {
  return { ...booking, member: '', updatedBy: null }
}
