import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { plus } from '../../../tests/orders.fixture.ts'
import { runningOrders } from '../accounts/deletion.store.ts'
import { refundOrder } from '../orders/desk.ts'
import { cancelOrder } from '../orders/paying.ts'
import { shownTo } from '../orders/shown-offer.ts'
import { cancelSubscription, subscriptionOf } from './cancelling.ts'
import { changeOffer, placeChange, takeBackChange, tellChanges } from './changing.ts'
import { renewDue } from './renewing.ts'
import { openSubscriptions } from './subscriptions.fixture.ts'

const big = 81
const yearly = 82
const lastDay = '2026-12-22'
const fromDate = '2026-12-23'

let world: Awaited<ReturnType<typeof openSubscriptions>>
let member = 0

beforeAll(async () => {
  world = await openSubscriptions()
  await world.db
    .insertInto('package')
    .values([
      {
        id: big,
        name: 'Big',
        allowsBooking: true,
        recurringFeePeriod: 'month',
        recurringFeeCents: 6900,
        monthlyCreditCents: 8000,
      },
      {
        id: yearly,
        name: 'Yearly',
        allowsBooking: true,
        recurringFeePeriod: 'year',
        recurringFeeCents: 39_000,
        monthlyCreditCents: 3000,
      },
    ])
    .execute()
})
afterAll(() => world.close())
beforeEach(async () => {
  member = await world.begin()
})

let keys = 0
const change = (wanted = big, shownCents = 6900, given: Partial<Parameters<typeof placeChange>[1]> = {}) =>
  placeChange(world.parts, {
    member,
    package: wanted,
    fromDate,
    shownCents,
    consents: ['terms', 'withdrawal'],
    locale: 'de',
    requestKey: `change-${keys++}`,
    ...given,
  })
const view = () => subscriptionOf(world.parts, member)
const mails = async () => (await world.left()).mails.filter((kind) => kind.startsWith('subscription-'))
const charged = () => world.payments.charges().map(({ cents }) => cents)
/** Packages of the workshop system in order of their first days. */
const packages = async () =>
  (await world.left()).packages
    .map((each) => [each.packageId, each.fromDate, each.untilDate])
    .toSorted(([, one], [, other]) => ((one ?? '') < (other ?? '') ? -1 : 1))
const credits = async () =>
  (await world.left()).credits.map((each) => [each.amountCents, each.fromDate, each.untilDate])

