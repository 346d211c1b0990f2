import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Booking } from '../../../../contracts/booking.ts'
import { testWorkshop } from '../engine.fixture.ts'

const { db, jobs, setNow, send, bookings, book } = await testWorkshop({
  space: { bookingExclusiveMinutes: 10, bookingRefundable: true },
  equipment: { pricePerBookingCents: 600, pricePerBookingSeconds: 3600 },
})

const Code = z.object({ secret: z.string().nullable() })
const code = (method: string, resource = 2) =>
  send('manage', method, `/fabman/resources/${resource}/check-in-secret`)
const renew = async () => Code.parse((await code('PUT')).body).secret ?? ''

let booking: Booking
let secret: string
beforeEach(async () => {
  booking = await book(1)
  secret = await renew()
})

const at = (time: string) => setNow(new Date(`2026-12-02T${time}:00+01:00`))
interface Arrival {
  member?: number
  as?: number
  resource?: number
  scanned?: string
}
const arrive = ({ member = 1, as = member, resource = 2, scanned = secret }: Arrival = {}) =>
  send(as, 'POST', '/fabman/check-ins', {
    member: String(member),
    resource: String(resource),
    secret: scanned,
  })
const state = async () => (await bookings()).find(({ id }) => id === booking.id)?.state

test('the check-in secret can be read again and renewed', async () => {
  expect(secret).toMatch(/^[\w-]{32}$/)
  expect((await code('GET')).body).toEqual({ secret })
  expect((await code('GET', 3)).body).toEqual({ secret: null })
  expect((await code('PUT', 77)).status).toBe(404)
  const renewed = await renew()
  expect(renewed).not.toBe(secret)
  at('18:00')
  expect((await arrive()).status).toBe(404)
  expect((await arrive({ scanned: renewed })).status).toBe(200)
})

test('a member who checks in keeps the booking', async () => {
  at('18:05')
  const arrived = await arrive()
  expect(arrived).toMatchObject({
    status: 200,
    body: { id: booking.id, state: 'confirmed', checkedInAt: '2026-12-02T17:05:00.000Z' },
  })
  expect(await arrive()).toEqual(arrived)
  at('18:10')
  expect(await jobs.releaseNoShows()).toBe(0)
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

test('a check-in after that for the first of two consecutive bookings is for the second', async () => {
  const next = await book(1, { fromDateTime: '2026-12-02T20:00', untilDateTime: '2026-12-02T21:00' })
  at('18:00')
  await arrive()
  at('19:50')
  expect((await arrive()).body).toMatchObject({ id: next.id })
  expect((await arrive()).status).toBe(200)
})

test('a check-in counts for all bookings that follow at once', async () => {
  const times = [
    ['20:00', '20:30'],
    ['20:30', '21:00'],
    ['21:30', '22:00'],
  ]
  for (const [from, until] of times)
    await book(1, { fromDateTime: `2026-12-02T${from}`, untilDateTime: `2026-12-02T${until}` })
  at('18:00')
  await arrive()
  at('20:10')
  expect(await jobs.releaseNoShows()).toBe(0)
  at('20:40')
  expect(await jobs.releaseNoShows()).toBe(0)
  at('21:40')
  expect(await jobs.releaseNoShows()).toBe(1)
  expect((await bookings()).map(({ state }) => state).toSorted()).toEqual([
    'cancelled',
    'confirmed',
    'confirmed',
    'confirmed',
  ])
})

test('a check-in counts for the next booking, also when the job did not run for a while', async () => {
  await book(1, { fromDateTime: '2026-12-02T20:00', untilDateTime: '2026-12-02T20:30' })
  await book(1, { fromDateTime: '2026-12-02T20:30', untilDateTime: '2026-12-02T21:30' })
  at('18:00')
  await arrive()
  at('20:50')
  expect(await jobs.releaseNoShows()).toBe(0)
})

test('moving a booking to another day removes its check-in; extending it does not', async () => {
  at('17:50')
  await arrive()
  const { id } = (await bookings())[0] ?? { id: 0 }
  const change = (fromDateTime: string, untilDateTime: string, lockVersion: number) =>
    send(1, 'PATCH', `/fabman/bookings/${id}`, { fromDateTime, untilDateTime, lockVersion })
  expect((await change('2026-12-02T18:00', '2026-12-02T21:00', 1)).status).toBe(200)
  at('18:30')
  expect(await jobs.releaseNoShows()).toBe(0)
  expect((await change('2026-12-02T19:00', '2026-12-02T21:00', 2)).status).toBe(200)
  at('19:10')
  expect(await jobs.releaseNoShows()).toBe(1)
})

test('a wrong secret and the booking of another member are refused without details', async () => {
  at('18:00')
  expect((await arrive({ scanned: 'x'.repeat(32) })).status).toBe(404)
  expect((await arrive({ resource: 3 })).status).toBe(404)
  expect(await arrive({ member: 2 })).toMatchObject({ status: 422, body: { code: 'noBookingNow' } })
})

test('a member cannot check in another member', async () => {
  at('18:10')
  expect((await arrive({ as: 2 })).status).toBe(404)
  expect(await jobs.releaseNoShows()).toBe(1)
})

test('without a check-in others may book after the exclusive minutes of the space', async () => {
  at('18:09')
  expect(await jobs.releaseNoShows()).toBe(0)
  at('18:10')
  const released = await Promise.all([jobs.releaseNoShows(), jobs.releaseNoShows()])
  expect(released[0] + released[1]).toBe(1)
  expect(await state()).toBe('cancelled')
  await book(2, { fromDateTime: '2026-12-02T18:30', untilDateTime: '2026-12-02T20:00' })
  const [mail] = await db
    .selectFrom('mail')
    .select(['toAddress', 'subject'])
    .where('kind', '=', 'booking-released')
    .execute()
  expect(mail).toEqual({
    toAddress: 'm1@example.org',
    subject: 'Deine Buchung wurde freigegeben: 3D-Drucker',
  })
  at('20:00')
  await jobs.chargeEnded()
  const charges = await db
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
  await change.execute(db)
  at('19:00')
  expect(await jobs.releaseNoShows()).toBe(0)
})
