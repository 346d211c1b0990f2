import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Problem } from '../../../contracts/problem.ts'
import { ids, tom } from '../../../tests/services.fixture.ts'
import { findInvoice } from '../invoices/invoices.store.ts'
import { placeInvoicePayment } from '../orders/placing.ts'
import { callOff } from './desk.ts'
import { overdueHolds } from './due.store.ts'
import { erasePlacesOf } from './erasing.store.ts'
import { type asks, openPlaces, paid } from './places.fixture.ts'
import type { StoredPlace } from './places.store.ts'
import { hereOf } from './seats.ts'
import { substitute } from './substituting.ts'
import { viewOf } from './view.ts'

let world: Awaited<ReturnType<typeof openPlaces>>

beforeAll(async () => {
  world = await openPlaces()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

const day = 24 * 60
/** Changes rules of the course. */
const rules = (change: { freeCancelDays?: number; lateRefundPercent?: number }) =>
  world.db.updateTable('course').set(change).where('id', '=', paid.course).execute()

describe('a debit', () => {
  /** Pays by debit: the bank takes days. */
  async function debits(who: string, change?: Parameters<typeof asks>[1]) {
    const { place } = await world.signs(who, change)
    world.payments.become('pending')
    await Promise.all([world.refreshAll(), world.refreshAll()])
    return world.known(place.id)
  }
  const sent = async () =>
    (await world.mails()).filter((kind) => !['course-waiting', 'course-offered'].includes(kind))

  test('that is on its way books the seat, once, and is invoiced when it comes', async () => {
    expect(await debits('ada')).toMatchObject({ state: 'booked', heldUntil: null })
    world.minutesLater(3 * day)
    for (let time = 0; time < 2; time++) await world.tend()
    expect(await world.left()).toMatchObject({ invoices: [], mails: ['course-booked'] })
    await Promise.all([world.pay(), world.pay()])
    await world.jobs()
    await world.tend()
    expect(await world.states()).toEqual(['ada booked'])
    expect(await world.left()).toMatchObject({
      orders: [{ state: 'fulfilled' }],
      invoices: [{ grossCents: 2900 }],
      mails: ['course-booked', 'invoice'],
    })
  })

  test('books the seat also when the process dies after the message', async () => {
    await world.signs('ada')
    const [order] = await world.db.selectFrom('customerOrder').selectAll().execute()
    await world.db
      .updateTable('payment')
      .set({ state: 'pending' })
      .where('orderId', '=', order?.id ?? 0)
      .execute()
    world.minutesLater(60)
    await world.tend()
    expect(await world.states()).toEqual(['ada booked'])
  })

  test('on its way keeps the place with its buyer: the refusal of the bank is nobody else’s', async () => {
    const ben = { email: 'ben@example.org', firstName: 'Ben', lastName: 'Neu', bornOn: '1991-01-01' }
    const { id } = await debits('ada')
    const gives = async () => substitute(world.parts, await world.known(id), ben)
    const shown = async () => {
      const [place] = await viewOf(world.parts, [await world.known(id)], await hereOf(world.parts))
      return place?.isPaying
    }
    expect(await shown()).toBe(true)
    await expect(gives()).rejects.toMatchObject({ code: 'substituteUnpaid' })
    await world.pay()
    expect(await shown()).toBe(false)
    expect(await gives()).toMatchObject({ email: ben.email, state: 'booked' })
    const { id: other } = await debits('cleo')
    const found = await world.known(other)
    world.payments.become('failed')
    // Both begin before either is done.
    const [given] = await Promise.allSettled([
      substitute(world.parts, found, { ...ben, email: 'dora@example.org' }),
      world.refreshAll(),
    ])
    expect(given).toMatchObject({ status: 'rejected' })
    expect(await world.known(other)).toMatchObject({ email: 'cleo@example.org', state: 'offered' })
    const told = await world.db
      .selectFrom('mail')
      .select('toAddress')
      .where('kind', '=', 'course-paymentFailed')
      .execute()
    expect(told).toEqual([{ toAddress: 'cleo@example.org' }])
  })

  test('that the bank refuses leaves 72 hours to pay another way', async () => {
    const ada = await debits('ada')
    world.minutesLater(3 * day)
    world.payments.become('failed')
    await Promise.all([world.refreshAll(), world.refreshAll()])
    await world.tend()
    expect(await world.known(ada.id)).toMatchObject({
      state: 'offered',
      offeredUntil: new Date('2026-11-29T11:00:00Z'),
    })
    const seen = await viewOf(world.parts, [await world.known(ada.id)], await hereOf(world.parts))
    expect(seen).toMatchObject([{ state: 'offered', isUnpaid: true }])
    expect(await sent()).toEqual(['course-booked', 'course-paymentFailed'])
    world.minutesLater(3 * day - 1)
    await world.tend()
    const { payUrl } = await world.accepts('ada', ada.id)
    expect(payUrl).toBe('https://pay.example/cs_2')
    // There is time for a debit, but the bank has refused one.
    expect(world.payments.pages().map(({ asked }) => asked.takesCardsOnly)).toEqual([false, true])
    await world.pay()
    await world.jobs()
    await world.tend()
    expect(await world.states()).toEqual(['ada booked'])
    const { orders, invoices } = await world.left()
    expect([orders.map(({ state }) => state), invoices.length]).toEqual([['cancelled', 'fulfilled'], 1])
  })

  test('that the bank refuses gives the seat to the next one when nobody pays', async () => {
    await world.reset(1)
    const ada = await debits('ada')
    await world.signs('ben')
    world.payments.become('failed', 'cs_1')
    await world.refreshAll()
    world.minutesLater(3 * day - 1)
    await world.tend()
    expect(await world.states()).toEqual(['ada offered', 'ben waiting'])
    // A page that is open when the time is over.
    await world.accepts('ada', ada.id)
    world.minutesLater(16)
    for (let time = 0; time < 2; time++) await world.tend()
    expect(await world.states()).toEqual(['ada ended', 'ben offered'])
    expect(await sent()).toEqual(['course-booked', 'course-paymentFailed', 'course-unpaid'])
  })

  /** The bank refuses the debit when the course has begun. */
  async function refusedLate(): Promise<void> {
    world.time.now = new Date('2026-12-15T17:30:00Z')
    world.payments.become('failed')
    await Promise.all([world.refreshAll(), world.refreshAll()])
    for (let time = 0; time < 2; time++) await Promise.all([world.tend(), world.jobs()])
  }
  const bills = async () => {
    const rows = await world.db.selectFrom('invoice').selectAll().execute()
    const open = rows.map(({ id }) => findInvoice(world.db, { id }))
    return (await Promise.all(open)).map((bill) => [bill?.member, bill?.openCents])
  }

  test('that the bank refuses: the place that is given up then goes from the calendar, too', async () => {
    const { id } = await debits('ada')
    world.payments.become('failed')
    await world.refreshAll()
    expect(await world.leaves(id, 0)).toMatchObject({ state: 'cancelled', refundCents: 0 })
    expect(await sent()).toEqual(['course-booked', 'course-cancelled', 'course-paymentFailed'])
    const { text, content } = await world.db
      .selectFrom('mail')
      .innerJoin('mailAttachment', 'mailAttachment.mailId', 'mail.id')
      .select(['mail.text', 'mailAttachment.content'])
      .where('mail.kind', '=', 'course-cancelled')
      .executeTakeFirstOrThrow()
    expect(String(content)).toContain('METHOD:CANCEL')
    expect(text).not.toContain('zurück')
  })

  test('that the bank refuses after the beginning leaves the place, and an open invoice asks for its price', async () => {
    const member = await world.parts.connector.member(ids.tom)
    const attendee = { subject: 'auth0|tom', email: tom.email, member }
    const { id } = await debits('tom', { attendee })
    await refusedLate()
    expect(await world.known(id)).toMatchObject({ state: 'booked', memberId: ids.tom })
    expect(await sent()).toEqual(['course-booked', 'course-owed', 'invoice'])
    expect(await bills()).toEqual([[ids.tom, 2900]])
    expect((await world.left()).orders).toMatchObject([{ state: 'fulfilled' }])
    const { url } = await placeInvoicePayment(world.parts, {
      invoice: (await world.db.selectFrom('invoice').select('id').executeTakeFirstOrThrow()).id,
      member: ids.tom,
      locale: 'de',
      requestKey: 'pays-it',
      returnPaths: { success: '/me/invoices', cancel: '/me/invoices' },
    })
    expect(url).not.toBeNull()
    await world.pay()
    await world.jobs()
    expect(await bills()).toEqual([[ids.tom, 0]])
  })

  test('that the bank refuses after the beginning is asked for also when its buyer is no member', async () => {
    await debits('tim', { attendee: { subject: 'auth0|tim', email: 'tim@example.org', member: null } })
    // Somebody else has the address at the workshop system, and no mail asks whose it is.
    const { connector } = world.parts
    const { grant } = connector
    connector.grant = async () => {
      throw new Problem('emailTaken')
    }
    await refusedLate()
    connector.grant = grant
    expect(await world.states()).toEqual(['tim booked'])
    expect(await sent()).toEqual(['course-booked', 'course-owed', 'invoice'])
    expect(await bills()).toEqual([[null, 2900]])
  })

  test('whose buyer becomes a member meanwhile is invoiced to them, and no mail asks whose it is', async () => {
    // The member with this address is there, and the account did not know.
    const { id } = await debits('tom')
    await world.pay()
    expect(await world.known(id)).toMatchObject({ state: 'booked', memberId: ids.tom })
    expect(await sent()).toEqual(['course-booked', 'invoice'])
    expect(await bills()).toEqual([[ids.tom, 0]])
  })

  test('keeps a place that is booked, also when its buyer has another one or the address is somebody else’s', async () => {
    const { parts } = world
    const member = await parts.connector.member(ids.tom)
    await debits('bob', { attendee: { subject: 'auth0|bob', email: 'bob@example.org', member } })
    await debits('tom')
    await debits('ada')
    const { grant } = parts.connector
    parts.connector.grant = async () => {
      throw new Problem('emailTaken')
    }
    for (const ref of ['cs_1', 'cs_2', 'cs_3']) world.payments.become('paid', ref)
    await world.refreshAll()
    await world.jobs()
    parts.connector.grant = grant
    world.minutesLater(15 * day)
    await world.jobs()
    await world.tend()
    expect(await world.states()).toEqual(['Tom booked', 'tom booked', 'ada booked'])
    expect(await bills()).toEqual([
      [ids.tom, 0],
      [ids.tom, 0],
      [null, 0],
    ])
  })

  test('whose order still waits for the owner of its address, as orders did, keeps the place', async () => {
    const { orderId } = await debits('ada')
    const { now } = world.time
    const waiting = {
      state: 'paid',
      paidAt: now,
      dueAt: now,
      waitsFor: 'address',
      claimHash: Buffer.alloc(32),
    }
    await world.db.updateTable('customerOrder').set(waiting).where('id', '=', orderId).execute()
    await world.jobs()
    expect(await world.states()).toEqual(['ada booked'])
    const { orders } = await world.left()
    expect(orders).toMatchObject([{ state: 'fulfilled' }])
  })

  test('is followed also when its order had expired', async () => {
    const { place } = await world.signs('ada')
    await world.db.updateTable('customerOrder').set({ state: 'expired', openKey: null }).execute()
    world.payments.become('pending')
    await world.refreshAll()
    expect((await world.known(place.id)).state).toBe('booked')
    world.minutesLater(2 * day)
    await world.jobs()
    world.payments.become('failed')
    await world.refreshAll()
    await world.tend()
    expect((await world.known(place.id)).state).toBe('offered')
    expect(await sent()).toEqual(['course-booked', 'course-paymentFailed'])
  })

  test('goes back as a whole when the place is cancelled or the date called off meanwhile', async () => {
    const ada = await debits('ada')
    const ben = await debits('ben')
    expect(await world.leaves(ada.id, 2900)).toMatchObject({ state: 'cancelled', refundCents: 2900 })
    await callOff(world.parts, paid.date)
    expect(await world.known(ben.id)).toMatchObject({ state: 'cancelled', refundCents: 2900 })
    for (const ref of ['cs_1', 'cs_2']) world.payments.become('paid', ref)
    for (let time = 0; time < 2; time++) await world.refreshAll()
    await world.jobs()
    await world.tend()
    const { refunds, invoices } = await world.left()
    expect([refunds.map(({ amountCents }) => amountCents), invoices]).toEqual([[2900, 2900], []])
  })

  test('that will come is not paid back in part', async () => {
    await rules({ lateRefundPercent: 30 })
    const ada = await debits('ada')
    world.time.now = new Date('2026-12-10T11:00:00Z')
    await expect(world.leaves(ada.id, 870)).rejects.toMatchObject({ code: 'orderRunning' })
  })

  test('that the bank takes back leaves what was kept of a late cancelled place to be paid, until it is won', async () => {
    await rules({ freeCancelDays: 30, lateRefundPercent: 30 })
    const ada = await debits('ada')
    await world.pay()
    await world.jobs()
    await world.leaves(ada.id, 870)
    const decided = async (cents: number) => {
      world.payments.disputes.set('cs_1', cents)
      await world.refreshAll()
      await world.jobs()
      return (await bills()).map(([, openCents]) => openCents)
    }
    // Her invoice, the one that cancels it, and the one of the rest.
    expect([await decided(2900), await decided(0)]).toEqual([
      [0, 0, 2030],
      [0, 0, 0],
    ])
  })

  test('is kept where cancelling gives nothing back, and goes back once others have the seat', async () => {
    await world.reset(1)
    await rules({ freeCancelDays: 30 })
    const ada = await debits('ada')
    const { place: ben } = await world.signs('ben')
    expect(await world.leaves(ada.id, 0)).toMatchObject({ state: 'cancelled', refundCents: 0 })
    expect(await world.states()).toEqual(['ada cancelled', 'ben offered'])
    world.payments.become('paid', 'cs_1')
    await world.refreshAll()
    await world.jobs()
    expect(await world.states()).toEqual(['ada cancelled', 'ben offered'])
    expect(await world.left()).toMatchObject({
      orders: [{ state: 'fulfilled' }],
      invoices: [{ grossCents: 2900 }],
      refunds: [],
    })
    await world.accepts('ben', ben.id)
    await world.pay()
    await world.tend()
    expect((await world.known(ada.id)).refundCents).toBe(2900)
    // Hers, the one that cancels it, and his.
    expect((await bills()).map(([, openCents]) => openCents)).toEqual([0, 0, 0])
  })

  test('of a place that was cancelled and that another has booked goes back as a whole before it has come', async () => {
    await world.reset(1)
    await rules({ freeCancelDays: 30 })
    const ada = await debits('ada')
    const { place: ben } = await world.signs('ben')
    await world.leaves(ada.id, 0)
    await world.accepts('ben', ben.id)
    await world.pay()
    await world.tend()
    expect(await world.known(ada.id)).toMatchObject({ refundCents: 2900 })
    world.payments.become('paid', 'cs_1')
    await world.refreshAll()
    await world.jobs()
    const { refunds, invoices, orders } = await world.left()
    expect(refunds.map(({ amountCents }) => amountCents)).toEqual([2900])
    expect(orders.map(({ state }) => state)).toEqual(['cancelled', 'fulfilled'])
    // His.
    expect(invoices).toHaveLength(1)
  })

  test('of somebody who has deleted their account goes back, and makes nobody a member', async () => {
    const ada = await debits('ada')
    const account = { subject: 'auth0|ada', member: null, emails: ['ada@example.org'] }
    await world.db.transaction().execute((tx) => erasePlacesOf(tx, account, world.time.now))
    world.payments.become('paid')
    await world.refreshAll()
    await world.jobs()
    const members = await world.db.selectFrom('member').select('id').where('id', '>', 1000).execute()
    const { refunds, invoices } = await world.left()
    expect([(await world.known(ada.id)).state, refunds.length, invoices, members]).toEqual([
      'cancelled',
      1,
      [],
      [],
    ])
  })

  test('on its way keeps no other hold alive, however many there are', async () => {
    await world.reset(60)
    const { db, parts } = world
    await world.signs('ada')
    const { id: order } = await db.selectFrom('customerOrder').select('id').executeTakeFirstOrThrow()
    await db.updateTable('payment').set({ state: 'pending' }).where('orderId', '=', order).execute()
    const [{ id: _, ...place }] = (await db.selectFrom('coursePlace').selectAll().execute()) as [StoredPlace]
    const others = Array.from({ length: 50 }, (__, index) => ({
      ...place,
      email: `other-${index}@example.org`,
      subject: `auth0|other-${index}`,
      checked: null,
      guardian: null,
    }))
    await db.insertInto('coursePlace').values(others).execute()
    world.minutesLater(1)
    await world.signs('zoe')
    world.minutesLater(16)
    expect((await overdueHolds(db, parts.clock())).map(({ orderId }) => orderId)).not.toContain(order)
    await world.tend()
    expect((await world.states()).at(-1)).toBe('zoe ended')
  })
})