describe('a change of package', () => {
  test('is refused when what was shown is no longer so', async () => {
    const offer = await changeOffer(world.parts, { member, package: big })
    const { shown } = await shownTo(world.parts, offer, 'de')
    await expect(change(big, 6900, { shown: `${shown}x` })).rejects.toMatchObject({ code: 'offerChanged' })
    await change(big, 6900, { shown })
  })

  test('is offered from the next period on, for the price and the way of the contract', async () => {
    expect(await changeOffer(world.parts, { member, package: big })).toMatchObject({
      item: { kind: 'change', package: big, fromDate },
      totalCents: 6900,
      renews: 'month',
      fromDate,
      untilDate: '2027-01-22',
      paysBy: ['provider'],
    })
  })

  test('begins with the renewal: package, price, invoice, charge and credits are those of the new one', async () => {
    await change()
    expect(await view()).toMatchObject({
      name: { de: 'Plus' },
      priceCents: 3900,
      change: { name: { de: 'Big' }, priceCents: 6900, period: 'month', fromDate },
    })
    expect(await mails()).toEqual(['subscription-changed'])
    expect(await packages()).toEqual([[plus, '2026-11-23', null]])
    await world.on(lastDay)
    expect(charged()).toEqual([])
    await world.on(fromDate)
    expect(charged()).toEqual([6900])
    expect(await packages()).toEqual([
      [plus, '2026-11-23', lastDay],
      [big, fromDate, null],
    ])
    expect(await credits()).toEqual([
      [3000, '2026-11-23', lastDay],
      [8000, fromDate, '2027-01-22'],
    ])
    expect(await view()).toMatchObject({ name: { de: 'Big' }, priceCents: 6900, change: null })
    await world.on('2027-01-23')
    expect(charged()).toEqual([6900, 6900])
    const lines = await world.db.selectFrom('invoiceLine').select('text').orderBy('invoiceId').execute()
    expect(lines.map(({ text }) => text)).toEqual(['Plus', 'Big', 'Big'])
  })

  test('to a yearly package begins a year of its own', async () => {
    await change(yearly, 39_000)
    await world.on(fromDate)
    expect(await world.subscription()).toMatchObject({ period: 'year', anchor: fromDate, priceCents: 39_000 })
    expect(await view()).toMatchObject({ lastDay: '2027-12-22' })
  })

  test('gives the credits of a period that is paid late by the package that it was for', async () => {
    world.charges('failed')
    await world.on(fromDate)
    expect(await view()).toMatchObject({ state: 'past_due' })
    await expect(change(big, 6900, { fromDate: '2027-01-23' })).rejects.toMatchObject({ code: 'noChange' })
    world.payments.refusals.clear()
    await world.on('2026-12-26')
    await world.db
      .updateTable('subscriptionPeriod')
      .set({ creditedAt: null })
      .where('fromDate', '=', fromDate)
      .execute()
    await change(big, 6900, { fromDate: '2027-01-23' })
    await world.db.deleteFrom('grantRecord').where('key', 'like', 'period-%').execute()
    await world.db.deleteFrom('credit').where('fromDate', '=', fromDate).execute()
    await renewDue({ ...world.parts, clock: () => new Date('2027-01-23T11:00:00Z') })
    await world.on('2027-01-23')
    expect((await credits()).slice(1).toSorted()).toEqual([
      [3000, fromDate, '2027-01-22'],
      [8000, '2027-01-23', '2027-02-22'],
    ])
  })

  test('is replaced by another one, and taken back, each time with a mail', async () => {
    await change(yearly, 39_000)
    await change()
    expect(await view()).toMatchObject({ change: { name: { de: 'Big' } } })
    await Promise.all([takeBackChange(world.parts, member), takeBackChange(world.parts, member)])
    expect(await view()).toMatchObject({ name: { de: 'Plus' }, change: null })
    expect(await mails()).toEqual(['subscription-changed', 'subscription-changed', 'subscription-unchanged'])
    await world.on(fromDate)
    expect(charged()).toEqual([3900])
    await takeBackChange(world.parts, member)
    expect(await view()).toMatchObject({ name: { de: 'Plus' } })
  })

  test('is the same one for a repeated key, and never expires', async () => {
    await change(big, 6900, { requestKey: 'same' })
    await change(big, 6900, { requestKey: 'same' })
    world.time.now = new Date('2026-12-21T11:00:00Z')
    await world.jobs()
    expect(await mails()).toEqual(['subscription-changed'])
    expect(await view()).toMatchObject({ change: { name: { de: 'Big' } } })
  })

  test('ends with a cancellation, and with the withdrawal of its order', async () => {
    await change()
    await cancelSubscription(world.parts, { member, isCancelled: true })
    expect(await view()).toMatchObject({ cancelOn: lastDay, change: null })
    await expect(change()).rejects.toMatchObject({ code: 'noChange' })
    await cancelSubscription(world.parts, { member, isCancelled: false })
    await change()
    const { number } = await world.db
      .selectFrom('customerOrder')
      .select('number')
      .where('state', '=', 'placed')
      .executeTakeFirstOrThrow()
    expect(await cancelOrder(world.parts, number)).toBe(true)
    expect(await view()).toMatchObject({ change: null })
  })

  test('ends with its contract, whatever ends that', async () => {
    await change()
    const { number } = await world.db
      .selectFrom('customerOrder')
      .select('number')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await refundOrder(world.parts, number)
    await world.jobs()
    const states = await world.db.selectFrom('customerOrder').select('state').orderBy('id').execute()
    expect(states.map(({ state }) => state)).toEqual(['refunded', 'cancelled'])
  })

  test('does not keep a member who leaves', async () => {
    await change()
    expect(await runningOrders(world.db, member)).toEqual([])
  })

  test.each([
    ['to the same package', () => change(plus, 3900), 'noChange'],
    ['to a package that is not sold', () => change(9999), 'notFound'],
    ['for another price', () => change(big, 6800), 'priceChanged'],
    ['from another day', () => change(big, 6900, { fromDate: '2026-12-24' }), 'noChange'],
    ['without the terms', () => change(big, 6900, { consents: [] }), 'invalidInput'],
    ['of nobody', () => change(big, 6900, { member: 999_999 }), 'notFound'],
  ])('is refused %s', async (_, refused, code) => {
    await expect(refused()).rejects.toMatchObject({ code })
    expect(await view()).toMatchObject({ change: null })
    expect(await mails()).toEqual([])
  })

  test('within 14 days of its first day needs the wish to begin early', async () => {
    world.time.now = new Date('2026-12-10T11:00:00Z')
    await expect(change()).rejects.toMatchObject({ code: 'invalidInput' })
    await change(big, 6900, { consents: ['terms', 'withdrawal', 'earlyStart'] })
    expect(await view()).toMatchObject({ change: { fromDate } })
  })
})

