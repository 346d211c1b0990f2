import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { joins, openOrders, plus } from '../../../tests/orders.fixture.ts'
import { invoiceSums } from '../../../rules/vat.ts'
import { insertInvoice } from '../invoices/invoices.store.ts'
import { invoiceJobs } from '../invoices/jobs.ts'
import { read } from '../invoices/settings.store.ts'
import { refundOrder } from '../orders/desk.ts'
import { orderJobs } from '../orders/jobs.ts'
import { placeInvoicePayment, placeOrder } from '../orders/placing.ts'
import { refreshPayment } from '../payments/settling.ts'
import { cancelSubscription, subscriptionOf } from './cancelling.ts'
import { subscriptionJobs } from './jobs.ts'

let world: Awaited<ReturnType<typeof openOrders>>
let member = 0

beforeAll(async () => {
  world = await openOrders()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.reset()
  await placeOrder(world.parts, joins('a'))
  world.payments.become('paid')
  await refreshPayment(world.parts, world.payments.pages()[0]?.asked.payment ?? 0)
  const { memberId } = await world.db.selectFrom('subscription').select('memberId').executeTakeFirstOrThrow()
  member = memberId
})

const jobs = async () => {
  const all = { ...subscriptionJobs(world.parts), ...orderJobs(world.parts), ...invoiceJobs(world.parts) }
  for (const run of Object.values(all)) await run()
}
/** The jobs run at noon of a day, as they do every minute. */
const on = async (day: string) => {
  world.time.now = new Date(`${day}T11:00:00Z`)
  await jobs()
  await jobs()
}
const method = () => world.payments.pages()[0]?.ref ?? ''
const refuses = () => world.payments.refusals.set(`pm_${method()}`, 'failed')
const subscription = () => world.db.selectFrom('subscription').selectAll().executeTakeFirstOrThrow()
const periods = () =>
  world.db.selectFrom('subscriptionPeriod').select(['fromDate', 'untilDate']).orderBy('fromDate').execute()
const packageEnds = async () => (await world.left()).packages.map(({ untilDate }) => untilDate)
const first = { fromDate: '2026-11-23', untilDate: '2026-12-22' }
const second = { fromDate: '2026-12-23', untilDate: '2027-01-22' }
const paysItself = async () => {
  const invoice = await world.db
    .selectFrom('invoice')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const asked = { invoice: invoice.id, member, locale: 'de' as const }
  const returnPaths = { success: '/me/invoices', cancel: '/me/invoices' }
  await placeInvoicePayment(world.parts, {
    ...asked,
    requestKey: `pays-${world.time.now.getTime()}`,
    returnPaths,
  })
  world.payments.become('paid')
  const page = world.payments.pages().at(-1)
  await refreshPayment(world.parts, page?.asked.payment ?? 0)
}

