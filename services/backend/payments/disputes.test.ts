import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buysPack, openOrders } from '../../../tests/orders.fixture.ts'
import { ids } from '../../../tests/services.fixture.ts'
import { invoicesOf } from '../invoices/invoices.store.ts'
import { refundOrder } from '../orders/desk.ts'
import { placeInvoicePayment } from '../orders/placing.ts'
import { bookDisputes } from './disputes.ts'
import { unbookedDisputes } from './payments.store.ts'
import { refundsByHand } from './refunds.store.ts'
import { refreshPayment } from './settling.ts'

let world: Awaited<ReturnType<typeof openOrders>>

beforeAll(async () => {
  world = await openOrders()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

async function disputed(cents: number): Promise<void> {
  const [page] = world.payments.pages()
  world.payments.disputes.set(page?.ref ?? '', cents)
  await refreshPayment(world.parts, page?.asked.payment ?? 0)
}
const states = async () => (await invoicesOf(world.db, ids.tom)).map(({ state }) => state)
/** Pays the open invoice on another page. */
async function paysAnew(): Promise<void> {
  const [invoice] = await invoicesOf(world.db, ids.tom)
  const returnPaths = { success: '/me/invoices', cancel: '/me/invoices' }
  const asked = { invoice: invoice?.id ?? 0, member: ids.tom, locale: 'de' as const }
  await placeInvoicePayment(world.parts, { ...asked, requestKey: 'anew', returnPaths })
  await world.pay()
}
const booked = async () => (await world.left()).paid.map(({ amountCents }) => amountCents)

test('money that a bank takes back opens the invoice again, once, with one mail', async () => {
  await world.place(buysPack('a'))
  await world.pay()
  expect(await states()).toEqual(['paid'])
  await disputed(4500)
  await Promise.all([1, 2, 3].map(() => bookDisputes(world.parts)))
  await world.jobs()
  expect(await states()).toEqual(['open'])
  expect(await booked()).toEqual([4500, -4500])
  expect((await world.left()).mails.filter((kind) => kind === 'order-failed')).toHaveLength(1)
})

test('money that a bank gives back after a dispute pays the invoice again', async () => {
  await world.place(buysPack('a'))
  await world.pay()
  await disputed(4500)
  await world.jobs()
  await disputed(0)
  await world.jobs()
  expect(await states()).toEqual(['paid'])
  expect(await booked()).toEqual([4500, -4500, 4500])
})

test('money that comes back after the buyer has paid anew goes back to them, once', async () => {
  await world.place(buysPack('a'))
  await world.pay()
  await disputed(4500)
  await world.jobs()
  await paysAnew()
  expect(await states()).toEqual(['paid'])
  await disputed(0)
  await Promise.all([1, 2, 3].map(() => bookDisputes(world.parts)))
  await world.jobs()
  expect(await booked()).toEqual([4500, -4500, 4500])
  expect(await states()).toEqual(['paid'])
  expect((await world.left()).refunds).toEqual([{ amountCents: 4500, state: 'done' }])
  expect((await world.left()).mails).toContain('order-refund')
})

test.each([
  ['is with the bank', 4500, true, ['cs_2']],
  ['went back after the bank lost it', 0, true, ['cs_1', 'cs_2']],
  ['is back and not booked yet', 0, false, ['cs_2', 'cs_1']],
])(
  'the desk pays back what the buyer has paid anew while the first money %s, once',
  async (_, left, isBooked, sent) => {
    await world.place(buysPack('a'))
    await world.pay()
    await disputed(4500)
    await world.jobs()
    await paysAnew()
    await disputed(left)
    if (isBooked) await world.jobs()
    const [first] = (await world.left()).orders
    for (let time = 0; time < 2; time++) {
      await refundOrder(world.parts, first?.number ?? '').catch(() => null)
      await world.jobs()
    }
    expect(world.payments.refunds().map(({ page, cents }) => [page, cents])).toEqual(
      sent.map((page) => [page, 4500]),
    )
    expect(await states()).toContain('cancelled')
  },
)

test('the desk pays nothing back that the bank has, and tells the buyer nothing; once it is won, it does', async () => {
  await world.place(buysPack('a'))
  await world.pay()
  await disputed(4500)
  await world.jobs()
  const [order] = (await world.left()).orders
  const number = order?.number ?? ''
  const before = await world.left()
  await expect(refundOrder(world.parts, number)).rejects.toThrow('taken back by the bank')
  expect(await world.left()).toEqual(before)
  await disputed(0)
  await world.jobs()
  expect(await refundOrder(world.parts, number)).toEqual({ cents: 4500, byHand: false })
  expect((await world.left()).mails).toContain('order-refund')
})

test('nobody transfers by hand what the bank has taken back without a word, until it is won', async () => {
  await world.place(buysPack('a'))
  await world.pay()
  const [order] = (await world.left()).orders
  world.payments.disputes.set('cs_1', 4500)
  await refundOrder(world.parts, order?.number ?? '')
  expect(await refundsByHand(world.db)).toEqual([])
  await world.jobs()
  expect(await booked()).toEqual([4500, -4500])
  await disputed(0)
  await world.jobs()
  expect(await refundsByHand(world.db)).toMatchObject([{ cents: 4500 }])
})

test('money that comes back after the desk has paid it back is booked, and does not go back again', async () => {
  await world.place(buysPack('a'))
  await world.pay()
  const [order] = (await world.left()).orders
  world.payments.faults.down = true
  await refundOrder(world.parts, order?.number ?? '')
  world.payments.faults.down = false
  await disputed(4500)
  await world.jobs()
  await disputed(0)
  await world.jobs()
  // The provider refuses to pay back what the bank has: somebody transfers it, once.
  expect((await world.left()).refunds).toEqual([{ amountCents: 4500, state: 'failed' }])
  expect(await refundsByHand(world.db)).toMatchObject([{ cents: 4500 }])
  expect(await unbookedDisputes(world.db)).toEqual([])
})

test('a dispute before the invoice is written is booked once it is there', async () => {
  await world.place(buysPack('a'))
  world.payments.become('paid')
  const { connector } = world.parts
  const down = { ...connector, grant: () => Promise.reject(new Error('down')) }
  const [page] = world.payments.pages()
  world.payments.disputes.set(page?.ref ?? '', 4500)
  await refreshPayment({ ...world.parts, connector: down }, page?.asked.payment ?? 0)
  await bookDisputes(world.parts)
  expect(await booked()).toEqual([])
  world.minutesLater(5)
  await world.jobs()
  await world.jobs()
  expect(await booked()).toEqual([4500, -4500])
})
