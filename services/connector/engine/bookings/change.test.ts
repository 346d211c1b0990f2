import { beforeEach, expect, test } from 'vitest'
import { type Booking, type BookingChange, OwnCost } from '../../../../contracts/booking.ts'
import { addCredit, now } from '../../connector.fixture.ts'
import { testWorkshop } from '../engine.fixture.ts'

const { db, setNow, send, read, bookings, book, tryToBook, cancel } = await testWorkshop({
  space: { bookingLockInHours: 24, bookingMaxMinutesPerMemberDay: 240 },
  equipment: { pricePerBookingCents: 600, pricePerBookingSeconds: 3600 },
})

let booking: Booking
beforeEach(async () => {
  await addCredit(db, { amountCents: 2000 })
  booking = await book(1)
})

function change(to: Partial<BookingChange>, as = 1, key?: string) {
  const { id, fromDateTime, untilDateTime, lockVersion } = booking
  const body = { fromDateTime, untilDateTime, lockVersion, ...to }
  return send(as, 'PATCH', `/fabman/bookings/${id}`, body, key)
}

const cost = async () => (await read(OwnCost.array(), `/fabman/bookings/costs?ids=${booking.id}`))[0]

test.each([
  ['moved', '2026-12-03T10:00', '2026-12-03T12:00', '12.00', '0.00'],
  ['moved over itself', '2026-12-02T19:00', '2026-12-02T21:00', '12.00', '0.00'],
  ['extended', '2026-12-02T18:00', '2026-12-02T22:00', '24.00', '4.00'],
  ['shortened', '2026-12-02T18:30', '2026-12-02T19:00', '3.00', '0.00'],
])('a booking is %s, with its price', async (_, fromDateTime, untilDateTime, price, money) => {
  const look = { state: 'confirmed', resource: '2', member: '1', moves: String(booking.id) }
  const times = { fromDateTime, untilDateTime }
  const { body: quote } = await send(1, 'POST', '/fabman/bookings/quote', { ...look, ...times })
  expect(quote).toMatchObject({ refusals: [], cost: { price, money } })
  const changed = await change(times)
  expect(changed).toMatchObject({
    status: 200,
    body: { id: booking.id, fromDateTime, untilDateTime, lockVersion: 2, updatedBy: 1, state: 'confirmed' },
  })
  expect(await bookings()).toEqual([changed.body])
  expect(await cost()).toMatchObject({ price, money })
  expect((await db.selectFrom('booking').select(['startsAt', 'endsAt']).execute())[0]).toEqual({
    startsAt: new Date(`${fromDateTime}:00+01:00`),
    endsAt: new Date(`${untilDateTime}:00+01:00`),
  })
})

test('the old time is free for others, the new one is taken', async () => {
  await change({ fromDateTime: '2026-12-02T10:00', untilDateTime: '2026-12-02T12:00' })
  expect((await book(2)).state).toBe('confirmed')
  const taken = { fromDateTime: '2026-12-02T11:00', untilDateTime: '2026-12-02T13:00' }
  expect((await tryToBook(3, taken)).status).toBe(422)
})

test('a refused change has every reason and leaves booking and credits as they were', async () => {
  await book(2, { fromDateTime: '2026-12-03T20:00', untilDateTime: '2026-12-03T21:00' })
  const [before, costBefore] = [await bookings(), await cost()]
  const refused = await change({ fromDateTime: '2026-12-03T17:30', untilDateTime: '2026-12-03T22:30' })
  expect(refused.status).toBe(422)
  expect(refused.body).toMatchObject({
    refusals: [{ code: 'openingHours' }, { code: 'memberDay' }, { code: 'overlap' }],
  })
  expect([await bookings(), await cost()]).toEqual([before, costBefore])
})

test('the minutes of the booking do not count twice', async () => {
  expect((await change({ untilDateTime: '2026-12-02T22:00' })).status).toBe(200)
})

test('a stale lockVersion gets 409 and changes nothing', async () => {
  await change({ untilDateTime: '2026-12-02T21:00' })
  const before = await bookings()
  expect(await change({ untilDateTime: '2026-12-02T19:00' })).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
  expect(await bookings()).toEqual(before)
})

test('of 20 parallel changes one succeeds and the others get 409', async () => {
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
  expect(await bookings()).toMatchObject([{ lockVersion: 2 }])
})

test('after the lock-in a booking can only be extended', async () => {
  setNow(new Date('2026-12-02T08:00Z'))
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

test('a running booking can be extended; an ended or cancelled one cannot be changed', async () => {
  setNow(new Date('2026-12-02T18:30Z'))
  const longer = await change({ untilDateTime: '2026-12-02T20:30' })
  expect(longer.status).toBe(200)
  setNow(new Date('2026-12-02T19:30Z'))
  const late = { untilDateTime: '2026-12-02T21:00', lockVersion: 2 }
  expect(await change(late)).toMatchObject({ status: 422, body: { code: 'bookingEnded' } })
  setNow(now)
  await cancel(1, booking.id)
  expect(await change({ ...late, lockVersion: 3 })).toMatchObject({
    status: 422,
    body: { code: 'bookingEnded' },
  })
})

test('the booking of another member is not found', async () => {
  expect((await change({ untilDateTime: '2026-12-02T21:00' }, 2)).status).toBe(404)
  expect(await bookings()).toMatchObject([{ lockVersion: 1 }])
})

test.each([
  [{ lockVersion: 0 }, 'lockVersion'],
  [{ untilDateTime: '2026-12-02T18:00' }, 'untilDateTime'],
  [{ untilDateTime: 'tomorrow' }, 'untilDateTime'],
])('%o is refused and named', async (to, field) => {
  const errors = expect.arrayContaining([expect.objectContaining({ field })])
  expect(await change(to)).toMatchObject({ status: 400, body: { errors } })
})

test('a change that is repeated after a crash gives the result of the first', async () => {
  const first = await change({ untilDateTime: '2026-12-02T21:00' }, 1, 'once')
  // As if the process had died before it kept its answer.
  await db.updateTable('idempotencyKey').set({ status: null, body: null, claimedUntil: now }).execute()
  expect(await change({ untilDateTime: '2026-12-02T21:00' }, 1, 'once')).toEqual(first)
})

test('parallel moves of two members never overlap', async () => {
  const other = await book(2, { fromDateTime: '2026-12-03T18:00', untilDateTime: '2026-12-03T20:00' })
  const to = { fromDateTime: '2026-12-04T10:00', untilDateTime: '2026-12-04T12:00', lockVersion: 1 }
  const [one, two] = await Promise.all([
    send(1, 'PATCH', `/fabman/bookings/${booking.id}`, to),
    send(2, 'PATCH', `/fabman/bookings/${other.id}`, to),
  ])
  expect([one.status, two.status].toSorted()).toEqual([200, 422])
})
