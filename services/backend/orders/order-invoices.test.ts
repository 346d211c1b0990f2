import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabaseKind } from '../../../platform/database/database.fixture.ts'
import { buysPack, openOrders } from '../../../tests/orders.fixture.ts'
import { ids } from '../../../tests/services.fixture.ts'
import { bookTransfer } from '../invoices/correcting.ts'
import { isPayable } from '../invoices/invoices.ts'
import { bookPayment, invoicesOf, lockInvoice } from '../invoices/invoices.store.ts'
import { invoiceJobs } from '../invoices/jobs.ts'
import { invoiceUsage } from '../invoices/usage.ts'
import { refreshPayment } from '../payments/settling.ts'
import { orderOf } from './order-view.ts'
import { placeInvoicePayment } from './placing.ts'

let world: Awaited<ReturnType<typeof openOrders>>

beforeAll(async () => {
  world = await openOrders()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

describe('an open invoice', () => {
  /** tom's order on invoice leaves one of 45 euros. */
  async function openInvoice(): Promise<number> {
    const buyer = { ...buysPack('').buyer, company: 'Tom GmbH' }
    await world.place(buysPack('on-invoice', { buyer, paysBy: 'invoice' }))
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
    await world.pay()
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

  test('with a rest below what the provider takes is not offered online', async () => {
    const invoice = await openInvoice()
    const rest = async (cents: number) => {
      await sql`truncate invoice_payment cascade`.execute(world.db)
      const paidOn = '2026-11-23'
      await world.db
        .insertInto('invoicePayment')
        .values({
          invoiceId: invoice,
          requestKey: 'a',
          method: 'transfer',
          amountCents: 4500 - cents,
          paidOn,
          createdAt: world.time.now,
        })
        .execute()
      const [entry] = await invoicesOf(world.db, ids.tom)
      return entry && isPayable(entry)
    }
    expect(await rest(50)).toBe(true)
    expect(await rest(49)).toBe(false)
    await expect(payIt(invoice, 'b')).rejects.toMatchObject({ code: 'amountTooSmall' })
    expect(world.payments.pages()).toEqual([])
  })

  test('of an order is not recorded at the workshop system, whose prepayments pay for bookings', async () => {
    await openInvoice()
    await bookTransfer(world.parts, 'H9-2026-000001')
    expect(await world.db.selectFrom('prepayment').select('id').execute()).toEqual([])
    expect((await world.left()).paid).toEqual([{ method: 'transfer', amountCents: 4500 }])
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
    await world.pay()
    expect(await world.left()).toMatchObject({
      paid: [{ amountCents: 3000 }, { amountCents: 1500 }],
      refunds: [{ amountCents: 3000 }],
    })
    expect(await orderOf(world.parts, number)).toMatchObject({ state: 'fulfilled' })
  })
})

describe('an invoice of bookings', () => {
  /** tom owes 12 euros. */
  async function usageInvoice(): Promise<{ id: number; number: string }> {
    const createdAt = new Date('2026-10-10T12:00:00Z')
    const row = { memberId: ids.tom, priceCents: 1200, description: 'Laser', createdAt }
    await world.db.insertInto('charge').values(row).execute()
    await invoiceUsage(world.parts)
    return world.db.selectFrom('invoice').select(['id', 'number']).executeTakeFirstOrThrow()
  }
  const payIt = (invoice: number) =>
    placeInvoicePayment(world.parts, {
      invoice,
      member: ids.tom,
      requestKey: 'a',
      locale: 'de',
      returnPaths: { success: '/me/order/{number}', cancel: '/me/invoices' },
    })
  const recorded = () =>
    world.db.selectFrom('prepayment').select(['requestKey', 'amountCents']).orderBy('id').execute()
  /** The parts with a workshop system that does `first` before it records a payment. */
  function before(first: () => Promise<unknown>) {
    const { connector } = world.parts
    const recordPayment: typeof connector.recordPayment = async (key, payment) => {
      await first()
      return connector.recordPayment(key, payment)
    }
    return { ...world.parts, connector: { ...connector, recordPayment } }
  }
  const paymentId = () => world.payments.pages()[0]?.asked.payment ?? 0

  test('paid by card while its transfer is booked: recorded is what is booked', async () => {
    const { id, number } = await usageInvoice()
    await payIt(id)
    world.payments.become('paid')
    let transferred = -1
    const parts = before(async () => (transferred = await bookTransfer(world.parts, number)))
    await refreshPayment(parts, paymentId())
    expect(transferred).toBe(0)
    expect(await world.left()).toMatchObject({
      paid: [{ method: 'provider', amountCents: 1200 }],
      refunds: [],
      orders: [{ state: 'fulfilled' }],
    })
    expect(await recorded()).toEqual([{ requestKey: `payment-${paymentId()}`, amountCents: 1200 }])
  })

  test('paid by transfer while the card payment is booked: that goes back', async () => {
    const { id, number } = await usageInvoice()
    await payIt(id)
    world.payments.become('paid')
    await bookTransfer(
      before(() => refreshPayment(world.parts, paymentId())),
      number,
    )
    expect(await world.left()).toMatchObject({
      paid: [{ method: 'transfer', amountCents: 1200 }],
      refunds: [{ amountCents: 1200, state: 'done' }],
      orders: [{ state: 'refunded' }],
    })
    expect(await recorded()).toEqual([{ requestKey: `invoice-${number}`, amountCents: 1200 }])
  })

  test('paid by both at once and twice each: booked and recorded once', async () => {
    const { id, number } = await usageInvoice()
    await payIt(id)
    world.payments.become('paid')
    await Promise.all([
      bookTransfer(world.parts, number),
      refreshPayment(world.parts, paymentId()),
      bookTransfer(world.parts, number),
      refreshPayment(world.parts, paymentId()),
    ])
    await world.jobs()
    expect((await world.left()).paid).toMatchObject([{ amountCents: 1200 }])
    expect(await recorded()).toMatchObject([{ amountCents: 1200 }])
  })

  test.each([
    ['a transfer', 'invoice', async (number: string) => void (await bookTransfer(world.parts, number))],
    ['a payment by card', 'payment', async () => refreshPayment(world.parts, paymentId())],
  ])('%s waits for another payment that is being booked', async (_, key, pay) => {
    const { id, number } = await usageInvoice()
    await payIt(id)
    world.payments.become('paid')
    const [isBooked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const other = world.db.transaction().execute(async (tx) => {
      const invoice = await lockInvoice(tx, id)
      const booking = { invoice: id, key: 'other', method: 'transfer' as const, cents: 1000 }
      if (invoice) await bookPayment(tx, { ...booking, paidOn: '2026-11-23', now: world.time.now }, invoice)
      isBooked.resolve()
      await mayEnd.promise
    })
    await isBooked.promise
    const seen = { hasEnded: false }
    const paying = pay(number).finally(() => (seen.hasEnded = true))
    const waiting = sql<{ n: number }>`select count(*)::int as n from pg_locks where not granted`
    // PGlite has one session: there the payment waits for it.
    if (testDatabaseKind === 'postgres')
      while (!seen.hasEnded && (await waiting.execute(world.db)).rows[0]?.n === 0);
    mayEnd.resolve()
    await Promise.all([other, paying])
    await invoiceJobs(world.parts)['record payments of bookings']()
    const sums = (await recorded()).map(({ requestKey, amountCents }) => [requestKey, amountCents])
    expect(Object.fromEntries(sums)).toEqual({
      other: 1000,
      [key === 'invoice' ? `invoice-${number}` : `payment-${paymentId()}`]: 200,
    })
  })

  test('paid while the workshop system is down: the order ends once that knows the sum', async () => {
    const { id } = await usageInvoice()
    const { number } = await payIt(id)
    world.payments.become('paid')
    await refreshPayment(
      before(() => Promise.reject(new Error('down'))),
      paymentId(),
    )
    expect(
      await orderOf(
        before(() => Promise.reject(new Error('down'))),
        number,
      ),
    ).toMatchObject({ state: 'paid' })
    expect((await world.left()).paid).toEqual([{ method: 'provider', amountCents: 1200 }])
    expect(await recorded()).toEqual([])
    world.minutesLater(2)
    await world.jobs()
    expect(await orderOf(world.parts, number)).toMatchObject({ state: 'fulfilled' })
    expect((await world.left()).paid).toHaveLength(1)
    expect(await recorded()).toMatchObject([{ amountCents: 1200 }])
  })

  test('paid by transfer while the workshop system is down: a job records it', async () => {
    const { number } = await usageInvoice()
    const down = before(() => Promise.reject(new Error('down')))
    expect(await bookTransfer(down, number)).toBe(1200)
    const run = invoiceJobs(world.parts)['record payments of bookings']
    await run()
    await run()
    expect(await recorded()).toEqual([{ requestKey: `invoice-${number}`, amountCents: 1200 }])
    expect(await world.db.selectFrom('unrecordedPayment').select('requestKey').execute()).toEqual([])
  })

  test('a payment that can never be recorded keeps no others waiting', async () => {
    await usageInvoice()
    const { id } = await world.db.selectFrom('invoice').select('id').executeTakeFirstOrThrow()
    const keys = Array.from({ length: 101 }, (_, index) => `never-${String(index).padStart(3, '0')}`)
    const createdAt = world.time.now
    await world.db
      .insertInto('invoicePayment')
      .values(
        keys.map((requestKey) => ({
          invoiceId: id,
          requestKey,
          method: 'transfer',
          amountCents: 1,
          paidOn: '2026-11-23',
          createdAt,
        })),
      )
      .execute()
    await world.db
      .insertInto('unrecordedPayment')
      .values(keys.map((requestKey) => ({ requestKey, createdAt })))
      .execute()
    const asked = new Set<string>()
    const { connector } = world.parts
    const recordPayment: typeof connector.recordPayment = (key) => {
      asked.add(key)
      return Promise.reject(new Error('never'))
    }
    const run = invoiceJobs({ ...world.parts, connector: { ...connector, recordPayment } })
    world.minutesLater(1)
    await run['record payments of bookings']()
    await run['record payments of bookings']()
    expect(asked.size).toBe(101)
  })
})
