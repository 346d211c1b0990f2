import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buysPack, joins, openOrders } from '../../../tests/orders.fixture.ts'
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

async function arrive(type: string, ref: string | null, parts = world.parts, id = type): Promise<void> {
  await keepEvent(world.db, { id: `evt_${id}`, type, ref }, world.time.now)
  await applyEvents(parts)
}

/** Shuffles items; each run gives the same order. */
function shuffled<T>(items: T[]): T[] {
  let seed = 7
  const next = () => (seed = (seed * 48271) % 2147483647)
  return items
    .map((item) => ({ item, at: next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

test.each([
  ['a credit pack, 40 copies of five', buysPack, { isCopied: true, members: 0, packages: 0 }],
  ['a membership, 40 copies of five', joins, { isCopied: true, members: 1, packages: 1 }],
  ['a membership, 200 messages of five types', joins, { isCopied: false, members: 1, packages: 1 }],
])('%s, all at once: one grant, one invoice, one confirmation', async (_, asks, wanted) => {
  const membersBefore = await members()
  await placeOrder(world.parts, asks('a'))
  world.payments.become('paid')
  const messages = Array.from({ length: 200 }, (_each, index) => {
    const type = types[index % types.length] ?? ''
    return { type, id: wanted.isCopied ? type : `${type}_${index}` }
  })
  const { connector } = world.parts
  let grants = 0
  const grant: typeof connector.grant = (...given) => {
    grants++
    return connector.grant(...given)
  }
  const parts = { ...world.parts, connector: { ...connector, grant } }
  await Promise.all(shuffled(messages).map(({ type, id }) => arrive(type, 'cs_1', parts, id)))
  expect(grants).toBe(1)
  await applyEvents(world.parts)
  const left = await world.left()
  expect(left.orders).toMatchObject([{ state: 'fulfilled' }])
  expect((await members()) - membersBefore).toBe(wanted.members)
  expect(left.packages).toHaveLength(wanted.packages)
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

async function members(): Promise<number> {
  return (await world.db.selectFrom('member').select('id').execute()).length
}

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
