import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buysPack,
  dayPass,
  endsBeforeCancelling,
  openOrders,
  pack,
  plus,
} from '../../../tests/orders.fixture.ts'
import { ids } from '../../../tests/services.fixture.ts'
import { refreshPayment } from '../payments/settling.ts'
import { refundOrder } from './desk.ts'
import { orderJobs } from './jobs.ts'
import { offerOf } from './offers.ts'
import { orderOf } from './order-view.ts'
import { cancelOrder } from './paying.ts'
import { placeOrder } from './placing.ts'

let world: Awaited<ReturnType<typeof openOrders>>

beforeAll(async () => {
  world = await openOrders()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

const day = 24 * 60

test('an offer says price, tax, period and ways to pay', async () => {
  const tomAsks = { member: { space: 1, company: null, dateOfBirth: null } }
  expect(await offerOf(world.parts, { kind: 'credits', pack }, tomAsks)).toMatchObject({
    name: { de: '500 Credits', en: '500 credits' },
    totalCents: 4500,
    taxCents: 718,
    taxPercent: '19.00',
    renews: null,
    fromDate: '2026-11-23',
    untilDate: '2027-11-22',
    paysBy: ['provider'],
  })
  const joining = { member: null, startsEarly: false }
  expect(await offerOf(world.parts, { kind: 'membership', package: plus }, joining)).toMatchObject({
    totalCents: 3900,
    renews: 'month',
    fromDate: '2026-12-08',
    untilDate: '2027-01-07',
  })
  const company = { member: null, isCompany: true }
  expect(
    await offerOf(world.withoutProvider(), { kind: 'membership', package: plus }, company),
  ).toMatchObject({
    fromDate: '2026-11-23',
    paysBy: ['transfer', 'invoice'],
  })
  const pass = (on: string) =>
    offerOf(world.parts, { kind: 'dayPass', package: dayPass, day: on }, { member: null })
  expect(await pass('2026-11-30')).toMatchObject({ fromDate: '2026-11-30', untilDate: '2026-11-30' })
  await expect(pass('2026-11-22')).rejects.toMatchObject({ code: 'invalidInput' })
  await expect(offerOf(world.parts, { kind: 'credits', pack: 9 }, tomAsks)).rejects.toMatchObject({
    code: 'notFound',
  })
})

describe('a pack of credits', () => {
  test('is credited once it is paid, with invoice and mails, once', async () => {
    const { number, url } = await world.place(buysPack('a'))
    expect(number).toMatch(/^B-2026-[0-9A-Z]{6}$/)
    expect(url).toBe('https://pay.example/cs_1')
    expect(world.payments.pages()[0]?.asked).toMatchObject({
      lines: [{ text: '500 Credits', quantity: 1, cents: 4500 }],
      keepsMethod: false,
      successUrl: `https://werkbank.example/me/order/${number}`,
    })
    expect(await orderOf(world.parts, number)).toMatchObject({
      state: 'placed',
      payment: { state: 'open', url },
    })
    expect((await world.left()).credits).toEqual([])
    await world.pay()
    await world.refreshAll()
    await world.jobs()
    expect(await world.left()).toEqual({
      orders: [{ number, state: 'fulfilled', memberId: ids.tom }],
      invoices: [{ number: 'H9-2026-000001', grossCents: 4500, memberId: ids.tom }],
      paid: [{ method: 'provider', amountCents: 4500 }],
      mails: ['invoice', 'order-confirmation'],
      credits: [{ memberId: ids.tom, amountCents: 5000, fromDate: '2026-11-23', untilDate: '2027-11-22' }],
      packages: [],
      refunds: [],
    })
    expect(await orderOf(world.parts, number, { member: ids.tom })).toMatchObject({
      state: 'fulfilled',
      memberNumber: 'M-2',
      payment: { state: 'paid', url: null },
    })
    expect(await orderOf(world.parts, number, { member: ids.mia })).toBeNull()
  })

  test('its confirmation has the texts that were agreed to', async () => {
    await world.place(buysPack('a'))
    await world.pay()
    const mail = await world.db
      .selectFrom('mail')
      .selectAll()
      .where('kind', '=', 'order-confirmation')
      .executeTakeFirstOrThrow()
    expect(mail.text).toContain('23. November 2026 bis 22. November 2027')
    expect(mail.text).toContain('erklärt: „Sofort“\n\nDu kannst 14 Tage lang widerrufen.')
    const files = await world.db
      .selectFrom('mailAttachment')
      .select('name')
      .where('mailId', '=', mail.id)
      .execute()
    expect(files.map(({ name }) => name).toSorted()).toEqual([
      'Allgemeine Geschäftsbedingungen.txt',
      'Vorzeitiger Beginn.txt',
      'Widerrufsbelehrung.txt',
    ])
  })

  test('pressed twice and in two tabs is one order with one page', async () => {
    const placed = await Promise.all(['a', 'a', 'b', 'c'].map((key) => world.place(buysPack(key))))
    expect(new Set(placed.map(({ number, url }) => `${number} ${url}`)).size).toBe(1)
    expect((await world.left()).orders).toHaveLength(1)
    expect(world.payments.pages()).toHaveLength(1)
  })

  test('replaces another order that is not paid; money for that one goes back', async () => {
    const first = await world.place(buysPack('a'))
    await world.db
      .insertInto('creditPack')
      .values({ id: 2, creditCents: 1000, priceCents: 1000, validMonths: 12 })
      .execute()
    const second = await world.place(buysPack('b', { item: { kind: 'credits', pack: 2 }, shownCents: 1000 }))
    await world.db.deleteFrom('creditPack').where('id', '=', 2).execute()
    expect(second.number).not.toBe(first.number)
    expect(await orderOf(world.parts, first.number)).toMatchObject({ state: 'cancelled' })
    expect(world.payments.pages()[0]?.state).toBe('expired')
    world.payments.become('paid', 'cs_1')
    await world.refreshAll()
    expect(await world.left()).toMatchObject({ credits: [], refunds: [{ amountCents: 4500, state: 'done' }] })
    expect(world.payments.refunds()).toMatchObject([{ page: 'cs_1', cents: 4500 }])
    expect(await orderOf(world.parts, first.number)).toMatchObject({ state: 'cancelled' })
  })

  test('paid on two pages is credited once, and the second payment goes back', async () => {
    const { number } = await world.place(buysPack('a'))
    world.minutesLater(61)
    const again = await world.place(buysPack('b'))
    expect(again).toEqual({ number, url: 'https://pay.example/cs_2' })
    world.payments.become('paid', 'cs_1')
    world.payments.become('paid', 'cs_2')
    await Promise.all([world.refreshAll(), world.refreshAll(), world.refreshAll()])
    await world.jobs()
    const left = await world.left()
    expect(left.credits).toHaveLength(1)
    expect(left.paid).toEqual([{ method: 'provider', amountCents: 4500 }])
    expect(left.refunds).toEqual([{ amountCents: 4500, state: 'done' }])
    expect(world.payments.refunds()).toHaveLength(1)
  })

  test('refused: the page stays, and a new attempt can be made', async () => {
    const { number, url } = await world.place(buysPack('a'))
    world.payments.become('failed', 'cs_1', 'card_declined')
    expect(await orderOf(world.parts, number)).toMatchObject({
      state: 'placed',
      payment: { state: 'failed', failure: 'card_declined', url: null },
    })
    const again = await world.place(buysPack('a'))
    expect(again.number).toBe(number)
    expect(again.url).not.toBe(url)
    await world.pay()
    expect((await world.left()).credits).toHaveLength(1)
  })

  test('by debit: credited once the bank has paid, and told when it has not', async () => {
    const { number } = await world.place(buysPack('a'))
    world.payments.become('pending')
    expect(await orderOf(world.parts, number)).toMatchObject({
      state: 'placed',
      payment: { state: 'pending' },
    })
    expect((await world.left()).credits).toEqual([])
    // Another order can be placed meanwhile.
    expect((await world.place(buysPack('b'))).number).not.toBe(number)
    world.minutesLater(5 * day)
    world.payments.become('failed', 'cs_1')
    await world.jobs()
    expect((await world.left()).mails).toEqual(['order-failed', 'order-received'])
    // The order waits for another way to pay, for a day.
    expect(await orderOf(world.parts, number)).toMatchObject({ state: 'placed' })
    world.minutesLater(day - 5)
    await world.jobs()
    expect(await orderOf(world.parts, number)).toMatchObject({ state: 'placed' })
    world.minutesLater(10)
    await world.jobs()
    expect(await orderOf(world.parts, number)).toMatchObject({ state: 'expired' })
    world.payments.become('paid', 'cs_2')
    await world.refreshAll()
    expect((await world.left()).credits).toHaveLength(1)
  })

  test('with another price than was shown is not ordered', async () => {
    await expect(world.place(buysPack('a', { shownCents: 4400 }))).rejects.toMatchObject({
      code: 'priceChanged',
      options: { params: { shown: '44.00', price: '45.00' } },
    })
    expect((await world.left()).orders).toEqual([])
  })

  test('without a consent that the law wants is not ordered', async () => {
    const consents = [{ kind: 'terms' as const, text: 'AGB' }]
    await expect(world.place(buysPack('a', { consents }))).rejects.toMatchObject({
      options: { errors: [{ field: 'consents', message: 'the consent withdrawal' }] },
    })
  })

  test.each([
    ['2008-11-24', 'guardianNeeded'],
    ['2008-11-23', null],
  ])(
    'of somebody born on %s: %s, because credits are bought without a guardian',
    async (dateOfBirth, code) => {
      await world.db.updateTable('member').set({ dateOfBirth }).where('id', '=', ids.tom).execute()
      const offered = offerOf(
        world.parts,
        { kind: 'credits', pack },
        {
          member: { space: 1, company: null, dateOfBirth },
        },
      )
      expect(await offered.catch((error: { code: string }) => error)).toMatchObject(
        code ? { code } : { totalCents: 4500 },
      )
      const placed = world.place(buysPack('a')).catch((error: { code: string }) => error)
      expect((await placed) as { code?: string }).toMatchObject(
        code ? { code } : { number: expect.any(String) },
      )
      const guardian = { kind: 'guardian' as const, text: 'Ada' }
      const { consents } = buysPack('a')
      const agreed = await world.place(buysPack('b', { consents: [...consents, guardian] }))
      expect(agreed).toMatchObject({ number: expect.any(String) })
      await world.db.updateTable('member').set({ dateOfBirth: null }).where('id', '=', ids.tom).execute()
    },
  )

  test('when the provider is down: the order is kept, and the same press continues it', async () => {
    world.payments.faults.down = true
    await expect(world.place(buysPack('a'))).rejects.toThrow('down')
    world.payments.faults.down = false
    expect((await world.place(buysPack('a'))).url).toBe('https://pay.example/cs_1')
    expect((await world.left()).orders).toHaveLength(1)
  })

  test('expires after a day without a payment; money that comes late is taken', async () => {
    const { number } = await world.place(buysPack('a'))
    world.minutesLater(day + 1)
    await world.jobs()
    await world.jobs()
    expect(await orderOf(world.parts, number)).toMatchObject({ state: 'expired' })
    world.payments.become('paid')
    await world.refreshAll()
    expect(await orderOf(world.parts, number)).toMatchObject({ state: 'fulfilled' })
  })

  test('of which no message arrived is found by the job', async () => {
    await world.place(buysPack('a'))
    world.payments.become('paid')
    world.minutesLater(11)
    await world.jobs()
    expect((await world.left()).credits).toHaveLength(1)
  })

  test('is looked at although a hundred others fail each time', async () => {
    for (let index = 0; index < 100; index++) {
      const buyerKey = `never-${index}`
      await world.place(buysPack(buyerKey, { buyerKey }))
    }
    const { provider } = world.payments
    const observe: typeof provider.observe = async (ref) => {
      if (ref !== 'cs_101') throw new Error('never')
      return provider.observe(ref)
    }
    const run = orderJobs({ ...world.parts, provider: { ...provider, observe } })
    const look = run['look at payments and end unpaid orders']
    world.minutesLater(1)
    await world.place(buysPack('good', { buyerKey: 'good' }))
    world.payments.become('paid')
    world.minutesLater(11)
    await look()
    expect((await world.left()).credits).toEqual([])
    await look()
    expect((await world.left()).credits).toHaveLength(1)
  })

  test('is cancelled by its buyer only while it is not paid', async () => {
    const { number } = await world.place(buysPack('a'))
    world.payments.become('paid')
    expect(await cancelOrder(world.parts, number)).toBe(false)
    expect((await world.left()).credits).toHaveLength(1)
    const other = await world.place(buysPack('b'))
    expect(await cancelOrder(world.parts, other.number)).toBe(true)
    expect(await cancelOrder(world.parts, other.number)).toBe(true)
  })

  test('cancelled while the provider opens its page: nobody can pay on that page', async () => {
    const { provider } = world.payments
    const checkout: typeof provider.checkout = async (asked, key) => {
      const page = await provider.checkout(asked, key)
      const [order] = (await world.left()).orders
      await cancelOrder(world.parts, order?.number ?? '')
      return page
    }
    const { url } = await placeOrder({ ...world.parts, provider: { ...provider, checkout } }, buysPack('a'))
    expect(url).toBeNull()
    expect(world.payments.pages()[0]?.state).toBe('expired')
  })

  test('is paid back by the desk, with a cancellation of its invoice', async () => {
    const { number } = await world.place(buysPack('a'))
    await world.pay()
    expect(await refundOrder(world.parts, number)).toEqual({ cents: 4500, byHand: false })
    await expect(refundOrder(world.parts, number)).rejects.toThrow('nothing to pay back')
    const left = await world.left()
    expect(left.invoices.map(({ grossCents }) => grossCents)).toEqual([4500, -4500])
    expect(left.refunds).toEqual([{ amountCents: 4500, state: 'done' }])
    expect(left.mails).toContain('order-refund')
  })
})

test('a refund that ended before the invoice was cancelled is finished by a repeat', async () => {
  const { number } = await world.place(buysPack('a'))
  await world.pay()
  await expect(refundOrder(endsBeforeCancelling(world.parts), number)).rejects.toThrow('killed')
  expect((await world.left()).invoices).toHaveLength(1)
  // Of two repeats at once, the second may find nothing left to do.
  const repeats = await Promise.allSettled([1, 2].map(() => refundOrder(world.parts, number)))
  expect(repeats).toContainEqual({ status: 'fulfilled', value: { cents: 4500, byHand: false } })
  for (const repeat of repeats)
    if (repeat.status === 'rejected') expect(String(repeat.reason)).toContain('nothing to pay back')
  const left = await world.left()
  expect(left.invoices.map(({ grossCents }) => grossCents)).toEqual([4500, -4500])
  expect(left.refunds).toEqual([{ amountCents: 4500, state: 'done' }])
  await expect(refundOrder(world.parts, number)).rejects.toThrow('nothing to pay back')
})

test('a refund at the desk cancels an invoice that was written while it waited', async () => {
  const { number } = await world.place(buysPack('a'))
  world.payments.become('paid')
  const { connector } = world.parts
  let refund: Promise<unknown> = Promise.resolve()
  const member: typeof connector.member = async (id) => {
    // The invoice is written right after this call.
    const found = await connector.member(id)
    refund = refundOrder({ ...world.parts, db: late(world.db) }, number)
    await reached.promise
    return found
  }
  const reached = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  /** The database of a process that waits before its first transaction. */
  const late = (db: typeof world.db): typeof world.db =>
    new Proxy(db, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
        reached.resolve()
        return () => ({
          execute: async (work: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) => {
            await written.promise
            return target.transaction().execute(work)
          },
        })
      },
    })
  const parts = { ...world.parts, connector: { ...connector, member } }
  await refreshPayment(parts, world.payments.pages()[0]?.asked.payment ?? 0)
  written.resolve()
  await refund
  expect((await world.left()).invoices.map(({ grossCents }) => grossCents)).toEqual([4500, -4500])
})

describe('the database refuses', () => {
  test.each([
    ['customer_order', 'fulfilled', 'placed'],
    ['customer_order', 'fulfilled', 'paid'],
    ['payment', 'paid', 'failed'],
    ['refund', 'done', 'asked'],
  ] as const)('%s: %s to %s', async (table, _, state) => {
    await world.place(buysPack('a'))
    await world.pay()
    if (table === 'refund') {
      world.minutesLater(1)
      await refundOrder(world.parts, (await world.left()).orders[0]?.number ?? '')
    }
    const update = world.db.updateTable(table === 'customer_order' ? 'customerOrder' : table)
    await expect(update.set({ state }).execute()).rejects.toThrow(`to ${state}`)
  })
})
