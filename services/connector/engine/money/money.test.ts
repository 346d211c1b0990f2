import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type BookingCreation, BookingQuote, OwnCost } from '../../../../contracts/booking.ts'
import { Credit, CreditUse } from '../../../../contracts/credit.ts'
import { addCredit, asked, now } from '../../connector.fixture.ts'
import { testWorkshop } from '../engine.fixture.ts'

const { db, jobs, setNow, send, read, bookings, book, tryToBook, cancel } = await testWorkshop({
  space: { bookingLockInHours: 24, bookingRefundable: true },
  equipment: { pricePerBookingCents: 600, pricePerBookingSeconds: 3600 },
})

/** The start of the booking that `asked` asks for: 2 December, 18 to 20 in Berlin. */
const [start, end] = [new Date('2026-12-02T17:00Z'), new Date('2026-12-02T19:00Z')]
const beforeStart = (milliseconds: number) => setNow(new Date(start.getTime() - milliseconds))
const hour = 3_600_000

const credit = (amountCents: number, untilDate: string | null, change: object = {}) =>
  addCredit(db, { amountCents, untilDate, ...change })

const quote = async (change?: Partial<BookingCreation>) =>
  BookingQuote.parse((await send(1, 'POST', '/fabman/bookings/quote', asked(1, change))).body)
const cost = async (id: number) => (await read(OwnCost.array(), `/fabman/bookings/costs?ids=${id}`))[0]
const remaining = async () => {
  const credits = await read(Credit.array(), '/fabman/members/1/credits', 'manage')
  return Object.fromEntries(credits.map((each) => [each.id, each.remaining]))
}
const uses = (id: number) => read(CreditUse.array(), `/fabman/members/1/credits/${id}/uses`, 'manage')
const charges = () => db.selectFrom('charge').select(['memberId', 'bookingId', 'priceCents']).execute()
const isCharged = async (id: number) => (await bookings()).find((one) => one.id === id)?.charged
/** Everything that has ended is charged. */
async function chargeAt(instant: Date) {
  setNow(instant)
  return jobs.chargeEnded()
}

describe('a quote', () => {
  test('returns price, split and deadline, and writes nothing', async () => {
    const soon = await credit(500, '2026-12-31')
    await db.updateTable('package').set({ bookingFeeDiscountPercent: '10.00' }).execute()
    expect(await quote()).toEqual({
      cost: {
        minutes: 120,
        price: '10.80',
        credits: [{ credit: soon, amount: '5.00' }],
        money: '5.80',
        freeUntil: '2026-12-01T18:00',
      },
      refusals: [],
    })
    expect(await bookings()).toEqual([])
    expect(await remaining()).toEqual({ [soon]: '5.00' })
  })

  test('returns every refusal in the language of the caller, and the cost all the same', async () => {
    await db.deleteFrom('memberPackage').where('memberId', '=', 1).execute()
    expect(await quote()).toMatchObject({
      cost: { price: '12.00', money: '12.00' },
      refusals: [
        { code: 'noPackage', message: expect.stringContaining('Paket'), limit: null, nextPossible: null },
      ],
    })
    expect(await quote({ fromDateTime: '2026-12-02T18:10' })).toMatchObject({
      cost: null,
      refusals: [{ code: 'slotGrid', limit: 30 }],
    })
  })

  test('a package can cover some equipment only', async () => {
    const only = db.insertInto('packageEquipment')
    await only.values({ packageId: 71, equipmentId: 3 }).execute()
    expect((await quote()).refusals.map(({ code }) => code)).toEqual(['noPackage'])
    expect((await quote({ resource: '3' })).refusals).toEqual([])
  })
})