describe('a renewal', () => {
  test('is one period, one invoice, one charge and one credit, however often the job runs', async () => {
    await on('2026-12-22')
    expect(await periods()).toEqual([first])
    world.time.now = new Date('2026-12-22T23:05:00Z')
    await Promise.all([jobs(), jobs(), jobs()])
    await on('2026-12-24')
    expect(await periods()).toEqual([first, second])
    expect(world.payments.charges()).toMatchObject([{ cents: 3900, state: 'paid' }])
    const left = await world.left()
    expect(left.invoices.map(({ grossCents }) => grossCents)).toEqual([3900, 3900])
    expect(left.paid.map(({ amountCents }) => amountCents)).toEqual([3900, 3900])
    expect(left.credits).toEqual([
      { memberId: member, amountCents: 3000, ...first },
      { memberId: member, amountCents: 3000, ...second },
    ])
    expect(left.mails.filter((kind) => kind === 'invoice')).toHaveLength(2)
    expect(await subscription()).toMatchObject({ state: 'active', anchor: '2026-11-23' })
  })

  test('keeps the price of the contract, and says its days', async () => {
    await world.db.updateTable('package').set({ recurringFeeCents: 9900 }).where('id', '=', plus).execute()
    await on('2026-12-23')
    expect(world.payments.charges()).toMatchObject([{ cents: 3900 }])
    const line = await world.db
      .selectFrom('invoiceLine')
      .select(['text', 'suppliedFrom', 'suppliedUntil'])
      .orderBy('invoiceId', 'desc')
      .executeTakeFirst()
    expect(line).toEqual({ text: 'Plus', suppliedFrom: second.fromDate, suppliedUntil: second.untilDate })
    await world.db.updateTable('package').set({ recurringFeeCents: 3900 }).where('id', '=', plus).execute()
  })

  test('that was forgotten for months brings each period', async () => {
    await on('2027-03-01')
    expect((await periods()).map(({ fromDate }) => fromDate)).toEqual([
      '2026-11-23',
      '2026-12-23',
      '2027-01-23',
      '2027-02-23',
    ])
    expect(world.payments.charges()).toHaveLength(3)
    expect((await world.left()).credits).toHaveLength(4)
  })

  test('waits for a provider that does not answer, and charges once', async () => {
    world.payments.faults.down = true
    await on('2026-12-23')
    expect(await periods()).toEqual([first, second])
    expect((await world.left()).credits).toHaveLength(1)
    world.payments.faults.down = false
    await jobs()
    await jobs()
    expect(world.payments.charges()).toHaveLength(1)
    expect((await world.left()).credits).toHaveLength(2)
  })

  test('does not follow where the member has cancelled; the contract ends after its last day', async () => {
    const cancelled = { cancelOn: first.untilDate, endsOn: first.untilDate, isTold: false }
    await world.db.updateTable('subscription').set(cancelled).execute()
    await on('2026-12-22')
    expect(await subscription()).toMatchObject({ state: 'active' })
    expect(await packageEnds()).toEqual([first.untilDate])
    await on('2026-12-23')
    expect(await periods()).toEqual([first])
    expect(await subscription()).toMatchObject({ state: 'ended' })
  })
})

test('an order that is paid back ends the contract and its package', async () => {
  const { number } = await world.db.selectFrom('customerOrder').select('number').executeTakeFirstOrThrow()
  await on('2026-12-01')
  await refundOrder(world.parts, number)
  await jobs()
  expect(await subscription()).toMatchObject({ state: 'ended', isTold: true })
  expect(await packageEnds()).toEqual(['2026-11-30'])
  await on('2026-12-23')
  expect(await periods()).toEqual([first])
  expect(world.payments.charges()).toEqual([])
})

test('a package that is paid back on its first day is gone', async () => {
  const { number } = await world.db.selectFrom('customerOrder').select('number').executeTakeFirstOrThrow()
  await refundOrder(world.parts, number)
  await jobs()
  expect(await packageEnds()).toEqual([])
})

describe('a member', () => {
  const cancel = (isCancelled: boolean) => cancelSubscription(world.parts, { member, isCancelled })

  test('sees the next payment, and cancels to the end of the period with one mail', async () => {
    expect(await subscriptionOf(world.parts, member)).toMatchObject({
      name: { de: 'Plus' },
      priceCents: 3900,
      state: 'active',
      lastDay: first.untilDate,
      nextPayment: { day: second.fromDate, by: 'card', last4: '4242' },
      cancelOn: null,
    })
    await Promise.all([cancel(true), cancel(true)])
    expect(await subscriptionOf(world.parts, member)).toMatchObject({
      nextPayment: null,
      cancelOn: first.untilDate,
    })
    expect(await packageEnds()).toEqual([first.untilDate])
    expect((await world.left()).mails.filter((kind) => kind === 'subscription-cancelled')).toHaveLength(1)
    await on('2026-12-23')
    expect(await subscriptionOf(world.parts, member)).toBeNull()
    expect(world.payments.charges()).toEqual([])
    await expect(cancel(false)).rejects.toMatchObject({ code: 'notFound' })
  })

  test('takes a cancellation back until the last day', async () => {
    await cancel(true)
    world.time.now = new Date('2026-12-22T20:00:00Z')
    await cancel(false)
    expect(await packageEnds()).toEqual([null])
    expect((await world.left()).mails).toContain('subscription-kept')
    await on('2026-12-23')
    expect(await periods()).toEqual([first, second])
  })

  test('who cancels before the job of the day has run pays for the period that has begun', async () => {
    world.time.now = new Date('2026-12-23T00:00:30Z')
    await cancel(true)
    expect(await subscription()).toMatchObject({ cancelOn: second.untilDate })
    await on('2026-12-23')
    await on('2027-01-23')
    expect(await periods()).toEqual([first, second])
    expect(await subscription()).toMatchObject({ state: 'ended' })
  })

  test('who has cancelled while suspended and pays has the days that were not used', async () => {
    refuses()
    for (const day of ['2026-12-23', '2026-12-26', '2026-12-30', '2027-01-06']) await on(day)
    await cancel(true)
    expect(await packageEnds()).toEqual(['2027-01-05'])
    await on('2027-01-10')
    await paysItself()
    await jobs()
    expect(await subscription()).toMatchObject({ state: 'active', cancelOn: '2027-01-26' })
    expect(await packageEnds()).toEqual(['2027-01-26'])
  })
})

