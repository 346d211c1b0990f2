import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buysPack, dayPass, joins, openOrders, plus, someone } from '../../../tests/orders.fixture.ts'
import { ids } from '../../../tests/services.fixture.ts'
import { makeDocuments } from '../invoices/documents.ts'
import { refreshPayment } from '../payments/settling.ts'
import { claimedOrder, confirmClaim } from './claims.ts'
import { bookOrderTransfer, refundOrder } from './desk.ts'
import { orderJobs } from './jobs.ts'
import { orderOf } from './order-view.ts'
import { placeInvoicePayment, placeOrder } from './placing.ts'

let world: Awaited<ReturnType<typeof openOrders>>

beforeAll(async () => {
  world = await openOrders()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

const day = 24 * 60
const place = (asked: ReturnType<typeof buysPack>) => placeOrder(world.parts, asked)
const jobs = async () => {
  for (const run of Object.values(orderJobs(world.parts))) await run()
}
const refreshAll = async () => {
  for (const { asked } of world.payments.pages()) await refreshPayment(world.parts, asked.payment)
}
/** The newest page becomes paid, and the provider says so. */
async function pay(): Promise<void> {
  world.payments.become('paid')
  await refreshAll()
}
const withoutProvider = () => ({ ...world.parts, provider: null })

describe('a transfer', () => {
  test('is asked for by mail, and booked once', async () => {
    const parts = withoutProvider()
    const { number, url } = await placeOrder(parts, buysPack('a', { paysBy: 'transfer' }))
    expect(url).toBeNull()
    expect(await orderOf(parts, number)).toMatchObject({
      bank: { iban: 'DE02370502990000684712' },
      payment: null,
    })
    const mail = await world.db.selectFrom('mail').selectAll().executeTakeFirstOrThrow()
    expect(mail).toMatchObject({ kind: 'order-transfer', toAddress: 'tom@example.org' })
    expect(mail.text).toContain(number)
    const booked = await Promise.all([1, 2, 3].map(() => bookOrderTransfer(parts, number, '2026-11-22')))
    expect(booked).toContain(true)
    expect(await bookOrderTransfer(parts, number)).toBe(false)
    const left = await world.left()
    expect(left.paid).toEqual([{ method: 'transfer', amountCents: 4500 }])
    expect(left.credits).toHaveLength(1)
    const { paidOn } = await world.db.selectFrom('invoicePayment').select('paidOn').executeTakeFirstOrThrow()
    expect(paidOn).toBe('2026-11-22')
    expect(await refundOrder(parts, number)).toEqual({ cents: 4500, byHand: true })
  })

  test('that does not come ends the order after 14 days; a late one is taken', async () => {
    const parts = withoutProvider()
    const { number } = await placeOrder(parts, buysPack('a', { paysBy: 'transfer' }))
    world.minutesLater(14 * day - 1)
    await jobs()
    expect(await orderOf(parts, number)).toMatchObject({ state: 'placed' })
    world.minutesLater(2)
    await jobs()
    expect(await orderOf(parts, number)).toMatchObject({ state: 'expired' })
    await bookOrderTransfer(parts, number)
    expect(await orderOf(parts, number)).toMatchObject({ state: 'fulfilled' })
  })

  test('is not offered where people can pay online', async () => {
    await expect(place(buysPack('a', { paysBy: 'transfer' }))).rejects.toMatchObject({
      options: { errors: [{ field: 'paysBy' }] },
    })
  })
})

describe('a membership', () => {
  test('makes a member with package, first credits, contract and way to pay', async () => {
    const { number } = await place(joins('a'))
    expect(world.payments.pages()[0]?.asked).toMatchObject({ keepsMethod: true })
    await pay()
    const left = await world.left()
    const order = left.orders[0]
    const memberId = order?.memberId ?? 0
    expect(order).toEqual({ number, state: 'fulfilled', memberId })
    expect(memberId).toBeGreaterThan(1000)
    expect(left.packages).toEqual([{ memberId, packageId: plus, fromDate: '2026-11-23', untilDate: null }])
    expect(left.credits).toEqual([
      { memberId, amountCents: 3000, fromDate: '2026-11-23', untilDate: '2026-12-22' },
    ])
    expect(await world.db.selectFrom('subscription').selectAll().execute()).toMatchObject([
      { memberId, packageId: plus, anchor: '2026-11-23', period: 'month', priceCents: 3900, state: 'active' },
    ])
    expect(await world.db.selectFrom('paymentProfile').selectAll().execute()).toMatchObject([
      { memberId, methodRef: 'pm_cs_1', kind: 'card', last4: '4242' },
    ])
    expect(left.mails).toEqual(['invoice', 'order-confirmation'])
    // A second one is refused before it costs anything.
    await expect(place(joins('b', { member: memberId }))).rejects.toMatchObject({ code: 'hasMembership' })
  })

  test('a workshop system that credits its packages gets no credits on top', async () => {
    const parts = { ...world.parts, creditsPackages: true }
    await placeOrder(parts, joins('a'))
    world.payments.become('paid')
    await refreshPayment(parts, world.payments.pages()[0]?.asked.payment ?? 0)
    expect(await world.left()).toMatchObject({ credits: [], packages: [{ packageId: plus }] })
  })

  test('paid late begins on that day', async () => {
    await place(joins('a'))
    world.payments.become('pending')
    await refreshAll()
    world.minutesLater(9 * day)
    await pay()
    expect((await world.left()).packages).toMatchObject([{ fromDate: '2026-12-02' }])
  })

  test('of a company on invoice is given at once, and the invoice is open', async () => {
    const buyer = { ...someone, company: 'Möbel GmbH', vatId: 'DE123456788', reference: 'PO 7' }
    const { url } = await place(joins('a', { buyer, paysBy: 'invoice' }))
    expect(url).toBeNull()
    await makeDocuments(world.parts)
    const left = await world.left()
    expect(left.orders).toMatchObject([{ state: 'fulfilled' }])
    expect(left.paid).toEqual([])
    const invoice = await world.db.selectFrom('invoice').selectAll().executeTakeFirstOrThrow()
    expect(invoice).toMatchObject({
      dueOn: '2026-12-07',
      buyer: { company: 'Möbel GmbH', reference: 'PO 7' },
    })
    expect(await world.db.selectFrom('invoiceDocument').select('xml').execute()).toMatchObject([
      { xml: expect.stringContaining('PO 7') },
    ])
  })

  test('of the same member twice at once: one is given, the other paid back', async () => {
    const buyer = { ...someone, email: 'tom@example.org' }
    const keys = ['a', 'b']
    for (const key of keys) {
      await place(joins(key, { member: ids.tom, buyer, buyerKey: key }))
      world.payments.become('paid')
    }
    await refreshAll()
    const left = await world.left()
    expect(left.orders.map(({ state }) => state).toSorted()).toEqual(['fulfilled', 'refunded'])
    expect(left.packages).toHaveLength(1)
    expect(left.refunds).toHaveLength(1)
  })
})

describe('an address that belongs to a member', () => {
  const buyer = { ...someone, email: 'tom@example.org' }
  async function tokenOf(): Promise<string> {
    const { text } = await world.db
      .selectFrom('mail')
      .select('text')
      .where('kind', '=', 'order-address')
      .executeTakeFirstOrThrow()
    return /\/order\/claim\/([\w-]{32})/.exec(text ?? '')?.[1] ?? ''
  }

  test('changes nothing until its owner says so, by a link that works once', async () => {
    const { number } = await place(joins('a', { buyer }))
    await pay()
    await jobs()
    expect(await orderOf(world.parts, number)).toMatchObject({ state: 'paid', waitsFor: 'address' })
    expect(await world.left()).toMatchObject({
      packages: [],
      credits: [],
      invoices: [],
      mails: ['order-address'],
    })
    const token = await tokenOf()
    expect(await claimedOrder(world.parts, token)).toMatchObject({ number, state: 'open', totalCents: 3900 })
    expect(await claimedOrder(world.parts, 'x'.repeat(32))).toBeNull()
    await Promise.all([confirmClaim(world.parts, token), confirmClaim(world.parts, token)])
    expect(await confirmClaim(world.parts, token)).toMatchObject({ state: 'done' })
    const left = await world.left()
    expect(left.packages).toMatchObject([{ memberId: ids.tom, packageId: plus }])
    expect(left.invoices).toHaveLength(1)
    expect(left.orders).toMatchObject([{ state: 'fulfilled', memberId: ids.tom }])
  })

  test('of nobody who answers: after 14 days the money goes back', async () => {
    const { number } = await place(joins('a', { buyer }))
    await pay()
    const token = await tokenOf()
    world.minutesLater(14 * day)
    await jobs()
    expect(await orderOf(world.parts, number)).toMatchObject({ state: 'refunded', waitsFor: null })
    expect(world.payments.refunds()).toMatchObject([{ cents: 3900 }])
    expect(await confirmClaim(world.parts, token)).toMatchObject({ state: 'done' })
    expect((await world.left()).packages).toEqual([])
  })
})

test('a day pass whose day is over when the money comes is paid back', async () => {
  const item = { kind: 'dayPass' as const, package: dayPass, day: '2026-11-25' }
  const { number } = await place(joins('a', { item, shownCents: 1500 }))
  world.payments.become('pending')
  await refreshAll()
  world.minutesLater(3 * day)
  await pay()
  expect(await orderOf(world.parts, number)).toMatchObject({ state: 'refunded' })
  expect(await world.left()).toMatchObject({ packages: [], invoices: [], refunds: [{ amountCents: 1500 }] })
})

describe('an open invoice', () => {
  /** tom's order on invoice leaves one of 45 euros. */
  async function openInvoice(): Promise<number> {
    const buyer = { ...buysPack('').buyer, company: 'Tom GmbH' }
    await place(buysPack('on-invoice', { buyer, paysBy: 'invoice' }))
    return (await world.db.selectFrom('invoice').select('id').executeTakeFirstOrThrow()).id
  }
  const payIt = (invoice: number, requestKey: string, member = ids.tom) =>
    placeInvoicePayment(world.parts, {
      invoice,
      member,
      requestKey,
      locale: 'de',
      returnPaths: {
        success: '/me/order/{number}',
        cancel: '/me/invoices',
      },
    })

  test('is paid once, also from two tabs', async () => {
    const invoice = await openInvoice()
    const placed = await Promise.all(['a', 'b'].map((key) => payIt(invoice, key)))
    expect(placed[0]).toEqual(placed[1])
    await pay()
    expect(await world.left()).toMatchObject({
      paid: [{ method: 'provider', amountCents: 4500 }],
      refunds: [],
    })
    expect(await orderOf(world.parts, placed[0]?.number ?? '')).toMatchObject({
      kind: 'invoice',
      state: 'fulfilled',
      invoice,
    })
    await expect(payIt(invoice, 'c')).rejects.toMatchObject({ code: 'conflict' })
  })

  test('of another member is not found', async () => {
    const invoice = await openInvoice()
    await expect(payIt(invoice, 'a', ids.mia)).rejects.toMatchObject({ code: 'notFound' })
  })

  test('that was paid meanwhile: the money goes back', async () => {
    const invoice = await openInvoice()
    const { number } = await payIt(invoice, 'a')
    await world.db
      .insertInto('invoicePayment')
      .values({
        invoiceId: invoice,
        requestKey: 'transfer',
        method: 'transfer',
        amountCents: 3e3,
        paidOn: '2026-11-23',
        createdAt: world.time.now,
      })
      .execute()
    await pay()
    expect(await world.left()).toMatchObject({
      paid: [{ amountCents: 3000 }, { amountCents: 1500 }],
      refunds: [{ amountCents: 3000 }],
    })
    expect(await orderOf(world.parts, number)).toMatchObject({ state: 'fulfilled' })
  })
})