describe('a booking holds its price and is charged after it has ended', () => {
  test('credits that expire first pay first, then money', async () => {
    const [late, soon, later] = [
      await credit(300, null),
      await credit(500, '2026-12-02'),
      await credit(200, '2026-12-31'),
    ]
    await credit(900, '2026-12-01')
    await credit(900, null, { scope: 'usage' })
    const { id } = await book(1)
    const split = [
      { credit: soon, amount: '5.00' },
      { credit: later, amount: '2.00' },
      { credit: late, amount: '3.00' },
    ]
    expect(await cost(id)).toEqual({
      booking: id,
      minutes: 120,
      price: '12.00',
      credits: split,
      money: '2.00',
      freeUntil: '2026-12-01T18:00',
      charged: null,
      onCancelling: '0.00',
    })
    expect(await remaining()).toMatchObject({ [soon]: '0.00', [later]: '0.00', [late]: '0.00' })
    expect(await uses(soon)).toEqual([])

    expect(await chargeAt(new Date(end.getTime() - 1))).toBe(0)
    expect(await chargeAt(end)).toBe(1)
    expect(await isCharged(id)).toBe(true)
    expect(await cost(id)).toMatchObject({ credits: split, money: '2.00', charged: '12.00' })
    expect(await uses(soon)).toMatchObject([
      { amount: '5.00', booking: id, description: 'Buchung 3D-Drucker' },
    ])
    expect(await charges()).toEqual([{ memberId: 1, bookingId: id, priceCents: 200 }])
    expect(await remaining()).toMatchObject({ [soon]: '0.00', [later]: '0.00', [late]: '0.00' })
  })

  test('credits that the member got since the booking pay first', async () => {
    await book(1)
    await credit(5000, '2026-12-31')
    await chargeAt(end)
    expect(await charges()).toEqual([])
  })

  test('a second booking can use only what the first one left', async () => {
    const only = await credit(1500, null)
    await book(1)
    const second = { fromDateTime: '2026-12-03T18:00', untilDateTime: '2026-12-03T20:00' }
    expect((await quote(second)).cost).toMatchObject({
      credits: [{ credit: only, amount: '3.00' }],
      money: '9.00',
    })
  })

  test('it is charged once, also by repeated and parallel runs', async () => {
    const only = await credit(1000, null)
    const { id } = await book(1)
    setNow(end)
    await Promise.all(Array.from({ length: 20 }, () => jobs.chargeEnded()))
    expect(await uses(only)).toHaveLength(1)
    expect(await charges()).toEqual([{ memberId: 1, bookingId: id, priceCents: 200 }])
  })

  test('a crash while charging leaves nothing half done', async () => {
    const only = await credit(1000, null)
    const { id } = await book(1)
    setNow(end)
    await sql`create function die() returns trigger language plpgsql as $$ begin raise 'dies here'; end $$`.execute(
      db,
    )
    for (const table of ['credit_use', 'charge', 'booking']) {
      await sql`create trigger dies before insert or update on ${sql.table(table)} for each row execute function die()`.execute(
        db,
      )
      await expect(jobs.chargeEnded()).rejects.toThrow('dies here')
      await sql`drop trigger dies on ${sql.table(table)}`.execute(db)
      expect([await uses(only), await charges(), await isCharged(id)]).toEqual([[], [], false])
      expect(await remaining()).toEqual({ [only]: '0.00' })
    }
    await sql`drop function die()`.execute(db)
    expect(await jobs.chargeEnded()).toBe(1)
    expect(await uses(only)).toHaveLength(1)
  })
})

