import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runOrders } from '../../../server/commands/orders.ts'
import { buysPack, endsBeforeCancelling, openOrders } from '../../../tests/orders.fixture.ts'
import { refundOrder } from '../orders/desk.ts'
import { applyEvents } from './applying.ts'
import { keepEvent } from './events.store.ts'
import { askRefunds } from './refunds.ts'

let world: Awaited<ReturnType<typeof openOrders>>

beforeAll(async () => {
  world = await openOrders()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

const command = (...args: string[]) => runOrders(args, world.parts)
const states = async () => (await world.left()).refunds.map(({ state }) => state)

async function paidOrder(key = 'a'): Promise<string> {
  const { number } = await world.place(buysPack(key))
  await world.pay()
  return number
}

describe('money that must go back by hand is listed until somebody says that it did', () => {
  async function expectByHand(number: string, reason: string): Promise<void> {
    const line = `Transfer 45.00 EUR of ${number} back by hand: ${reason}. Then run: orders repaid ${number}`
    expect((await command('list')).split('\n')[0]).toBe(line)
    expect(await command('repaid', number)).toBe(`45.00 EUR of ${number} went back by hand.`)
    expect(await command('list')).not.toContain('by hand')
    await expect(command('repaid', number)).rejects.toThrow('no money')
    expect(await states()).toEqual(['repaid'])
  }
  const refused = 'the refund was refused or came back'

  test('a refund that the provider refuses', async () => {
    const number = await paidOrder()
    world.payments.faults.refusesRefunds = true
    await refundOrder(world.parts, number)
    expect(await states()).toEqual(['failed'])
    await expectByHand(number, refused)
  })

  test.each(['refund.failed', 'refund.updated'])('one that comes back later, as %s says', async (type) => {
    const number = await paidOrder()
    await refundOrder(world.parts, number)
    expect(await states()).toEqual(['done'])
    world.payments.refundBecomes('re_1', 'failed')
    await keepEvent(world.db, { id: 'evt_1', type, ref: 'cs_1' }, world.time.now)
    await applyEvents(world.parts)
    await expectByHand(number, refused)
  })

  test('one whose message was lost', async () => {
    const number = await paidOrder()
    const { provider } = world.payments
    const refund: typeof provider.refund = async (...given) => ({
      ...(await provider.refund(...given)),
      state: 'asked',
    })
    await refundOrder({ ...world.parts, provider: { ...provider, refund } }, number)
    world.payments.refundBecomes('re_1', 'failed')
    await world.jobs()
    expect(await states()).toEqual(['asked'])
    world.minutesLater(12 * 60 + 1)
    await world.jobs()
    await expectByHand(number, refused)
  })

  test('a transfer', async () => {
    const { number } = await world.place({ ...buysPack('a'), paysBy: 'provider' })
    await world.pay()
    await world.db.updateTable('payment').set({ mode: 'manual' }).execute()
    await refundOrder(world.parts, number)
    await expectByHand(number, 'it was paid by transfer')
  })

  test('but not money that the bank of the buyer took back', async () => {
    const number = await paidOrder()
    world.payments.faults.refusesRefunds = true
    await refundOrder(world.parts, number)
    await world.db.updateTable('payment').set({ disputedCents: 4500 }).execute()
    expect(await command('list')).not.toContain('by hand')
  })
})

test('a bank that takes its time is asked until it has answered', async () => {
  const number = await paidOrder()
  const { provider } = world.payments
  const refund: typeof provider.refund = async (...given) => ({
    ...(await provider.refund(...given)),
    state: 'asked',
  })
  await refundOrder({ ...world.parts, provider: { ...provider, refund } }, number)
  world.minutesLater(12 * 60 + 1)
  await world.jobs()
  expect(await states()).toEqual(['done'])
})

test('a refund that can never be asked for keeps no others waiting', async () => {
  const number = await paidOrder()
  const payment = world.payments.pages()[0]?.asked.payment ?? 0
  const createdAt = world.time.now
  const row = { paymentId: payment, amountCents: 1, state: 'asked', createdAt }
  const reasons = Array.from({ length: 51 }, (_, index) => `never-${index}`)
  await world.db
    .insertInto('refund')
    .values(reasons.map((reason) => ({ ...row, reason })))
    .execute()
  const asked = new Set<string>()
  const { provider } = world.payments
  const refund: typeof provider.refund = (_, __, key) => {
    asked.add(key)
    return Promise.reject(new Error('never'))
  }
  const parts = { ...world.parts, provider: { ...provider, refund } }
  world.minutesLater(1)
  await askRefunds(parts)
  await askRefunds(parts)
  expect(asked).toEqual(new Set(reasons.map((reason) => `${number}-${reason}`)))
})

describe('money that went back at the provider', () => {
  async function payBackElsewhere(cents: number): Promise<void> {
    await world.payments.provider.refund('cs_1', cents, `dashboard-${cents}`)
    const id = `evt_${cents}`
    await keepEvent(world.db, { id, type: 'charge.refunded', ref: 'cs_1' }, world.time.now)
    await applyEvents(world.parts)
    await applyEvents(world.parts)
  }

  test('is in the books, and staff learn how to end the order without paying twice', async () => {
    const number = await paidOrder()
    await payBackElsewhere(4500)
    expect(await states()).toEqual(['done'])
    const [line] = (await command('list')).split('\n')
    expect(line).toBe(
      `45.00 EUR of ${number} went back at the payment provider. End it and cancel its invoice: orders refund ${number}`,
    )
    expect(await command('refund', number)).toContain('Its money went back before.')
    expect(world.payments.refunds()).toHaveLength(1)
    expect(await command('list')).not.toContain('went back')
  })

  test('ends an order whose invoice an interrupted call has left', async () => {
    const number = await paidOrder()
    await payBackElsewhere(4500)
    await expect(refundOrder(endsBeforeCancelling(world.parts), number)).rejects.toThrow('killed')
    expect(await refundOrder(world.parts, number)).toEqual({ cents: 0, byHand: false })
    expect((await world.left()).invoices.map(({ grossCents }) => grossCents)).toEqual([4500, -4500])
    await expect(refundOrder(world.parts, number)).rejects.toThrow('nothing to pay back')
  })

  test('in part is told as long as staff may still correct the invoice', async () => {
    const number = await paidOrder()
    await payBackElsewhere(1000)
    await payBackElsewhere(500)
    const lines = (await command('list')).split('\n').slice(0, 2)
    expect(lines).toEqual([
      `10.00 EUR of ${number} went back at the payment provider. Correct its invoice.`,
      `5.00 EUR of ${number} went back at the payment provider. Correct its invoice.`,
    ])
    world.minutesLater(31 * 24 * 60)
    expect(await command('list')).not.toContain('went back')
  })
})

test('another amount than was asked for gives nothing, and staff are told until it went back', async () => {
  const { number } = await world.place(buysPack('a'))
  const { provider } = world.payments
  let refundedCents = 0
  const observe: typeof provider.observe = async (ref) => ({
    ...(await provider.observe(ref)),
    cents: 4400,
    refundedCents,
  })
  const parts = { ...world.parts, provider: { ...provider, observe } }
  const look = async (id: string) => {
    await keepEvent(world.db, { id, type: 'charge.updated', ref: 'cs_1' }, world.time.now)
    await applyEvents(parts)
  }
  world.payments.become('paid')
  await look('evt_1')
  const told = `Another amount than 45.00 EUR was paid for ${number}: pay it back at the payment provider.`
  expect(await command('list')).toContain(told)
  expect(await command('list')).toMatch(new RegExp(`^${number}\tplaced`, 'm'))
  refundedCents = 4400
  await look('evt_2')
  expect(await command('list')).not.toContain('Another amount')
})
