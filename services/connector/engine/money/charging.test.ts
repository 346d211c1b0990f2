import { beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../../platform/database/database.ts'
import { engineJobsOf } from '../../connector.fixture.ts'
import { testWorkshop } from '../engine.fixture.ts'

const { db, clock, jobs, setNow, send, bookings, book, cancel } = await testWorkshop({
  equipment: { pricePerBookingCents: 600, pricePerBookingSeconds: 3600 },
})

/** The start of the booking that `asked` asks for: 2 December, 18 to 20 in Berlin. */
const end = new Date('2026-12-02T19:00Z')
const justBefore = new Date(end.getTime() - 1)

const charges = () => db.selectFrom('charge').select(['bookingId', 'priceCents']).execute()
const change = (id: number, untilDateTime: string) =>
  send(1, 'PATCH', `/fabman/bookings/${id}`, {
    fromDateTime: '2026-12-02T18:00',
    untilDateTime,
    lockVersion: 1,
  })

let id = 0
beforeEach(async () => {
  id = (await book(1)).id
})

test.each([
  ['cancelled', () => cancel(1, id), []],
  ['extended', () => change(id, '2026-12-02T21:00'), [1800]],
])('what is %s in the last moment, found to have ended and not yet charged', async (_, act, later) => {
  setNow(end)
  const meanwhile = async () => {
    setNow(justBefore)
    expect((await act()).status).toBe(200)
    setNow(end)
  }
  expect(await engineJobsOf(beforeTransactions(db, meanwhile), clock).chargeEnded()).toBe(0)
  expect(await charges()).toEqual([])
  expect((await bookings())[0]?.charged).toBe(false)

  setNow(new Date('2026-12-02T20:00Z'))
  await jobs.chargeEnded()
  expect((await charges()).map(({ priceCents }) => priceCents)).toEqual(later)
})

test('a charged booking has ended, also for a process whose clock is behind', async () => {
  setNow(end)
  await jobs.chargeEnded()
  setNow(justBefore)
  const answers = [await change(id, '2026-12-02T21:00'), await cancel(1, id)]
  expect(answers).toMatchObject([
    { status: 422, body: { code: 'bookingEnded' } },
    { status: 422, body: { code: 'bookingEnded' } },
  ])
  expect(await bookings()).toMatchObject([{ state: 'confirmed', untilDateTime: '2026-12-02T20:00' }])
})

test.each([
  ['de', 'Buchung 3D-Drucker'],
  ['en', 'Booking 3D printer'],
  ['en-GB', 'Booking 3D printer'],
])('a member who has %s when they are billed reads: %s', async (language, description) => {
  await db.updateTable('equipment').set({ nameEn: '3D printer' }).execute()
  setNow(end)
  await jobs.chargeEnded()
  await db.updateTable('member').set({ language }).execute()
  const until = new Date(end.getTime() + 1).toISOString()
  const { body } = await send('manage', 'PUT', '/fabman/bills/usage-1', { member: 1, until })
  expect(body).toMatchObject({ charges: [{ cents: 1200, description }] })
})

/** The same database, and something else happens before each transaction. */
function beforeTransactions(of: Database, meanwhile: () => Promise<void>): Database {
  const transaction = () => ({
    execute: async (work: Parameters<ReturnType<Database['transaction']>['execute']>[0]) => {
      await meanwhile()
      return of.transaction().execute(work)
    },
  })
  return new Proxy(of, {
    get(target, name) {
      if (name === 'transaction') return transaction
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