describe('cancelling', () => {
  test('before the lock-in releases everything', async () => {
    const only = await credit(1000, null)
    const { id } = await book(1)
    expect(await cost(id)).toMatchObject({ onCancelling: '0.00' })
    beforeStart(24 * hour)
    await cancel(1, id)
    expect(await remaining()).toEqual({ [only]: '10.00' })
    expect(await chargeAt(end)).toBe(0)
    expect([await charges(), await uses(only), await isCharged(id)]).toEqual([[], [], false])
  })

  test('after the lock-in frees the equipment and charges the price', async () => {
    const only = await credit(1000, null)
    const { id } = await book(1)
    beforeStart(24 * hour - 1)
    expect(await cost(id)).toMatchObject({ onCancelling: '12.00' })
    expect((await cancel(1, id)).body).toMatchObject({ state: 'cancelled', charged: false })
    expect(await remaining()).toEqual({ [only]: '0.00' })
    await chargeAt(end)
    expect(await isCharged(id)).toBe(true)
    expect(await charges()).toEqual([{ memberId: 1, bookingId: id, priceCents: 200 }])
  })

  test.each([
    ['18:00', '19:00', true, 600],
    ['18:00', '20:00', true, null],
    ['19:30', '21:00', true, 900],
    ['18:00', '20:00', false, 1200],
  ])('later, and others book %s to %s; given back: %s', async (from, until, bookingRefundable, cents) => {
    await db.updateTable('space').set({ bookingRefundable }).execute()
    const { id } = await book(1)
    beforeStart(hour)
    await cancel(1, id)
    await book(2, { fromDateTime: `2026-12-02T${from}`, untilDateTime: `2026-12-02T${until}` })
    await chargeAt(new Date('2026-12-03T08:00Z'))
    const own = (await charges()).find(({ bookingId }) => bookingId === id)
    expect(own?.priceCents ?? null).toBe(cents)
  })

  test('declining an offer late costs nothing, and the cost says so', async () => {
    const { id } = await book(1)
    const { state: _, ...entry } = asked(2)
    await send(2, 'POST', '/fabman/waitlist', entry)
    beforeStart(hour)
    await cancel(1, id)
    const offer = (await bookings()).find(({ state }) => state === 'pending')?.id ?? 0
    expect(await cost(offer)).toMatchObject({ price: '12.00', onCancelling: '0.00' })
    await cancel(2, offer)
    await chargeAt(end)
    expect((await charges()).map(({ memberId }) => memberId)).toEqual([1])
  })

  test('a refund ignores freed time that the same member books again', async () => {
    const { id } = await book(1)
    beforeStart(hour)
    await cancel(1, id)
    await book(1)
    await chargeAt(end)
    expect((await charges()).map(({ priceCents }) => priceCents)).toEqual([1200, 1200])
  })
})

describe('paying in advance', () => {
  beforeEach(async () => {
    const member = db.updateTable('member').where('id', '=', 1)
    await member.set({ requireUpfrontPayment: true, upfrontMinimumBalanceCents: 100 }).execute()
    const paid = { memberId: 1, amountCents: 2000, description: 'bar', createdAt: now }
    await db.insertInto('prepayment').values(paid).execute()
  })

  test('covers the money part, without what other bookings hold or have used', async () => {
    const { id } = await book(1)
    const next = { fromDateTime: '2026-12-03T18:00', untilDateTime: '2026-12-03T20:00' }
    const refused = { refusals: [{ code: 'prepaidBalance', limit: 7 }] }
    expect(await quote(next)).toMatchObject(refused)
    expect((await tryToBook(1, next)).body).toMatchObject({ code: 'prepaidBalance' })
    await chargeAt(end)
    expect(await quote(next)).toMatchObject(refused)
    expect(await isCharged(id)).toBe(true)
    await credit(500, null)
    expect((await quote(next)).refusals).toEqual([])
  })

  test('a cancellation in time releases the money', async () => {
    const { id } = await book(1)
    await cancel(1, id)
    expect((await quote()).refusals).toEqual([])
  })
})

describe('the ledgers', () => {
  test.each([
    ['credit_use', 'update credit_use set amount_cents = 1'],
    ['credit_use', 'delete from credit_use'],
    ['charge', 'update charge set price_cents = 1'],
    ['charge', 'delete from charge'],
    ['prepayment', 'update prepayment set amount_cents = 1'],
    ['prepayment', 'delete from prepayment'],
    ['credit', 'update credit set amount_cents = amount_cents + 1'],
  ])('%s refuses: %s', async (table, statement) => {
    const only = await credit(500, null)
    await book(1)
    await chargeAt(end)
    await db
      .insertInto('prepayment')
      .values({ memberId: 1, amountCents: 5, description: '', createdAt: now })
      .execute()
    await expect(sql.raw(statement).execute(db)).rejects.toThrow(`${table} is append-only`)
    expect(await uses(only)).toHaveLength(1)
  })

  test('a charge can be invoiced once', async () => {
    await book(1)
    await chargeAt(end)
    const until = now.toISOString()
    for (const key of ['one', 'other'])
      await send('manage', 'PUT', `/fabman/bills/${key}`, { member: 1, until })
    await db.updateTable('charge').set({ invoice: 1 }).execute()
    await expect(db.updateTable('charge').set({ invoice: 2 }).execute()).rejects.toThrow('append-only')
  })
})
