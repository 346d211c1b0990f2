import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Booking, BookingChange } from '../../../contracts/booking.ts'
import { testDatabase } from '../../../platform/database.fixture.ts'
import type { OpenedDatabase } from '../../../platform/database.ts'
import type { Fetch } from '../../../platform/http.ts'
import { asked, book, call, connectorOf, engineOf, fillWorkshop, now } from '../connector.fixture.ts'

let database: OpenedDatabase
let fetch: Fetch
let today: Date
let booking: Booking

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  today = now
  const { db } = database
  await sql`truncate space, package, training, waitlist restart identity cascade`.execute(db)
  await fillWorkshop(db)
  await db.updateTable('space').set({ bookingLockInHours: 24, bookingMaxMinutesPerMemberDay: 240 }).execute()
  await db.updateTable('equipment').set({ pricePerBookingCents: 600, pricePerBookingSeconds: 3600 }).execute()
  await db
    .insertInto('credit')
    .values({ memberId: 1, scope: 'booking', amountCents: 2000, createdAt: now })
    .execute()
  fetch = connectorOf(engineOf(db, clock), clock, db)
  booking = await book(fetch, 1)
})

const clock = () => today

async function change(to: Partial<BookingChange>, as = 1, key?: string) {
  const { fromDateTime, untilDateTime, lockVersion } = booking
  const body = { fromDateTime, untilDateTime, lockVersion, ...to }
  const response = await call(fetch, as, 'PATCH', `/fabman/bookings/${booking.id}`, body, key)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function stored() {
  return (await (await call(fetch, 'read', 'GET', `/fabman/bookings?resource=2`)).json()) as Booking[]
}

const cost = async () => (await call(fetch, 'read', 'GET', `/fabman/bookings/${booking.id}/cost`)).json()

test.each([
  ['moved', '2026-12-03T10:00', '2026-12-03T12:00', '12.00', '0.00'],
  ['moved over itself', '2026-12-02T19:00', '2026-12-02T21:00', '12.00', '0.00'],
  ['extended', '2026-12-02T18:00', '2026-12-02T22:00', '24.00', '4.00'],
  ['shortened', '2026-12-02T18:30', '2026-12-02T19:00', '3.00', '0.00'],
])('a booking is %s, with its price', async (_, fromDateTime, untilDateTime, price, money) => {
  const changed = await change({ fromDateTime, untilDateTime })
  expect(changed).toMatchObject({
    status: 200,
    body: { id: booking.id, fromDateTime, untilDateTime, lockVersion: 2, updatedBy: 1, state: 'confirmed' },
  })
  expect(await stored()).toEqual([changed.body])
  expect(await cost()).toMatchObject({ price, money })
  expect((await database.db.selectFrom('booking').select(['startsAt', 'endsAt']).execute())[0]).toEqual({
    startsAt: new Date(`${fromDateTime}:00+01:00`),
    endsAt: new Date(`${untilDateTime}:00+01:00`),
  })
})

test('its old time is free for others, its new one is not', async () => {
  await change({ fromDateTime: '2026-12-02T10:00', untilDateTime: '2026-12-02T12:00' })
  expect((await book(fetch, 2)).state).toBe('confirmed')
  const taken = asked(3, { fromDateTime: '2026-12-02T11:00', untilDateTime: '2026-12-02T13:00' })
  expect((await call(fetch, 3, 'POST', '/fabman/bookings', taken)).status).toBe(422)
})

test('refused with every reason, the old one stays as it was, also what it holds back', async () => {
  await book(fetch, 2, { fromDateTime: '2026-12-03T20:00', untilDateTime: '2026-12-03T21:00' })
  const [before, costBefore] = [await stored(), await cost()]
  const refused = await change({ fromDateTime: '2026-12-03T17:30', untilDateTime: '2026-12-03T22:30' })
  expect(refused.status).toBe(422)
  expect((refused.body['refusals'] as { code: string }[]).map(({ code }) => code)).toEqual([
    'openingHours',
    'memberDay',
    'overlap',
  ])
  expect([await stored(), await cost()]).toEqual([before, costBefore])
})

test('its own minutes do not count twice', async () => {
  expect((await change({ untilDateTime: '2026-12-02T22:00' })).status).toBe(200)
})

test('who has seen an older one gets 409 and changes nothing', async () => {
  await change({ untilDateTime: '2026-12-02T21:00' })
  const before = await stored()
  expect(await change({ untilDateTime: '2026-12-02T19:00' })).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
  expect(await stored()).toEqual(before)
})

test('of 20 changes at once one is made, and the others get 409', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      change({ untilDateTime: index % 2 ? '2026-12-02T19:00' : '2026-12-02T21:00' }),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect([statuses.filter((each) => each === 200).length, new Set(statuses)]).toEqual([
    1,
    new Set([200, 409]),
  ])
  expect(await stored()).toMatchObject([{ lockVersion: 2 }])
})

