import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { invoicesOf } from '../invoices/invoices.store.ts'
import { placeInvoicePayment } from '../orders/placing.ts'
import { applyEvents } from '../payments/applying.ts'
import { keepEvent } from '../payments/events.store.ts'
import { refreshPayment } from '../payments/settling.ts'
import { cancelSubscription, subscriptionOf } from './cancelling.ts'
import { beginMethod, methodState, tendMethods } from './methods.ts'
import { openSubscriptions } from './subscriptions.fixture.ts'
import { liveOf } from './subscriptions.store.ts'

let world: Awaited<ReturnType<typeof openSubscriptions>>
let member: number
beforeAll(async () => {
  world = await openSubscriptions()
})
afterAll(() => world.close())
beforeEach(async () => {
  member = await world.begin()
})

const begin = async (locale: 'de' | 'en' = 'de') => {
  const contract = await liveOf(world.db, member)
  if (!contract) throw new Error('no contract')
  return beginMethod(world.parts, { member, contract, locale })
}
const kept = () =>
  world.db
    .selectFrom('paymentProfile')
    .select(['methodRef', 'last4'])
    .where('memberId', '=', member)
    .executeTakeFirst()
const mails = async () => {
  const rows = await world.db
    .selectFrom('mail')
    .selectAll()
    .where('kind', '=', 'subscription-method')
    .execute()
  return rows.map(({ subject, text, toAddress }) => ({ subject, text, toAddress }))
}
const newestMethod = () => world.payments.charges().at(-1)?.method

test('a member leaves another card: the next period is taken from it, and a mail says so', async () => {
  const old = await kept()
  const { url } = await begin()
  expect(world.payments.setups()).toMatchObject([
    {
      asked: {
        buyer: { key: `member-${member}`, customer: expect.stringMatching(/^cus_/) },
        successUrl: expect.stringMatching(/\/me\/packages\?method=left$/),
        cancelUrl: expect.stringMatching(/\/me\/packages$/),
      },
    },
  ])
  expect(url).toMatch(/cs_setup_1$/)
  expect(await methodState(world.parts, member)).toEqual({ state: 'open' })
  const { method } = world.payments.leave('1881')
  expect(await methodState(world.parts, member)).toEqual({ state: 'saved' })
  expect(await kept()).toEqual({ methodRef: method, last4: '1881' })
  expect(await subscriptionOf(world.parts, member)).toMatchObject({
    nextPayment: { by: 'card', last4: '1881' },
  })
  expect(await mails()).toEqual([
    {
      subject: expect.stringContaining('Neue Zahlungsart'),
      text: expect.stringMatching(/Karte, die auf 1881 endet[\s\S]*nichts abgebucht/),
      toAddress: expect.stringContaining('@'),
    },
  ])
  expect(world.payments.charges()).toEqual([])
  await world.on('2026-12-23')
  expect(newestMethod()).toBe(method)
  expect(method).not.toBe(old?.methodRef)
})

test('a message of the provider is enough, and its repetition changes nothing', async () => {
  await begin('en')
  const { method } = world.payments.leave('1881')
  const event = { type: 'checkout.session.completed', ref: world.payments.setups()[0]?.ref ?? '' }
  for (const id of ['evt_1', 'evt_2', 'evt_1'])
    await keepEvent(world.db, { id, ...event }, world.parts.clock())
  await applyEvents(world.parts)
  expect(await kept()).toMatchObject({ methodRef: method })
  await tendMethods(world.parts)
  expect(await mails()).toMatchObject([{ subject: expect.stringContaining('New payment method') }])
})

test('without a message a job finds it, and one that nobody uses ends', async () => {
  await begin()
  world.time.now = new Date('2026-11-23T11:20:00Z')
  world.payments.leave('1881')
  await tendMethods(world.parts)
  expect(await kept()).toMatchObject({ last4: '1881' })
  await begin()
  world.time.now = new Date('2026-11-24T12:00:00Z')
  await tendMethods(world.parts)
  expect(await methodState(world.parts, member)).toEqual({ state: 'expired' })
  expect(await kept()).toMatchObject({ last4: '1881' })
  const { url } = await begin()
  expect(url).toMatch(/cs_setup_3$/)
})

test('a page that the provider did not open is opened by the next try, with the same key', async () => {
  world.payments.faults.down = true
  await expect(begin()).rejects.toThrow('down')
  world.payments.faults.down = false
  await begin()
  expect(world.payments.setups()).toHaveLength(1)
})

test('a contract on invoice has no method to change, and another member none of it', async () => {
  const contract = await liveOf(world.db, member)
  if (!contract) throw new Error('no contract')
  await expect(beginMethod(world.parts, { member: member + 1, contract, locale: 'de' })).rejects.toThrow(
    'notFound',
  )
  await world.db.updateTable('customerOrder').set({ paysBy: 'invoice' }).execute()
  await expect(begin()).rejects.toThrow('notFound')
})

