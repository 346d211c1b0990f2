import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BookingQuote, OwnCost } from '../../../contracts/booking.ts'
import type { CreditUse } from '../../../contracts/credit.ts'
import { testDatabase } from '../../../platform/database.fixture.ts'
import type { OpenedDatabase } from '../../../platform/database.ts'
import type { Fetch } from '../../../platform/http.ts'
import {
  asked,
  book,
  call,
  connectorOf,
  engineJobsOf,
  engineOf,
  fillWorkshop,
  now,
} from '../connector.fixture.ts'

let database: OpenedDatabase
let fetch: Fetch
let today: Date

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  today = now
  await sql`truncate space, package, training, waitlist, mail restart identity cascade`.execute(database.db)
  await fillWorkshop(database.db)
  const { db } = database
  await db.updateTable('space').set({ bookingLockInHours: 24, bookingRefundable: true }).execute()
  await db.updateTable('equipment').set({ pricePerBookingCents: 600, pricePerBookingSeconds: 3600 }).execute()
  fetch = connectorOf(engineOf(db, clock), clock)
})

const clock = () => today
const jobs = () => engineJobsOf(database.db, clock)
/** Of the booking that `asked` asks for: 2 December, 18 to 20 in Berlin. */
const [start, end] = [new Date('2026-12-02T17:00Z'), new Date('2026-12-02T19:00Z')]

async function credit(amountCents: number, untilDate: string | null, change: object = {}): Promise<number> {
  const row = { memberId: 1, scope: 'booking', amountCents, untilDate, createdAt: now, ...change }
  return (await database.db.insertInto('credit').values(row).returning('id').executeTakeFirstOrThrow()).id
}

async function json<T>(
  method: string,
  path: string,
  as: Parameters<typeof call>[1],
  body?: unknown,
): Promise<T> {
  return (await (await call(fetch, as, method, path, body)).json()) as T
}

const quote = (change: Parameters<typeof asked>[1] = {}) =>
  json<BookingQuote>('POST', '/fabman/bookings/quote', 1, asked(1, change))
const cost = (id: number) => json<OwnCost>('GET', `/fabman/bookings/${id}/cost`, 'read')
const cancel = (id: number, member = 1) => call(fetch, member, 'DELETE', `/fabman/bookings/${id}`)
const remaining = async () => {
  const rows = await json<{ id: number; remaining: string }[]>('GET', '/fabman/members/1/credits', 'manage')
  return Object.fromEntries(rows.map((row) => [row.id, row.remaining]))
}
const uses = (id: number) => json<CreditUse[]>('GET', `/fabman/members/1/credits/${id}/uses`, 'manage')
const charges = () =>
  database.db.selectFrom('charge').select(['memberId', 'bookingId', 'priceCents']).execute()
const isCharged = async (id: number) =>
  (await json<{ id: number; charged: boolean }[]>('GET', '/fabman/bookings', 'read')).find(
    (one) => one.id === id,
  )?.charged