describe('at the same time', () => {
  test('two changes are one', async () => {
    const answers = await Promise.allSettled([
      change(),
      change(yearly, 39_000),
      change(),
      change(yearly, 39_000),
    ])
    expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true)
    const open = await world.db
      .selectFrom('customerOrder')
      .select('id')
      .where('kind', '=', 'change')
      .where('state', '=', 'placed')
      .execute()
    expect(open).toHaveLength(1)
  })

  test('as the renewal a change begins with that period or is refused', async () => {
    for (let round = 0; round < 10; round++) {
      member = await world.begin()
      world.time.now = new Date('2026-12-22T20:00:00Z')
      const clock = () => new Date('2026-12-23T11:00:00Z')
      const [placed] = await Promise.allSettled([
        change(big, 6900, { consents: ['terms', 'withdrawal', 'earlyStart'] }),
        renewDue({ ...world.parts, clock }),
      ])
      await world.on(fromDate)
      expect(charged()).toEqual([placed.status === 'fulfilled' ? 6900 : 3900])
      expect(await view()).toMatchObject({ change: null })
    }
  })

  test('as the renewal a change is taken back or begins', async () => {
    for (let round = 0; round < 10; round++) {
      member = await world.begin()
      await change()
      world.time.now = new Date('2026-12-22T20:00:00Z')
      const clock = () => new Date('2026-12-23T11:00:00Z')
      await Promise.all([takeBackChange(world.parts, member), renewDue({ ...world.parts, clock })])
      const wasKept = (await mails()).includes('subscription-unchanged')
      await world.on(fromDate)
      expect(charged()).toEqual([wasKept ? 3900 : 6900])
      expect(await view()).toMatchObject({ name: { de: wasKept ? 'Plus' : 'Big' }, change: null })
    }
  })

  test('two processes tell the workshop system one package', async () => {
    await change()
    world.time.now = new Date('2026-12-23T11:00:00Z')
    await renewDue(world.parts)
    await Promise.all([tellChanges(world.parts), tellChanges(world.parts)])
    expect(await packages()).toEqual([
      [plus, '2026-11-23', lastDay],
      [big, fromDate, null],
    ])
  })

  test('as the workshop system is away, a cancellation ends the new package', async () => {
    await change()
    world.time.now = new Date('2026-12-23T11:00:00Z')
    await renewDue(world.parts)
    await cancelSubscription(world.parts, { member, isCancelled: true })
    await world.jobs()
    expect(await packages()).toEqual([
      [plus, '2026-11-23', lastDay],
      [big, fromDate, '2027-01-22'],
    ])
  })
})
