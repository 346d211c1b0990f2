import type { Booking } from '../../../contracts/booking.ts'
import type { CalendarKind } from '../../../contracts/calendar.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { addDays, dayOf, toLocal } from '../../../rules/time.ts'
import type { Calendars } from '../workshop-system.ts'
import { readBookings } from './bookings.store.ts'
import * as store from './calendars.store.ts'
import { newSecret } from './secrets.ts'

/** How far back a feed reaches: what is older stays in the calendars that have it. */
const pastDays = 90

/** See Calendars. @param options.siteUrl where feeds are read, without a slash at its end */
export function createCalendars(options: { db: Database; clock: Clock; siteUrl: string }): Calendars {
  const { db, clock, siteUrl } = options
  const addressOf = (kind: CalendarKind, id: number, token: string) =>
    `${siteUrl}/calendars/${kind}/${id}/${token}.ics`
  return {
    async address(kind, id) {
      const found = await store.readToken(db, kind, id)
      if (!found) return null
      const { calendarToken } = found
      return { calendarToken, calendarUrl: calendarToken && addressOf(kind, id, calendarToken) }
    },
    async renew(kind, id) {
      const calendarToken = newSecret()
      const calendarUrl = addressOf(kind, id, calendarToken)
      return (await store.writeToken(db, kind, id, { calendarToken, calendarUrl }))
        ? { calendarToken, calendarUrl }
        : null
    },
    async feed(kind, id, secret) {
      const found = await store.findByToken(db, kind, id, secret)
      if (!found) return null
      const since = addDays(dayOf(toLocal(clock(), found.timezone)), -pastDays)
      const bookings = await readBookings(db, { ...filters[kind](id), fromDateTime: `${since}T00:00` })
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