describe('a quote', () => {
  test('says price, split and deadline, and writes nothing', async () => {
    const soon = await credit(500, '2026-12-31')
    await database.db.updateTable('package').set({ bookingFeeDiscountPercent: '10.00' }).execute()
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
    expect(await json('GET', '/fabman/bookings', 'read')).toEqual([])
    expect(await remaining()).toEqual({ [soon]: '5.00' })
  })

  test('says every refusal in the language of the caller, and what it would cost all the same', async () => {
    await database.db.deleteFrom('memberPackage').where('memberId', '=', 1).execute()
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

  test('a package can be for some machines only', async () => {
    const only = database.db.insertInto('packageEquipment')
    await only.values({ packageId: 71, equipmentId: 3 }).execute()
    expect((await quote()).refusals.map(({ code }) => code)).toEqual(['noPackage'])
    expect((await quote({ resource: '3' })).refusals).toEqual([])
  })
})

describe('a booking reserves and is charged when it has ended', () => {
  test('credits soonest to expire first, then money', async () => {
    const [late, soon, later] = [
      await credit(300, null),
      await credit(500, '2026-12-02'),
      await credit(200, '2026-12-31'),
    ]
    await credit(900, '2026-12-01')
    await credit(900, null, { scope: 'usage' })
    const { id } = await book(fetch, 1)
    const split = [
      { credit: soon, amount: '5.00' },
      { credit: later, amount: '2.00' },
      { credit: late, amount: '3.00' },
    ]
    expect(await cost(id)).toEqual({
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

    today = new Date(end.getTime() - 1)
    expect(await jobs().chargeEnded()).toBe(0)
    today = end
    expect(await jobs().chargeEnded()).toBe(1)
    expect(await isCharged(id)).toBe(true)
    expect(await cost(id)).toMatchObject({ credits: split, money: '2.00', charged: '12.00' })
    expect(await uses(soon)).toMatchObject([
      { amount: '5.00', booking: id, description: 'Buchung 3D-Drucker' },
    ])
    expect(await charges()).toEqual([{ memberId: 1, bookingId: id, priceCents: 200 }])
    expect(await remaining()).toMatchObject({ [soon]: '0.00', [later]: '0.00', [late]: '0.00' })
  })

  test('credits that came since pay first', async () => {
    await book(fetch, 1)
    await credit(5000, '2026-12-31')
    today = end
    await jobs().chargeEnded()
    expect(await charges()).toEqual([])
  })

  test('a second booking has only what the first left', async () => {
    const only = await credit(1500, null)
    await book(fetch, 1)
    const second = { fromDateTime: '2026-12-03T18:00', untilDateTime: '2026-12-03T20:00' }
    expect((await quote(second)).cost).toMatchObject({
      credits: [{ credit: only, amount: '3.00' }],
      money: '9.00',
    })
  })

  test('charged once, however often and by however many at once', async () => {
    const only = await credit(1000, null)
    const { id } = await book(fetch, 1)
    today = end
    await Promise.all(Array.from({ length: 20 }, () => jobs().chargeEnded()))
    expect(await uses(only)).toHaveLength(1)
    expect(await charges()).toEqual([{ memberId: 1, bookingId: id, priceCents: 200 }])
  })

  test('what dies while charging leaves nothing half done', async () => {
    const only = await credit(1000, null)
    const { id } = await book(fetch, 1)
    today = end
    const { db } = database
    await sql`create function die() returns trigger language plpgsql as $$ begin raise 'dies here'; end $$`.execute(
      db,
    )
    for (const table of ['credit_use', 'charge', 'booking']) {
      await sql`create trigger dies before insert or update on ${sql.table(table)} for each row execute function die()`.execute(
        db,
      )
      await expect(jobs().chargeEnded()).rejects.toThrow('dies here')
      await sql`drop trigger dies on ${sql.table(table)}`.execute(db)
      expect([await uses(only), await charges(), await isCharged(id)]).toEqual([[], [], false])
      expect(await remaining()).toEqual({ [only]: '0.00' })
    }
    await sql`drop function die()`.execute(db)
    expect(await jobs().chargeEnded()).toBe(1)
    expect(await uses(only)).toHaveLength(1)
  })
})

describe('cancelling', () => {
  test('until the lock-in releases everything', async () => {
    const only = await credit(1000, null)
    const { id } = await book(fetch, 1)
    expect(await cost(id)).toMatchObject({ onCancelling: '0.00' })
    today = new Date(start.getTime() - 24 * 3_600_000)
    await cancel(id)
    expect(await remaining()).toEqual({ [only]: '10.00' })
    today = end
    expect(await jobs().chargeEnded()).toBe(0)
    expect([await charges(), await uses(only), await isCharged(id)]).toEqual([[], [], false])
  })

  test('later frees the machine but stays charged', async () => {
    const only = await credit(1000, null)
    const { id } = await book(fetch, 1)
    today = new Date(start.getTime() - 24 * 3_600_000 + 1)
    expect(await cost(id)).toMatchObject({ onCancelling: '12.00' })
    expect(await (await cancel(id)).json()).toMatchObject({ state: 'cancelled', charged: false })
    expect(await remaining()).toEqual({ [only]: '0.00' })
    today = end
    await jobs().chargeEnded()
    expect(await isCharged(id)).toBe(true)
    expect(await charges()).toEqual([{ memberId: 1, bookingId: id, priceCents: 200 }])
  })

  test.each([
    ['18:00', '19:00', true, 600],
    ['18:00', '20:00', true, null],
    ['19:30', '21:00', true, 900],
    ['18:00', '20:00', false, 1200],
  ])('later, and others book %s to %s; given back: %s', async (from, until, bookingRefundable, cents) => {
    await database.db.updateTable('space').set({ bookingRefundable }).execute()
    const { id } = await book(fetch, 1)
    today = new Date(start.getTime() - 3_600_000)
    await cancel(id)
    await book(fetch, 2, { fromDateTime: `2026-12-02T${from}`, untilDateTime: `2026-12-02T${until}` })
    today = new Date('2026-12-03T08:00Z')
    await jobs().chargeEnded()
    const own = (await charges()).find(({ bookingId }) => bookingId === id)
    expect(own?.priceCents ?? null).toBe(cents)
  })

  test('booking the freed time oneself gives nothing back', async () => {
    const { id } = await book(fetch, 1)
    today = new Date(start.getTime() - 3_600_000)
    await cancel(id)
    await book(fetch, 1)
    today = end
    await jobs().chargeEnded()
    expect((await charges()).map(({ priceCents }) => priceCents)).toEqual([1200, 1200])
  })
})

describe('paying in advance', () => {
  beforeEach(async () => {
    const member = database.db.updateTable('member').where('id', '=', 1)
    await member.set({ requireUpfrontPayment: true, upfrontMinimumBalanceCents: 100 }).execute()
    const paid = { memberId: 1, amountCents: 2000, description: 'bar', createdAt: now }
    await database.db.insertInto('prepayment').values(paid).execute()
  })

  test('covers the money part, less what other bookings have reserved or taken', async () => {
    const { id } = await book(fetch, 1)
    const next = { fromDateTime: '2026-12-03T18:00', untilDateTime: '2026-12-03T20:00' }
    const refused = { refusals: [{ code: 'prepaidBalance', limit: 7 }] }
    expect(await quote(next)).toMatchObject(refused)
    expect(await json('POST', '/fabman/bookings', 1, asked(1, next))).toMatchObject({
      code: 'prepaidBalance',
    })
    today = end
    await jobs().chargeEnded()
    expect(await quote(next)).toMatchObject(refused)
    expect(await isCharged(id)).toBe(true)
    await credit(500, null)
    expect((await quote(next)).refusals).toEqual([])
  })

  test('cancelled in time, the money is free again', async () => {
    const { id } = await book(fetch, 1)
    await cancel(id)
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
    const { db } = database
    const only = await credit(500, null)
    await book(fetch, 1)
    today = end
    await jobs().chargeEnded()
    await db
      .insertInto('prepayment')
      .values({ memberId: 1, amountCents: 5, description: '', createdAt: now })
      .execute()
    await expect(sql.raw(statement).execute(db)).rejects.toThrow(`${table} is append-only`)
    expect(await uses(only)).toHaveLength(1)
  })

  test('a charge can be invoiced, once', async () => {
    await book(fetch, 1)
    today = end
    await jobs().chargeEnded()
    const { db } = database
    await db.updateTable('charge').set({ invoice: 7 }).execute()
    await expect(db.updateTable('charge').set({ invoice: 8 }).execute()).rejects.toThrow('append-only')
  })
})
