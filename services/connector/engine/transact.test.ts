import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../platform/database/database.fixture.ts'
import type { OpenedDatabase } from '../../../platform/database/database.ts'
import { fillWorkshop, now, siteUrl } from '../connector.fixture.ts'
import type { ChangedBooking, WorkshopSystem } from '../workshop-system.ts'
import { createEngine, createEngineJobs } from './engine.ts'
import { transact } from './transact.ts'

const times = { fromDateTime: '2026-12-02T18:00', untilDateTime: '2026-12-02T20:00' }
const secret = 'a'.repeat(32)

let database: OpenedDatabase
let engine: WorkshopSystem
let jobs: ReturnType<typeof createEngineJobs>
let today: Date
let reported: ChangedBooking[]

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  const { db } = database
  today = now
  reported = []
  await sql`truncate space, package, training, waitlist, mail restart identity cascade`.execute(db)
  await fillWorkshop(db)
  await db.updateTable('space').set({ bookingExclusiveMinutes: 15 }).execute()
  await db.updateTable('equipment').set({ checkInSecret: secret }).where('id', '=', 2).execute()
  const changed = async (bookings: ChangedBooking[]) => void reported.push(...bookings)
  const options = { db, clock: () => today, siteUrl, changed }
  engine = createEngine(options)
  jobs = createEngineJobs(options)
})

const create = (member: number, change = {}) =>
  engine.createBooking({ equipment: 2, member, title: null, ...times, ...change })
const join = (member: number) => engine.joinWaitlist?.({ equipment: 2, member, ...times })

/** Runs a write. @returns `{member} {start of the booking}` of each booking that it reports */
async function reportsOf(write: () => Promise<unknown>): Promise<string[]> {
  reported = []
  await write()
  return reported.map(({ member, fromDateTime }) => `${member} ${fromDateTime.slice(11)}`)
}

test('a report has the id, the equipment with its space, the member and the times, and nothing else', async () => {
  const { id } = await create(1)
  expect(reported).toEqual([{ id, equipment: 2, space: 1, member: 1, ...times }])
})

test('creating, changing, checking in and cancelling report the booking; a moved one with its old times, too', async () => {
  expect(await reportsOf(() => create(1, { requestKey: 'key' }))).toEqual(['1 18:00'])
  const [{ id = 0 } = {}] = reported
  const change = { fromDateTime: '2026-12-02T19:00', untilDateTime: '2026-12-02T21:00', lockVersion: 1 }
  expect(await reportsOf(() => engine.changeBooking(id, 1, change))).toEqual(['1 18:00', '1 19:00'])
  today = new Date('2026-12-02T17:50:00Z')
  expect(await reportsOf(async () => engine.checkIn?.(2, 1, secret))).toEqual(['1 19:00'])
  expect(await reportsOf(() => engine.cancelBooking(id, 1))).toEqual(['1 19:00'])
})

test('a repeated or refused write reports nothing', async () => {
  const { id } = await create(1, { requestKey: 'key' })
  expect(await reportsOf(() => create(1, { requestKey: 'key' }))).toEqual([])
  expect(await reportsOf(() => create(2).catch(() => {}))).toEqual([])
  await engine.cancelBooking(id, 1)
  expect(await reportsOf(() => engine.cancelBooking(id, 1))).toEqual([])
})

test('offers are reported when they are made, declined, accepted and expired', async () => {
  const taken = await create(1)
  const declining = await join(2)
  await join(3)
  const accepting = await join(4)
  expect(await reportsOf(() => engine.cancelBooking(taken.id, 1))).toEqual(['1 18:00', '2 18:00'])
  const decline = async () => engine.leaveWaitlist?.(declining?.id ?? 0, 2)
  expect(await reportsOf(decline)).toEqual(['2 18:00', '3 18:00'])
  today = new Date(now.getTime() + 31 * 60_000)
  expect(await reportsOf(jobs.keepWaitlist)).toEqual(['3 18:00', '4 18:00'])
  const accept = async () => engine.acceptOffer?.(accepting?.id ?? 0, 4)
  expect(await reportsOf(accept)).toEqual(['4 18:00'])
})

test('a released and a charged booking are reported', async () => {
  await create(1)
  today = new Date('2026-12-02T17:15:00Z')
  expect(await reportsOf(jobs.releaseNoShows)).toEqual(['1 18:00'])
  today = new Date('2026-12-02T19:00:00Z')
  expect(await reportsOf(jobs.chargeEnded)).toEqual(['1 18:00'])
})

test('a transaction that is retried reports the bookings of its last attempt, once it has committed', async () => {
  const { db } = database
  const booking = { equipment: 2, space: 1, member: 1, ...times }
  let attempts = 0
  const isCommitted: boolean[] = []
  const changed = async (bookings: ChangedBooking[]) => {
    const { title } = await db.selectFrom('training').select('title').executeTakeFirstOrThrow()
    isCommitted.push(...bookings.map(() => title === 'attempt 2'))
  }
  await transact({ db, changed }, async (tx, all) => {
    attempts += 1
    all.push(booking)
    await tx
      .updateTable('training')
      .set({ title: `attempt ${attempts}` })
      .execute()
    if (attempts === 1) throw Object.assign(new Error('deadlock'), { code: '40P01' })
  })
  expect(isCommitted).toEqual([true])
})
