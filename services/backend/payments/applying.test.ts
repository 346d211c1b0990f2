import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buysPack, openOrders } from '../../../tests/orders.fixture.ts'
import { orderOf } from '../orders/order-view.ts'
import { placeOrder } from '../orders/placing.ts'
import { applyEvents } from './applying.ts'
import { keepEvent } from './events.store.ts'

let world: Awaited<ReturnType<typeof openOrders>>

beforeAll(async () => {
  world = await openOrders()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.reset()
  await world.db.deleteFrom('providerEvent').execute()
})

const types = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'payment_intent.succeeded',
  'payment_intent.processing',
  'charge.refunded',
]

async function arrive(type: string, ref: string | null, parts = world.parts): Promise<void> {
  await keepEvent(world.db, { id: `evt_${type}`, type, ref }, world.time.now)
  await applyEvents(parts)
}

test('200 messages, 40 copies of five, all at once: one grant, one invoice, one confirmation', async () => {
  await placeOrder(world.parts, buysPack('a'))
  world.payments.become('paid')
  const messages = Array.from({ length: 200 }, (_, index) => types[index % types.length] ?? '')
  const { connector } = world.parts
  let grants = 0
  const grant: typeof connector.grant = (...given) => {
    grants++
    return connector.grant(...given)
  }
  const parts = { ...world.parts, connector: { ...connector, grant } }
  await Promise.all(messages.map((type) => arrive(type, 'cs_1', parts)))
  expect(grants).toBe(1)
  await applyEvents(world.parts)
  const left = await world.left()
  expect(left.orders).toMatchObject([{ state: 'fulfilled' }])
  expect(left.credits).toHaveLength(1)
  expect(left.invoices).toHaveLength(1)
  expect(left.paid).toHaveLength(1)
  expect(left.mails).toEqual(['invoice', 'order-confirmation'])
  expect(left.refunds).toEqual([])
  const open = await world.db
    .selectFrom('providerEvent')
    .select('id')
    .where('appliedAt', 'is', null)
    .execute()
  expect(open).toEqual([])
})

test('who comes back from the provider right after a message sees that they have paid', async () => {
  const { number } = await placeOrder(world.parts, buysPack('a'))
  await arrive('payment_intent.payment_failed', 'cs_1')
  world.payments.become('paid')
  expect(await orderOf(world.parts, number)).toMatchObject({ state: 'fulfilled' })
})

test('a flood of messages that say nothing new writes nothing but that they came', async () => {
  await placeOrder(world.parts, buysPack('a'))
  const rowOf = () =>
    world.db
      .selectFrom('payment')
      .select(sql<string>`xmin::text`.as('version'))
      .execute()
  await arrive('checkout.session.created', 'cs_1')
  const before = await rowOf()
  for (const type of types) await arrive(type, 'cs_1')
  expect(await rowOf()).toEqual(before)
})

test('a message about nothing of ours is done with; one that cannot be applied waits', async () => {
  await arrive('customer.created', null)
  await placeOrder(world.parts, buysPack('a'))
  world.payments.become('paid')
  world.payments.faults.down = true
  await arrive('checkout.session.completed', 'cs_1')
  const open = () =>
    world.db.selectFrom('providerEvent').select('id').where('appliedAt', 'is', null).execute()
  expect(await open()).toEqual([{ id: 'evt_checkout.session.completed' }])
  world.payments.faults.down = false
  await applyEvents(world.parts)
  expect(await open()).toEqual([])
  expect((await world.left()).credits).toHaveLength(1)
})

test('messages that can never be applied keep no others waiting', async () => {
  await placeOrder(world.parts, buysPack('a'))
  world.payments.become('paid')
  const rows = Array.from({ length: 200 }, (_, index) => ({
    id: `evt_never_${index}`,
    type: 'payment_intent.succeeded',
    ref: `pi_unknown_${index}`,
    receivedAt: world.time.now,
  }))
  await world.db.insertInto('providerEvent').values(rows).execute()
  world.minutesLater(1)
  await keepEvent(world.db, { id: 'evt_good', type: 'payment_intent.succeeded', ref: 'cs_1' }, world.time.now)
  world.minutesLater(1)
  // A payment that somebody waits for comes first; `backlog.test.ts` has the order of those that were tried.
  await applyEvents(world.parts)
  expect((await world.left()).credits).toHaveLength(1)
})
