import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { serverUrl, testDatabase } from '../../../platform/database/database.fixture.ts'
import type { OpenedDatabase } from '../../../platform/database/database.ts'
import { openProxy } from '../../../platform/database/proxy.fixture.ts'
import { createLog } from '../../../platform/log.ts'
import { engineOf, fillWorkshop, now as start } from '../connector.fixture.ts'
import { cachedWorkshop } from './cached-workshop.ts'
import { createSharedCache, type SharedCache } from './shared-cache.ts'

const began = performance.now()
const clock = () => new Date(start.getTime() + performance.now() - began)
const log = createLog('silent')
const times = { fromDateTime: '2026-12-02T18:00', untilDateTime: '2026-12-02T20:00' }

let database: OpenedDatabase
let proxy: Awaited<ReturnType<typeof openProxy>>
let here: SharedCache
let there: SharedCache

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  const { db } = database
  await sql`truncate space, package, training restart identity cascade`.execute(db)
  await fillWorkshop(db)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const url = new URL(serverUrl())
  url.pathname = `/${rows[0]?.name}`
  proxy = await openProxy(url.href)
  here = createSharedCache({ clock, databaseUrl: proxy.url, db, log })
  there = createSharedCache({ clock, databaseUrl: url.href, db, log })
  await vi.waitFor(() => expect([here.isInformed(), there.isInformed()]).toEqual([true, true]))
})
afterEach(async () => {
  await Promise.all([here.close(), there.close()])
  proxy.close()
})

/** The bookings that this process shows a member; in its cache they live as those of Fabman do. */
const shown = () => {
  const workshop = cachedWorkshop(engineOf(database.db, clock, here), here, () =>
    here.isInformed() ? 60 : 5,
  )
  return workshop.bookings({ member: 1 })
}
const bookThere = () =>
  engineOf(database.db, clock, there).createBooking({ equipment: 2, member: 1, ...times, title: null })

test('a booking made by another process is seen at once', async () => {
  expect(await shown()).toEqual([])
  await bookThere()
  await vi.waitFor(async () => expect(await shown()).toHaveLength(1), { timeout: 300, interval: 5 })
})

test('a booking made by another process is seen within 5 s when no notice arrives, and later ones at once again', async () => {
  expect(await shown()).toEqual([])
  proxy.cut()
  const booking = await bookThere()
  const booked = performance.now()
  expect(await shown()).toEqual([])
  await vi.waitFor(async () => expect(await shown()).toHaveLength(1), { timeout: 7000, interval: 10 })
  expect(performance.now() - booked).toBeLessThan(5200)

  proxy.mend()
  await vi.waitFor(() => expect(here.isInformed()).toBe(true), { timeout: 8000, interval: 20 })
  await shown()
  await engineOf(database.db, clock, there).cancelBooking(booking.id, 1)
  await vi.waitFor(async () => expect(await shown()).toMatchObject([{ state: 'cancelled' }]), {
    timeout: 300,
    interval: 5,
  })
})

test('what was missed while no notice arrived is not shown as fresh after that', async () => {
  expect(await shown()).toEqual([])
  proxy.cut()
  await bookThere()
  proxy.mend()
  await vi.waitFor(async () => expect(await shown()).toHaveLength(1), { timeout: 5000, interval: 10 })
})
