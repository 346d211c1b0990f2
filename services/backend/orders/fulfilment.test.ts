import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { someone } from '../../../tests/buyer.fixture.ts'
import { buysPack, dayPass, joins, openOrders, plus } from '../../../tests/orders.fixture.ts'
import { ids } from '../../../tests/services.fixture.ts'
import { makeDocuments } from '../invoices/documents.ts'
import { refreshPayment } from '../payments/settling.ts'
import { claimedOrder, confirmClaim } from './claims.ts'
import { bookOrderTransfer, refundOrder } from './desk.ts'
import { orderOf } from './order-view.ts'
import { placeOrder } from './placing.ts'

let world: Awaited<ReturnType<typeof openOrders>>

beforeAll(async () => {
  world = await openOrders()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

const day = 24 * 60

describe('a transfer', () => {
  test('is asked for by mail, and booked once', async () => {
    const parts = world.withoutProvider()
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
    const parts = world.withoutProvider()
    const { number } = await placeOrder(parts, buysPack('a', { paysBy: 'transfer' }))
    world.minutesLater(14 * day - 1)
    await world.jobs()
    expect(await orderOf(parts, number)).toMatchObject({ state: 'placed' })
    world.minutesLater(2)
    await world.jobs()
    expect(await orderOf(parts, number)).toMatchObject({ state: 'expired' })
    await bookOrderTransfer(parts, number)
    expect(await orderOf(parts, number)).toMatchObject({ state: 'fulfilled' })
  })

  test('is not offered where people can pay online', async () => {
    await expect(world.place(buysPack('a', { paysBy: 'transfer' }))).rejects.toMatchObject({
      options: { errors: [{ field: 'paysBy' }] },
    })
  })
})

describe('a membership', () => {
  test('makes a member with package, first credits, contract and way to pay', async () => {
    const { number } = await world.place(joins('a'))
    expect(world.payments.pages()[0]?.asked).toMatchObject({ keepsMethod: true })
    await world.pay()
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
    await expect(world.place(joins('b', { member: memberId }))).rejects.toMatchObject({
      code: 'hasMembership',
    })
  })

  test('leaves it to the workshop system whether the grant or the package itself gives the credits', async () => {
    const { connector } = world.parts
    const granted: unknown[] = []
    const grant: typeof connector.grant = (key, wanted) => {
      granted.push(wanted)
      return connector.grant(key, wanted)
    }
    const parts = { ...world.parts, connector: { ...connector, grant } }
    await placeOrder(parts, joins('a'))
    world.payments.become('paid')
    await refreshPayment(parts, world.payments.pages()[0]?.asked.payment ?? 0)
    const credit = { amount: '30.00', scope: 'booking', fromDate: '2026-11-23', untilDate: '2026-12-22' }
    expect(granted).toMatchObject([{ packages: [{ package: plus }], packageCredits: [credit], credits: [] }])
  })

  test('paid late begins on that day', async () => {
    await world.place(joins('a'))
    world.payments.become('pending')
    await world.refreshAll()
    world.minutesLater(9 * day)
    await world.pay()
    expect((await world.left()).packages).toMatchObject([{ fromDate: '2026-12-02' }])
  })

  test('of a company on invoice is given at once, and the invoice is open', async () => {
    const buyer = { ...someone, company: 'Möbel GmbH', vatId: 'DE123456788', reference: 'PO 7' }
    const { url } = await world.place(joins('a', { buyer, paysBy: 'invoice' }))
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
      await world.place(joins(key, { member: ids.tom, buyer, buyerKey: key }))
      world.payments.become('paid')
    }
    await world.refreshAll()
    const left = await world.left()
    expect(left.orders.map(({ state }) => state).toSorted()).toEqual(['fulfilled', 'refunded'])
    expect(left.packages).toHaveLength(1)
    expect(left.refunds).toHaveLength(1)
  })
})

describe('two memberships of one person that are paid at the same moment', () => {
  const tomAs = { ...someone, email: 'tom@example.org' }
  test.each([
    ['a member', { member: ids.tom, buyer: tomAs }, { member: ids.tom }],
    ['somebody new', {}, { buyer: { ...someone, email: 'Nele@Example.org' } }],
    ['somebody who becomes a member meanwhile', { buyer: tomAs }, { member: ids.tom, buyer: tomAs }],
  ])('of %s: one is given, the other is paid back before anything is given', async (_, one, other) => {
    const first = await world.place(joins('a', { ...one, buyerKey: 'a' }))
    const second = await world.place(joins('b', { ...other, buyerKey: 'b' }))
    const granted: string[] = []
    const { connector } = world.parts
    const parts = { ...world.parts, connector: { ...connector } }
    parts.connector.grant = async (key, wanted) => {
      granted.push(key)
      // The second payment arrives while the workshop system works on the first order.
      if (granted.length === 1) await refreshPayment(parts, payment(1))
      return connector.grant(key, wanted)
    }
    const payment = (index: number) => world.payments.pages()[index]?.asked.payment ?? 0
    for (const { ref } of world.payments.pages()) world.payments.become('paid', ref)
    await refreshPayment(parts, payment(0))
    expect(granted).toHaveLength(1)
    expect(await orderOf(world.parts, second.number)).toMatchObject({ state: 'refunded' })
    expect((await world.left()).refunds).toEqual([{ amountCents: 3900, state: 'done' }])
    expect((await orderOf(world.parts, first.number))?.state).not.toBe('refunded')
    expect(await world.db.selectFrom('membershipTurn').select('key').execute()).toEqual([])
  })

  test('the one that is being given keeps its place while the workshop system is down', async () => {
    await world.place(joins('a', { buyerKey: 'a' }))
    await world.place(joins('b', { buyerKey: 'b' }))
    for (const { ref } of world.payments.pages()) world.payments.become('paid', ref)
    const { connector } = world.parts
    const grant = () => Promise.reject(new Error('down'))
    const parts = { ...world.parts, connector: { ...connector, grant } }
    for (const { asked } of world.payments.pages()) await refreshPayment(parts, asked.payment)
    expect((await world.left()).orders.map(({ state }) => state)).toEqual(['paid', 'refunded'])
    world.minutesLater(2)
    await world.jobs()
    const left = await world.left()
    expect(left.orders.map(({ state }) => state)).toEqual(['fulfilled', 'refunded'])
    expect(left.packages).toHaveLength(1)
  })

  test('an attempt that was overtaken takes no place', async () => {
    await world.place(joins('a'))
    world.payments.become('paid')
    const { connector } = world.parts
    let isFirst = true
    const space: typeof connector.space = async (id) => {
      if (isFirst) {
        isFirst = false
        world.minutesLater(2)
        await world.jobs()
      }
      return connector.space(id)
    }
    const parts = { ...world.parts, connector: { ...connector, space } }
    await refreshPayment(parts, world.payments.pages()[0]?.asked.payment ?? 0)
    expect((await world.left()).orders).toMatchObject([{ state: 'fulfilled' }])
    expect(await world.db.selectFrom('membershipTurn').select('key').execute()).toEqual([])
  })

  test('one that is refunded at the desk frees its place', async () => {
    const { number } = await world.place(joins('a', { buyerKey: 'a' }))
    world.payments.become('paid')
    const grant = () => Promise.reject(new Error('down'))
    const parts = { ...world.parts, connector: { ...world.parts.connector, grant } }
    await refreshPayment(parts, world.payments.pages()[0]?.asked.payment ?? 0)
    await refundOrder(world.parts, number)
    await world.place(joins('b', { buyerKey: 'b' }))
    await world.pay()
    expect((await world.left()).orders.map(({ state }) => state)).toEqual(['refunded', 'fulfilled'])
  })
})

test('a grant whose answer was lost keeps its days when it is repeated on another day', async () => {
  let isLost = true
  const { connector } = world.parts
  const grant: typeof connector.grant = async (key, wanted) => {
    const granted = await connector.grant(key, wanted)
    if (isLost) throw new Error('the answer is lost')
    return granted
  }
  const parts = { ...world.parts, connector: { ...connector, grant } }
  const { number } = await placeOrder(parts, buysPack('a'))
  world.payments.become('paid')
  await refreshPayment(parts, world.payments.pages()[0]?.asked.payment ?? 0)
  isLost = false
  world.minutesLater(day)
  await world.jobs()
  expect(await orderOf(world.parts, number)).toMatchObject({ state: 'fulfilled' })
  expect((await world.left()).credits).toMatchObject([{ fromDate: '2026-11-23' }])
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
    const { number } = await world.place(joins('a', { buyer }))
    await world.pay()
    await world.jobs()
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
    const { connector } = world.parts
    const membersByEmail: typeof connector.membersByEmail = async (email) => {
      await confirmClaim(world.parts, token)
      return connector.membersByEmail(email)
    }
    // The second press comes while the first one is under way.
    await confirmClaim({ ...world.parts, connector: { ...connector, membersByEmail } }, token)
    const { dueAt } = await world.db.selectFrom('customerOrder').select('dueAt').executeTakeFirstOrThrow()
    expect(dueAt).toBeNull()
    expect(await confirmClaim(world.parts, token)).toMatchObject({ state: 'done' })
    const left = await world.left()
    expect(left.packages).toMatchObject([{ memberId: ids.tom, packageId: plus }])
    expect(left.invoices).toHaveLength(1)
    expect(left.orders).toMatchObject([{ state: 'fulfilled', memberId: ids.tom }])
  })

  test('gets one mail, also when a slow process asks after another one has taken over', async () => {
    const { connector } = world.parts
    let isFirst = true
    const grant: typeof connector.grant = async (...given) => {
      if (isFirst) {
        isFirst = false
        world.minutesLater(2)
        await world.jobs()
      }
      return connector.grant(...given)
    }
    const parts = { ...world.parts, connector: { ...connector, grant } }
    await placeOrder(parts, joins('a', { buyer }))
    world.payments.become('paid')
    await refreshPayment(parts, world.payments.pages()[0]?.asked.payment ?? 0)
    expect((await world.left()).mails).toEqual(['order-address'])
    expect(await claimedOrder(world.parts, await tokenOf())).toMatchObject({ state: 'open' })
  })

  test('of nobody who answers: after 14 days the money goes back', async () => {
    const { number } = await world.place(joins('a', { buyer }))
    await world.pay()
    const token = await tokenOf()
    world.minutesLater(14 * day)
    await world.jobs()
    expect(await orderOf(world.parts, number)).toMatchObject({ state: 'refunded', waitsFor: null })
    expect(world.payments.refunds()).toMatchObject([{ cents: 3900 }])
    expect(await confirmClaim(world.parts, token)).toMatchObject({ state: 'done' })
    expect((await world.left()).packages).toEqual([])
  })
})

test('a day pass for one of the next days is paid by card: a debit takes longer', async () => {
  const pays = async (day: string) => {
    const item = { kind: 'dayPass' as const, package: dayPass, day }
    await world.place(joins(day, { item, shownCents: 1500 }))
    return world.payments.pages().at(-1)?.asked.takesCardsOnly
  }
  expect([await pays('2026-11-24'), await pays('2026-12-20')]).toEqual([true, false])
})

test('a day pass whose day is over when the money comes is paid back', async () => {
  const item = { kind: 'dayPass' as const, package: dayPass, day: '2026-11-25' }
  const { number } = await world.place(joins('a', { item, shownCents: 1500 }))
  world.payments.become('pending')
  await world.refreshAll()
  world.minutesLater(3 * day)
  await world.pay()
  expect(await orderOf(world.parts, number)).toMatchObject({ state: 'refunded' })
  expect(await world.left()).toMatchObject({ packages: [], invoices: [], refunds: [{ amountCents: 1500 }] })
})