describe('money that does not come', () => {
  test('is asked for again after 3, 7 and 14 days, then the package is suspended', async () => {
    refuses()
    const seen: unknown[] = []
    for (let date = 23; date <= 31; date++) {
      await on(`2026-12-${date}`)
      seen.push(world.payments.charges().length)
    }
    // 23, 26 and 30 December.
    expect(seen).toEqual([1, 1, 1, 2, 2, 2, 2, 3, 3])
    expect(await subscription()).toMatchObject({ state: 'past_due', isTold: true })
    expect(await packageEnds()).toEqual([null])
    await on('2027-01-06')
    expect(world.payments.charges()).toHaveLength(4)
    expect(await subscription()).toMatchObject({
      state: 'suspended',
      suspendedOn: '2027-01-06',
      isTold: true,
    })
    expect(await packageEnds()).toEqual(['2027-01-05'])
    const { mails, credits, invoices } = await world.left()
    expect(mails.filter((kind) => kind.startsWith('subscription'))).toEqual([
      'subscription-reminder',
      'subscription-reminder',
      'subscription-reminder',
      'subscription-suspended',
    ])
    expect(credits).toHaveLength(1)
    // Nothing is renewed while it is suspended.
    await on('2027-03-01')
    expect((await world.left()).invoices).toEqual(invoices)
    expect(world.payments.charges()).toHaveLength(4)
  })

  test('comes by the member: the package is back, and the days of the suspension are appended', async () => {
    refuses()
    for (const day of ['2026-12-23', '2026-12-26', '2026-12-30', '2027-01-06']) await on(day)
    expect(await subscription()).toMatchObject({ state: 'suspended' })
    world.payments.refusals.clear()
    await on('2027-02-01')
    await paysItself()
    await jobs()
    // 6 to 22 January were not used: 17 days.
    expect((await periods()).at(-1)).toEqual({ fromDate: '2026-12-23', untilDate: '2027-02-17' })
    expect(await subscription()).toMatchObject({ state: 'active', anchor: '2027-02-18', suspendedOn: null })
    expect(await packageEnds()).toEqual([null])
    expect((await world.left()).mails).toContain('subscription-resumed')
    await on('2027-02-18')
    expect((await periods()).at(-1)).toEqual({ fromDate: '2027-02-18', untilDate: '2027-03-17' })
  })

  test('comes at the second attempt: the next period begins on its day', async () => {
    refuses()
    await on('2026-12-23')
    world.payments.refusals.clear()
    await on('2026-12-26')
    expect(await subscription()).toMatchObject({ state: 'active', anchor: '2026-11-23' })
    expect((await world.left()).credits).toHaveLength(2)
    await on('2026-12-31')
    expect(world.payments.charges()).toHaveLength(2)
    await on('2027-01-23')
    expect((await periods()).at(-1)?.fromDate).toBe('2027-01-23')
  })

  test('of a member without a kept method is asked for by mail at once', async () => {
    await world.db.deleteFrom('paymentProfile').execute()
    await on('2026-12-23')
    expect(world.payments.charges()).toEqual([])
    const mail = await world.db
      .selectFrom('mail')
      .select('text')
      .where('kind', '=', 'subscription-reminder')
      .executeTakeFirstOrThrow()
    expect(mail.text).toContain('26. Dezember 2026')
  })

  test('of a debit is on its way: credits are there, and a return begins the reminders', async () => {
    world.payments.refusals.set(`pm_${method()}`, 'pending')
    await on('2026-12-23')
    expect((await world.left()).credits).toHaveLength(2)
    await on('2026-12-28')
    expect(world.payments.charges()).toHaveLength(1)
    expect(await subscription()).toMatchObject({ state: 'active' })
    world.payments.chargeBecomes('failed')
    await on('2026-12-30')
    expect(await subscription()).toMatchObject({ state: 'past_due' })
    expect((await world.left()).mails).toContain('subscription-reminder')
    world.payments.chargeBecomes('pending')
  })

  test('of a company on invoice: reminders after the day, without charges', async () => {
    const order = { paysBy: 'invoice' }
    await world.db.updateTable('customerOrder').set(order).where('kind', '=', 'membership').execute()
    await on('2026-12-23')
    expect((await world.left()).credits).toHaveLength(2)
    await on('2027-01-06')
    expect((await world.left()).mails).not.toContain('subscription-reminder')
    for (const day of ['2027-01-07', '2027-01-10', '2027-01-14', '2027-01-21']) await on(day)
    expect(world.payments.charges()).toEqual([])
    expect(await subscription()).toMatchObject({ state: 'suspended', suspendedOn: '2027-01-21' })
  })
})

