import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { plus } from '../../../tests/orders.fixture.ts'
import { ids } from '../../../tests/services.fixture.ts'
import { engineOf } from '../../connector/connector.fixture.ts'
import { bookTransfer } from '../invoices/correcting.ts'
import { invoicesOf } from '../invoices/invoices.store.ts'
import { refundOrder } from '../orders/desk.ts'
import { keepEvent } from '../payments/events.store.ts'
import { cancelSubscription, subscriptionOf } from './cancelling.ts'
import { remindDue } from './dunning.ts'
import { openSubscriptions } from './subscriptions.fixture.ts'

let world: Awaited<ReturnType<typeof openSubscriptions>>
let member = 0

beforeAll(async () => {
  world = await openSubscriptions()
})
afterAll(() => world.close())
beforeEach(async () => {
  member = await world.begin()
})

const jobs = () => world.jobs()
const on = (day: string) => world.on(day)
const refuses = () => world.charges('failed')
const subscription = () => world.subscription()
const periods = () =>
  world.db.selectFrom('subscriptionPeriod').select(['fromDate', 'untilDate']).orderBy('fromDate').execute()
const packageEnds = async () => (await world.left()).packages.map(({ untilDate }) => untilDate)
const first = { fromDate: '2026-11-23', untilDate: '2026-12-22' }
const second = { fromDate: '2026-12-23', untilDate: '2027-01-22' }
const paysItself = () => world.paysItself(member)

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

  test('loses bookings after the last day with a cancellation, each with a mail, and keeps those before', async () => {
    const engine = engineOf(world.db, () => world.time.now)
    await world.db.updateTable('space').set({ bookingWindowMaxDays: null }).execute()
    for (const day of [first.untilDate, second.fromDate]) {
      const times = { fromDateTime: `${day}T10:00`, untilDateTime: `${day}T11:00` }
      await engine.createBooking({ equipment: ids.otherEquipment, member, title: null, ...times })
    }
    await cancel(true)
    const states = (await engine.bookings({ member, state: '' })).map(({ state }) => state)
    expect(states).toEqual(['confirmed', 'cancelled'])
    expect((await world.left()).mails.filter((kind) => kind === 'booking-uncovered')).toHaveLength(1)
    await cancel(false)
    expect((await engine.bookings({ member, state: 'confirmed' })).length).toBe(1)
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

  test('comes by the member with another card: that one pays the next period', async () => {
    refuses()
    await on('2026-12-23')
    await paysItself()
    await on('2027-01-23')
    const methods = await world.db.selectFrom('paymentProfile').select('methodRef').execute()
    expect(methods).toEqual([{ methodRef: 'pm_cs_2' }])
    expect(world.payments.charges().map(({ state }) => state)).toEqual(['failed', 'paid'])
    expect(await subscription()).toMatchObject({ state: 'active' })
  })

  test('that the bank takes back is reminded of; the method is charged no more, and another one ends it', async () => {
    await on('2026-12-23')
    const [charge] = world.payments.charges()
    world.payments.disputes.set(charge?.ref ?? '', 3900)
    await keepEvent(
      world.db,
      { id: 'evt_1', type: 'charge.dispute.created', ref: charge?.ref ?? '' },
      world.time.now,
    )
    await on('2027-01-10')
    expect(await subscription()).toMatchObject({ state: 'past_due' })
    expect((await world.left()).mails.filter((kind) => kind === 'subscription-reminder')).toHaveLength(1)
    await on('2027-01-13')
    expect(world.payments.charges()).toHaveLength(1)
    await paysItself()
    await jobs()
    expect(await subscription()).toMatchObject({ state: 'active' })
    expect((await world.left()).paid.map(({ amountCents }) => amountCents)).toEqual([3900, 3900, -3900, 3900])
    await on('2027-01-23')
    expect(world.payments.charges().map(({ state }) => state)).toEqual(['paid', 'paid'])
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
    world.charges('pending')
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

  test('by a charge that is under way is no longer asked for, and a transfer meanwhile makes a failure harmless', async () => {
    world.charges('pending')
    await on('2026-12-23')
    const [newest] = await invoicesOf(world.db, member)
    expect(newest).toMatchObject({ state: 'charged' })
    await bookTransfer(world.parts, newest?.number ?? '')
    world.payments.chargeBecomes('failed')
    await on('2026-12-30')
    expect(await subscription()).toMatchObject({ state: 'active' })
    expect((await world.left()).mails).not.toContain('subscription-reminder')
    expect(await invoicesOf(world.db, member)).toMatchObject([{ state: 'paid' }, { state: 'paid' }])
  })

  test('by transfer before the provider was asked: nobody is charged', async () => {
    world.payments.faults.down = true
    await on('2026-12-23')
    const [newest] = await invoicesOf(world.db, member)
    await bookTransfer(world.parts, newest?.number ?? '')
    world.payments.faults.down = false
    await on('2026-12-24')
    expect(world.payments.charges()).toEqual([])
    expect((await world.left()).orders.map(({ state }) => state)).toEqual(['fulfilled', 'cancelled'])
    expect((await world.left()).credits).toHaveLength(2)
  })

  test('is reminded of once by many processes', async () => {
    await world.db.deleteFrom('paymentProfile').execute()
    const order = { paysBy: 'invoice' }
    await world.db.updateTable('customerOrder').set(order).where('kind', '=', 'membership').execute()
    await on('2026-12-23')
    world.time.now = new Date('2027-01-07T11:00:00Z')
    await Promise.all([1, 2, 3, 4].map(() => remindDue(world.parts)))
    expect((await world.left()).mails.filter((kind) => kind === 'subscription-reminder')).toHaveLength(1)
    expect(await world.db.selectFrom('dunning').select('stage').execute()).toEqual([{ stage: 1 }])
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