test('a cancelled contract keeps its way to another method: bookings are still charged', async () => {
  await cancelSubscription(world.parts, { member, isCancelled: true })
  expect((await begin()).url).toMatch(/^https:/)
})

describe('at the same time', () => {
  test('twenty presses in many tabs are one page and one method', async () => {
    const pages = await Promise.all(Array.from({ length: 20 }, () => begin()))
    expect(new Set(pages.map(({ url }) => url)).size).toBe(1)
    world.payments.leave('1881')
    await Promise.all(Array.from({ length: 20 }, () => methodState(world.parts, member)))
    expect(await mails()).toHaveLength(1)
    expect(await kept()).toMatchObject({ last4: '1881' })
  })

  test('of two methods left one after the other the later one counts, whatever message comes first', async () => {
    await begin()
    world.payments.leave('1111')
    await begin()
    const second = world.payments.leave('2222')
    const refs = world.payments.setups().map(({ ref }) => ref)
    expect(refs).toHaveLength(2)
    for (const [index, ref] of refs.toReversed().entries())
      await keepEvent(
        world.db,
        { id: `evt_${index}`, type: 'checkout.session.completed', ref },
        world.parts.clock(),
      )
    await Promise.all([applyEvents(world.parts), methodState(world.parts, member)])
    expect(await kept()).toEqual({ methodRef: second.method, last4: '2222' })
  })

  test('a charge that is under way ends before the new method counts', async () => {
    await begin()
    const { method } = world.payments.leave('1881')
    const old = await kept()
    const states: unknown[] = []
    world.payments.hooks.beforeCharge = async () => {
      states.push(await methodState(world.parts, member), await kept(), (await mails()).length)
    }
    await world.on('2026-12-23')
    expect(states).toEqual([{ state: 'open' }, old, 0])
    expect(newestMethod()).toBe(old?.methodRef)
    expect(await methodState(world.parts, member)).toEqual({ state: 'saved' })
    await world.on('2027-01-23')
    expect(newestMethod()).toBe(method)
  })

  test('a renewal never takes money from a method that was replaced before', async () => {
    const late: string[] = []
    world.payments.hooks.beforeCharge = async ({ method }) => {
      await new Promise((resolve) => setImmediate(resolve))
      if (method !== (await kept())?.methodRef) late.push(method)
    }
    for (let month = 1; month <= 12; month++) {
      await begin()
      world.payments.leave(String(1000 + month))
      const day = `2027-${String(month).padStart(2, '0')}-23`
      await Promise.all([world.on(day), methodState(world.parts, member)])
    }
    expect(late).toEqual([])
    expect(world.payments.charges().length).toBeGreaterThanOrEqual(12)
  })

  test('a debit that was begun before does not bring its method back', async () => {
    world.charges('failed')
    await world.on('2026-12-23')
    const invoice = await world.db
      .selectFrom('subscriptionPeriod')
      .select('invoiceId')
      .where('invoiceId', 'is not', null)
      .orderBy('fromDate', 'desc')
      .executeTakeFirstOrThrow()
    await placeInvoicePayment(world.parts, {
      invoice: invoice.invoiceId ?? 0,
      member,
      locale: 'de',
      requestKey: 'by-debit',
      returnPaths: { success: '/me', cancel: '/me' },
    })
    const page = world.payments.pages().at(-1)
    world.payments.become('pending')
    await refreshPayment(world.parts, page?.asked.payment ?? 0)
    world.time.now = new Date('2026-12-24T11:00:00Z')
    await begin()
    const { method } = world.payments.leave('1881')
    await methodState(world.parts, member)
    world.time.now = new Date('2026-12-28T11:00:00Z')
    world.payments.become('paid')
    await refreshPayment(world.parts, page?.asked.payment ?? 0)
    await world.jobs()
    expect(await world.subscription()).toMatchObject({ state: 'active' })
    expect(await kept()).toMatchObject({ methodRef: method })
  })
})

test('a card that wants a confirmation: the link of the mail leads to it, and the card that confirms is kept', async () => {
  world.charges('failed', 'authentication_required')
  await world.on('2026-12-23')
  const { text } = await world.db
    .selectFrom('mail')
    .select('text')
    .where('kind', '=', 'subscription-reminder')
    .executeTakeFirstOrThrow()
  expect(text).toMatch(/die Zahlung selbst bestätigst[\s\S]*\/me\/invoices/)
  const { id: invoice } = await world.db
    .selectFrom('invoice')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const returnPaths = { success: '/me/invoices', cancel: '/me/invoices' }
  await placeInvoicePayment(world.parts, {
    invoice,
    member,
    locale: 'de',
    requestKey: 'confirms',
    returnPaths,
  })
  await world.pay()
  await world.on('2027-01-23')
  expect(world.payments.charges().map(({ method, state }) => [method, state])).toEqual([
    ['pm_cs_1', 'failed'],
    ['pm_cs_2', 'paid'],
  ])
  const invoices = await invoicesOf(world.db, member)
  expect(invoices.map(({ state }) => state)).toEqual(['paid', 'paid', 'paid'])
})
