import { afterAll, beforeAll, expect, test } from 'vitest'
import { buysPack, openOrders } from '../../../tests/orders.fixture.ts'
import { placeOrder } from '../orders/placing.ts'
import { applyEvents } from './applying.ts'
import { closeEvents, keepEvent, markTried, openEvents } from './events.store.ts'
import type { PaymentProvider } from './provider.ts'

let world: Awaited<ReturnType<typeof openOrders>>
beforeAll(async () => {
  world = await openOrders()
})
afterAll(() => world.close())

/** An order whose payment page is open. */
async function openPayment(): Promise<{ id: number; ref: string }> {
  const buyerKey = crypto.randomUUID()
  await placeOrder(world.parts, buysPack(buyerKey, { buyerKey }))
  const payment = await world.db
    .selectFrom('payment')
    .select(['id', 'providerRef'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return { id: payment.id, ref: payment.providerRef ?? '' }
}

test('messages that came in while nobody applied them are applied in one go', async () => {
  const { db, parts, time } = world
  for (let index = 0; index < 450; index++)
    await keepEvent(db, { id: `evt_${index}`, type: 'charge.refunded', ref: null }, time.now)
  await applyEvents(parts)
  expect(await openEvents(db, 450)).toEqual([])
})

test('new messages about a payment that somebody waits for come before older ones', async () => {
  const { db, parts, time } = world
  const { id, ref } = await openPayment()
  await keepEvent(db, { id: 'evt_old', type: 'charge.refunded', ref: 'pi_of_nobody' }, time.now)
  const received = new Date(time.now.getTime() + 1000)
  await keepEvent(db, { id: 'evt_new', type: 'checkout.session.completed', ref }, received)
  const order = async () => (await openEvents(db, 10)).map((event) => event.id)
  expect(await order()).toEqual(['evt_new', 'evt_old'])
  // One that fails keeps no others waiting.
  await markTried(db, [{ id: 'evt_new' }], received)
  expect(await order()).toEqual(['evt_old', 'evt_new'])
  await db.updateTable('payment').set({ state: 'cancelled' }).where('id', '=', id).execute()
  await closeEvents(db, await openEvents(db, 10), parts.clock())
})

test.each([
  ['checkout.session.completed', 'paid', 0],
  ['payment_intent.processing', 'paid', 0],
  ['charge.refunded', 'paid', 1],
  ['charge.dispute.created', 'paid', 1],
  ['checkout.session.completed', 'open', 1],
] as const)('%s about a payment that is %s causes %i looks at the provider', async (type, state, looks) => {
  const { db, parts, time } = world
  const { id, ref } = await openPayment()
  const paidAt = state === 'paid' ? time.now : null
  await db.updateTable('payment').set({ state, paidAt }).where('id', '=', id).execute()
  let looked = 0
  const provider = {
    ...parts.provider,
    observe: async () => {
      looked++
      return { payment: null }
    },
  } as unknown as PaymentProvider
  await keepEvent(db, { id: `evt_${type}_${state}`, type, ref }, time.now)
  await applyEvents({ ...parts, provider })
  expect([looked, await openEvents(db, 10)]).toEqual([looks, []])
})
