import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buysPack, joins, openOrders } from '../../../tests/orders.fixture.ts'
import { keepEvent } from '../payments/events.store.ts'
import { bookOrderTransfer, noteRepaid, refundOrder } from './desk.ts'
import { orderJobs } from './jobs.ts'
import { orderOf } from './order-view.ts'
import { cancelOrder } from './paying.ts'

let world: Awaited<ReturnType<typeof openOrders>>

beforeAll(async () => {
  world = await openOrders()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

const day = 24 * 60
const guardian = { kind: 'guardian' as const, text: 'Ada Neu: {}' }
const forget = () => orderJobs(world.parts)['forget orders that came to nothing']()
/** Everything that is kept of orders, as one text. */
async function kept(): Promise<string> {
  const tables = await Promise.all(
    ['customer_order', 'payment', 'refund', 'consent', 'legal_text'].map(
      async (table) => (await sql`select * from ${sql.table(table)}`.execute(world.db)).rows,
    ),
  )
  return JSON.stringify(tables)
}
const personal = /nele|Neu|50667|1990-05-01|Ada/

test('an order that came to nothing loses its personal data after 90 days, and keeps number, sums and states', async () => {
  const { consents, ...asked } = joins('a')
  const { number } = await world.place({ ...asked, consents: [...consents, guardian] })
  await cancelOrder(world.parts, number)
  world.minutesLater(90 * day)
  await forget()
  expect(await kept()).toMatch(personal)
  world.minutesLater(1)
  await forget()
  expect(await kept()).not.toMatch(personal)
  expect(await orderOf(world.parts, number)).toMatchObject({ number, state: 'cancelled', totalCents: 3900 })
  expect(await world.db.selectFrom('payment').select(['state', 'amountCents']).execute()).toEqual([
    { state: 'expired', amountCents: 3900 },
  ])
})

test('one with an invoice, and one that is not over, keep them', async () => {
  const { number } = await world.place(joins('a'))
  await world.pay()
  await refundOrder(world.parts, number)
  await world.place(buysPack('b'))
  world.payments.become('pending')
  await world.refreshAll()
  const before = await kept()
  world.minutesLater(91 * day)
  await forget()
  expect(await kept()).toBe(before)
})

test('one whose money is still to go back by hand keeps them until it did', async () => {
  const { number } = await world.place(joins('a'))
  await cancelOrder(world.parts, number)
  world.payments.faults.refusesRefunds = true
  world.payments.become('paid')
  await world.refreshAll()
  world.minutesLater(91 * day)
  await forget()
  expect(await kept()).toMatch(personal)
  await noteRepaid(world.parts, number)
  await forget()
  expect(await kept()).not.toMatch(personal)
})

test('money that comes for one goes back without a mail, and a transfer is refused', async () => {
  const { number } = await world.place(joins('a'))
  world.minutesLater(2 * day)
  await world.jobs()
  world.minutesLater(91 * day)
  await forget()
  await world.pay()
  const left = await world.left()
  expect(left.orders).toMatchObject([{ number, state: 'expired', memberId: null }])
  expect(left).toMatchObject({ mails: [], refunds: [{ amountCents: 3900 }] })
  await world.reset()
  const parts = world.withoutProvider()
  const late = await world.place(buysPack('b')).catch(() => null)
  expect(late).not.toBeNull()
  await sql`update payment set mode = 'manual', provider_ref = null`.execute(world.db)
  await sql`update customer_order set pays_by = 'transfer'`.execute(world.db)
  world.minutesLater(15 * day)
  await world.jobs()
  world.minutesLater(91 * day)
  await forget()
  await expect(bookOrderTransfer(parts, late?.number ?? '')).rejects.toThrow('transfer the money back')
})

test('applied messages of the provider are deleted after 90 days, others are kept', async () => {
  const event = { type: 'x', ref: null }
  await keepEvent(world.db, { id: 'evt_1', ...event }, world.time.now)
  await world.db.updateTable('providerEvent').set({ appliedAt: world.time.now }).execute()
  await keepEvent(world.db, { id: 'evt_2', ...event }, world.time.now)
  const ids = async () =>
    (await world.db.selectFrom('providerEvent').select('id').execute()).map(({ id }) => id)
  world.minutesLater(90 * day)
  await forget()
  expect(await ids()).toEqual(['evt_1', 'evt_2'])
  world.minutesLater(1)
  await forget()
  expect(await ids()).toEqual(['evt_2'])
})

test('the database keeps the consents of an order that is not erased', async () => {
  await world.place(joins('a'))
  await expect(world.db.deleteFrom('consent').execute()).rejects.toThrow('consent')
  await expect(world.db.deleteFrom('legalText').execute()).rejects.toThrow('consent_text')
})
