import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Booking } from '../../../contracts/booking.ts'
import { testDatabase } from '../../../platform/database.fixture.ts'
import type { OpenedDatabase } from '../../../platform/database.ts'
import type { Fetch } from '../../../platform/http.ts'
import { book, call, connectorOf, engineJobsOf, engineOf, fillWorkshop, now } from '../connector.fixture.ts'

let database: OpenedDatabase
let fetch: Fetch
let today: Date
let booking: Booking
let secret: string

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  today = now
  const { db } = database
  await sql`truncate space, package, training, waitlist, mail restart identity cascade`.execute(db)
  await fillWorkshop(db)
  await db.updateTable('space').set({ bookingExclusiveMinutes: 10, bookingRefundable: true }).execute()
  await db.updateTable('equipment').set({ pricePerBookingCents: 600, pricePerBookingSeconds: 3600 }).execute()
  fetch = connectorOf(engineOf(db, clock), clock)
  booking = await book(fetch, 1)
  secret = ((await (await code('PUT')).json()) as { secret: string }).secret
})

const clock = () => today
const jobs = () => engineJobsOf(database.db, clock)
const code = (method: string, resource = 2) =>
  call(fetch, 'manage', method, `/fabman/resources/${resource}/check-in-secret`)
const at = (time: string) => {
  today = new Date(`2026-12-02T${time}:00+01:00`)
}

async function arrive(member = 1, given = secret, resource = 2) {
  const body = { member: String(member), resource: String(resource), secret: given }
  const response = await call(fetch, member, 'POST', '/fabman/check-ins', body)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const state = async () =>
  (
    await database.db
      .selectFrom('booking')
      .select('state')
      .where('id', '=', booking.id)
      .executeTakeFirstOrThrow()
  ).state

test('the code of a machine is secret, can be read again and renewed', async () => {
  expect(secret).toMatch(/^[\w-]{32}$/)
  expect(await (await code('GET')).json()).toEqual({ secret })
  expect(await (await code('GET', 3)).json()).toEqual({ secret: null })
  expect((await code('PUT', 77)).status).toBe(404)
  const renewed = (await (await code('PUT')).json()) as { secret: string }
  expect(renewed.secret).not.toBe(secret)
  at('18:00')
  expect((await arrive()).status).toBe(404)
  expect((await arrive(1, renewed.secret)).status).toBe(200)
})

test('who is there by the code keeps the machine', async () => {
  at('18:05')
  const arrived = await arrive()
  expect(arrived).toMatchObject({ status: 200, body: { id: booking.id, state: 'confirmed' } })
  expect(await arrive()).toEqual(arrived)
  at('18:10')
  expect(await jobs().releaseNoShows()).toBe(0)
  expect(await state()).toBe('confirmed')
})

test.each([
  ['17:44', 422],
  ['17:45', 200],
  ['19:59', 200],
  ['20:00', 422],
])('at %s arriving is answered by %i', async (time, status) => {
  at(time)
  expect((await arrive()).status).toBe(status)
})

test('a wrong code and a foreign booking say nothing', async () => {
  at('18:00')
  expect((await arrive(1, 'x'.repeat(32))).status).toBe(404)
  expect((await arrive(1, secret, 3)).status).toBe(404)
  expect(await arrive(2)).toMatchObject({ status: 422, body: { code: 'noBookingNow' } })
})

test('when nobody came, others may book after the minutes that the space keeps it', async () => {
  at('18:09')
  expect(await jobs().releaseNoShows()).toBe(0)
  at('18:10')
  const released = await Promise.all([jobs().releaseNoShows(), jobs().releaseNoShows()])
  expect(released[0] + released[1]).toBe(1)
  expect(await state()).toBe('cancelled')
  await book(fetch, 2, { fromDateTime: '2026-12-02T18:30', untilDateTime: '2026-12-02T20:00' })
  const [mail] = await database.db
    .selectFrom('mail')
    .select(['toAddress', 'subject'])
    .where('kind', '=', 'booking-released')
    .execute()
  expect(mail).toEqual({
    toAddress: 'm1@example.org',
    subject: 'Deine Buchung wurde freigegeben: 3D-Drucker',
  })
  at('20:00')
  await jobs().chargeEnded()
  const charges = await database.db
    .selectFrom('charge')
    .select(['memberId', 'priceCents'])
    .orderBy('memberId')
    .execute()
  // A quarter of its two hours was nobody's.
  expect(charges).toEqual([
    { memberId: 1, priceCents: 300 },
    { memberId: 2, priceCents: 900 },
  ])
})

test.each([
  ['a machine without a code', sql`update equipment set check_in_secret = null`],
  ['a space that keeps no minutes', sql`update space set booking_exclusive_minutes = null`],
])('%s gives nothing away', async (_, change) => {
  await change.execute(database.db)
  at('19:00')
  expect(await jobs().releaseNoShows()).toBe(0)
})
