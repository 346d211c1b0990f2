import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, type Mock, test, vi } from 'vitest'
import type { Booking } from '../../../contracts/booking.ts'
import { testDatabase } from '../../../platform/database/database.fixture.ts'
import type { OpenedDatabase } from '../../../platform/database/database.ts'
import type { Fetch } from '../../../platform/http/service.ts'
import { type Cache, createCache } from '../cache/cache.ts'
import {
  asked,
  book,
  call,
  connectorOf,
  engineJobsOf,
  engineOf,
  fillWorkshop,
  now,
} from '../connector.fixture.ts'
import type { WorkshopSystem } from '../workshop-system.ts'

let database: OpenedDatabase
let cache: Cache
let fetch: Fetch
let today: Date
let loads: Mock<WorkshopSystem['bookings']>
const clock = () => today
const minutesLater = (minutes: number) => (today = new Date(today.getTime() + minutes * 60_000))

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  today = now
  const { db } = database
  await sql`truncate space, package, training, waitlist, mail restart identity cascade`.execute(db)
  await fillWorkshop(db, 6)
  cache = createCache({ clock })
  const engine = engineOf(db, clock, cache)
  loads = vi.spyOn(engine, 'bookings')
  fetch = connectorOf(engine, clock, undefined, cache)
})

const jobs = () => engineJobsOf(database.db, clock, cache)
const read = async (query: string) =>
  ((await (await call(fetch, 'read', 'GET', `/fabman/bookings?${query}`)).json()) as Booking[]).map(
    ({ member, state, charged }) => `${(member as { id: number }).id} ${state}${charged ? ' charged' : ''}`,
  )
const ofMember = (member: number) => read(`member=${member}`)
const day = 'fromDateTime=2026-12-02T00:00&untilDateTime=2026-12-03T00:00'
const all = async () => ({
  one: await ofMember(1),
  two: await ofMember(2),
  machine: await read(`resource=2&${day}`),
  day: await read(day),
})

async function waitFor(member: number, change: Parameters<typeof asked>[1] = {}): Promise<void> {
  const { state: _, ...entry } = asked(member, change)
  const response = await call(fetch, member, 'POST', '/fabman/waitlist', entry)
  expect(response.status).toBe(201)
}

test('an offer after a cancellation is seen at once, also when it is longer than the freed time', async () => {
  const taken = await book(fetch, 1)
  await waitFor(2, { untilDateTime: '2026-12-02T21:00' })
  const later = 'resource=2&fromDateTime=2026-12-02T20:00&untilDateTime=2026-12-02T22:00'
  expect([await ofMember(2), await read(later)]).toEqual([[], []])
  await call(fetch, 1, 'DELETE', `/fabman/bookings/${taken.id}`)
  expect([await ofMember(2), await read(later)]).toEqual([['2 pending'], ['2 pending']])
})

test('an expired offer and the next one are seen at once', async () => {
  const taken = await book(fetch, 3)
  await waitFor(1)
  await waitFor(2)
  await call(fetch, 3, 'DELETE', `/fabman/bookings/${taken.id}`)
  const before = ['3 cancelled', '1 pending']
  expect(await all()).toEqual({ one: ['1 pending'], two: [], machine: before, day: before })
  minutesLater(30)
  await all()
  await jobs().keepWaitlist()
  const after = ['3 cancelled', '1 cancelled', '2 pending']
  expect(await all()).toEqual({ one: ['1 cancelled'], two: ['2 pending'], machine: after, day: after })
})

test('a released booking and a charge are seen at once, and nothing else is loaded again', async () => {
  const { db } = database
  await db.updateTable('space').set({ bookingExclusiveMinutes: 15 }).execute()
  await db
    .updateTable('equipment')
    .set({ checkInSecret: 'a'.repeat(22) })
    .where('id', '=', 2)
    .execute()
  await book(fetch, 1)
  today = new Date('2026-12-02T17:15:00Z')
  expect(await all()).toMatchObject({ one: ['1 confirmed'], machine: ['1 confirmed'], day: ['1 confirmed'] })
  expect(await jobs().releaseNoShows()).toBe(1)
  expect(await all()).toMatchObject({ one: ['1 cancelled'], machine: ['1 cancelled'], day: ['1 cancelled'] })

  today = new Date('2026-12-02T19:00:00Z')
  await all()
  loads.mockClear()
  expect(await jobs().chargeEnded()).toBe(1)
  const after = ['1 cancelled charged']
  expect(await all()).toEqual({ one: after, two: [], machine: after, day: after })
  expect(loads.mock.calls.map(([query]) => query)).not.toContainEqual({ member: 2 })
  expect(loads).toHaveBeenCalledTimes(3)
})
