import type { CalendarFeed, CalendarKind } from '../../../../contracts/calendar.ts'
import { createFeeds } from '../../calendar-feeds.ts'
import { createBookingReader } from '../bookings/reader.ts'
import { createCalendarStore } from './calendars.store.ts'
import type { Parts } from '../parts.ts'

/** Calendars behind secret addresses. Fabman has such addresses for spaces only, so all of them are ours. */
export function calendarCalls({ db, clock, siteUrl, client, directory }: Parts) {
  const store = createCalendarStore(db)

  /** A secret belongs to one account and opens nothing in another. */
  const account = async () => (await directory.spaces())[0]?.account ?? 0

  async function subjectOf(kind: CalendarKind, id: number): Promise<Subject | null> {
    const spaces = await directory.spaces()
    const spaceOf = (space: number) => spaces.find((each) => each.id === space) ?? spaces[0]
    if (kind === 'members') {
      const member = await directory.member(id)
      const space = member && spaceOf(member.space)
      return space ? { name: space.name, timezone: space.timezone, language: member.language ?? null } : null
    }
    const item = kind === 'resources' ? await directory.equipmentItem(id) : null
    const space = kind === 'spaces' ? spaces.find((each) => each.id === id) : item && spaceOf(item.space)
    if (!space) return null
    return { name: item?.name ?? space.name, timezone: space.timezone, language: space.locale }
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
    // The secret is checked before the bookings are read, so that guessing costs Fabman no call.
    findByToken: async (kind, id, token) =>
      (await store.read(await account(), kind, id)) === token ? subjectOf(kind, id) : null,
    bookings: createBookingReader({ client: client.forDisplay, directory }).bookings,
  })
}

type Subject = Pick<CalendarFeed, 'name' | 'timezone' | 'language'>