describe('an invoice for bookings', () => {
  const owes = async () => {
    const settings = await read(world.db, 1)
    if (!settings) throw new Error('no settings')
    const days = { suppliedFrom: '2026-11-24', suppliedUntil: '2026-11-24' }
    const line = { text: 'Lasercutter', quantity: 1, ...days, taxPercent: '19.00', grossCents: 2380 }
    const address = { street: '', zip: '', city: '', country: 'DE', email: 'nele@example.org', vatId: null }
    await world.db.transaction().execute((tx) =>
      insertInvoice(tx, {
        space: 1,
        member,
        kind: 'invoice',
        purpose: `usage-${member}-2026-11`,
        cancels: null,
        locale: 'de',
        issuedOn: '2026-12-01',
        dueOn: '2026-12-15',
        retainUntil: '2034-12-31',
        prefix: settings.prefix,
        seller: settings.seller,
        scheme: settings.scheme,
        buyer: { name: 'Nele Neu', company: null, memberNumber: '1001', reference: null, ...address },
        ...invoiceSums([line], settings.scheme),
        now: world.time.now,
      }),
    )
  }
  const mailText = async () => {
    const mail = await world.db
      .selectFrom('mail')
      .select('text')
      .where('kind', '=', 'invoice')
      .orderBy('createdAt', 'desc')
      .executeTakeFirst()
    return mail?.text?.replaceAll('\u00a0', ' ') ?? ''
  }

  test('announces its debit, and is charged five days later, once', async () => {
    world.time.now = new Date('2026-12-01T11:00:00Z')
    await owes()
    await on('2026-12-01')
    expect(await mailText()).toContain(
      'am 6. Dezember 2026 ziehen wir 23,80 € von deiner Karte ein, die auf 4242 endet',
    )
    expect(await mailText()).not.toContain('IBAN')
    await on('2026-12-05')
    expect(world.payments.charges()).toEqual([])
    world.time.now = new Date('2026-12-06T11:00:00Z')
    await Promise.all([jobs(), jobs()])
    await on('2026-12-08')
    expect(world.payments.charges()).toMatchObject([{ cents: 2380, state: 'paid' }])
    expect((await world.left()).paid.map(({ amountCents }) => amountCents)).toEqual([3900, 2380])
  })

  test('whose charge is refused is left to the member, who gets a mail', async () => {
    world.time.now = new Date('2026-12-01T11:00:00Z')
    await owes()
    refuses()
    await on('2026-12-06')
    await on('2026-12-12')
    expect(world.payments.charges()).toMatchObject([{ cents: 2380, state: 'failed' }])
    expect((await world.left()).mails.filter((kind) => kind === 'order-failed')).toHaveLength(1)
    expect(await subscription()).toMatchObject({ state: 'active' })
  })

  test('of a member without a kept method is transferred', async () => {
    await world.db.deleteFrom('paymentProfile').execute()
    world.time.now = new Date('2026-12-01T11:00:00Z')
    await owes()
    await on('2026-12-01')
    expect(await mailText()).toContain('IBAN')
    await on('2026-12-08')
    expect(world.payments.charges()).toEqual([])
  })
})