test('close to its start it can only become longer', async () => {
  today = new Date('2026-12-02T08:00Z')
  for (const to of [
    { fromDateTime: '2026-12-03T18:00', untilDateTime: '2026-12-03T20:00' },
    { untilDateTime: '2026-12-02T19:00' },
    { fromDateTime: '2026-12-02T19:00', untilDateTime: '2026-12-02T21:00' },
  ]) {
    expect(await change(to)).toMatchObject({
      status: 422,
      body: { refusals: [{ code: 'lockIn', limit: 24 }] },
    })
  }
  expect((await change({ untilDateTime: '2026-12-02T21:00' })).status).toBe(200)
})

test('while it runs it can be extended; over or cancelled it can not be changed', async () => {
  today = new Date('2026-12-02T18:30Z')
  const longer = await change({ untilDateTime: '2026-12-02T20:30' })
  expect(longer.status).toBe(200)
  today = new Date('2026-12-02T19:30Z')
  const late = { untilDateTime: '2026-12-02T21:00', lockVersion: 2 }
  expect(await change(late)).toMatchObject({ status: 422, body: { code: 'bookingEnded' } })
  today = now
  await call(fetch, 1, 'DELETE', `/fabman/bookings/${booking.id}`)
  expect(await change({ ...late, lockVersion: 3 })).toMatchObject({
    status: 422,
    body: { code: 'bookingEnded' },
  })
})

test('a foreign booking is one that is not there', async () => {
  expect((await change({ untilDateTime: '2026-12-02T21:00' }, 2)).status).toBe(404)
  expect(await stored()).toMatchObject([{ lockVersion: 1 }])
})

test.each([
  [{ lockVersion: 0 }, 'lockVersion'],
  [{ untilDateTime: '2026-12-02T18:00' }, 'untilDateTime'],
  [{ untilDateTime: 'tomorrow' }, 'untilDateTime'],
])('%o is refused and named', async (to, field) => {
  const { status, body } = await change(to)
  expect([status, (body['errors'] as { field: string }[])[0]?.field]).toEqual([400, field])
})

test('a change repeated after a crash is the answer of the first', async () => {
  const first = await change({ untilDateTime: '2026-12-02T21:00' }, 1, 'once')
  // As if the process had died before it kept its answer.
  await database.db
    .updateTable('idempotencyKey')
    .set({ status: null, body: null, claimedUntil: today })
    .execute()
  expect(await change({ untilDateTime: '2026-12-02T21:00' }, 1, 'once')).toEqual(first)
})

test('parallel moves of two members never overlap', async () => {
  const other = await book(fetch, 2, { fromDateTime: '2026-12-03T18:00', untilDateTime: '2026-12-03T20:00' })
  const to = { fromDateTime: '2026-12-04T10:00', untilDateTime: '2026-12-04T12:00', lockVersion: 1 }
  const [one, two] = await Promise.all([
    call(fetch, 1, 'PATCH', `/fabman/bookings/${booking.id}`, to),
    call(fetch, 2, 'PATCH', `/fabman/bookings/${other.id}`, to),
  ])
  expect([one.status, two.status].toSorted()).toEqual([200, 422])
})
