import type { CalendarFeed, CalendarKind } from '../../../../contracts/calendar.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { createFeeds } from '../../api/calendar-feeds.ts'
import type { Calendars } from '../../workshop-system.ts'
import type { BookingReader } from '../bookings/bookings.ts'
import { createCalendarStore } from './calendars.store.ts'
import type { Catalogue } from '../directory/directory.ts'
import { asUnavailable } from '../failures.ts'

interface CalendarsOptions {
  db: Database
  clock: Clock
  siteUrl: string
  catalogue: Catalogue
  reader: BookingReader
}

/** Fabman has such addresses for spaces alone, so all of them are ours. See Calendars. */
export function createCalendars({ db, clock, siteUrl, catalogue, reader }: CalendarsOptions): Calendars {
  const store = createCalendarStore(db)

  /** A secret made in one account opens nothing in another. */
  const account = async () => (await catalogue.spaces())[0]?.account ?? 0

  async function subjectOf(kind: CalendarKind, id: number): Promise<Subject | null> {
    const spaces = await catalogue.spaces()
    const spaceOf = (space: number) => spaces.find((each) => each.id === space) ?? spaces[0]
    if (kind === 'members') {
      const member = await catalogue.member(id)
      const space = member && spaceOf(member.space)
      return space ? { name: space.name, timezone: space.timezone, language: member.language ?? null } : null
    }
    const machine = kind === 'resources' ? await catalogue.equipmentItem(id) : null
    const space =
      kind === 'spaces' ? spaces.find((each) => each.id === id) : machine && spaceOf(machine.space)
    if (!space) return null
    return { name: machine?.name ?? space.name, timezone: space.timezone, language: space.locale }
  }

  return createFeeds({
    clock,
    siteUrl,
    readToken: async (kind, id) =>
      (await subjectOf(kind, id)) && { calendarToken: await store.read(await account(), kind, id) },
    async writeToken(kind, id, { calendarToken }) {
      if (!(await subjectOf(kind, id))) return false
      await store.write(await account(), kind, id, calendarToken)
      return true
    },
    // Who guesses costs Fabman no call: the secret is looked at before the bookings are.
    findByToken: async (kind, id, token) =>
      (await store.read(await account(), kind, id)) === token ? subjectOf(kind, id) : null,
    bookings: (filter) => asUnavailable(() => reader.bookings(filter)),
  })
}

type Subject = Pick<CalendarFeed, 'name' | 'timezone' | 'language'>
