import { expect, test } from 'vitest'
import { aBooking, canary, now } from './booking.fixture.ts'
import { ownBookings } from './own-bookings.server.ts'

const zone = () => 'Europe/Berlin'

test('coming ones first, the next on top; then past and cancelled ones, the latest on top', () => {
  const bookings = [
    aBooking('2026-11-10T10:00', '2026-11-10T11:00', { id: 1 }),
    aBooking('2026-11-30T10:00', '2026-11-30T11:00', { id: 2 }),
    aBooking('2026-11-25T10:00', '2026-11-25T11:00', { id: 3, state: 'cancelled' }),
    aBooking('2026-11-24T10:00', '2026-11-24T11:00', { id: 4, state: 'pending' }),
  ]
  expect(ownBookings(bookings, zone, now).map(({ id }) => id)).toEqual([4, 2, 3, 1])
  expect(bookings.map(({ id }) => id)).toEqual([1, 2, 3, 4])
})

test.each([
  ['coming', '2026-11-24T10:00', '2026-11-24T11:00', 'confirmed', false, true, true],
  ['running', '2026-11-21T10:30', '2026-11-21T11:01', 'confirmed', false, true, true],
  ['ends now', '2026-11-21T10:00', '2026-11-21T11:00', 'confirmed', true, false, false],
  ['past', '2026-11-20T10:00', '2026-11-20T11:00', 'confirmed', true, false, false],
  ['waits for confirmation', '2026-11-24T10:00', '2026-11-24T11:00', 'pending', false, true, false],
  ['cancelled', '2026-11-24T10:00', '2026-11-24T11:00', 'cancelled', false, false, false],
])('%s', (_, from, until, state, past, canBeCancelled, canBeMoved) => {
  expect(ownBookings([aBooking(from, until, { state })], zone, now)).toEqual([
    {
      id: 21,
      resource: { id: 1, name: 'Lasercutter' },
      fromDateTime: from,
      untilDateTime: until,
      state,
      past,
      canBeCancelled,
      canBeMoved,
      lockVersion: 1,
      checkedInAt: null,
    },
  ])
})

test('past is judged in the time zone of the space', () => {
  const zoneOf = (machine: number) => (machine === 1 ? 'America/New_York' : 'Europe/Berlin')
  const there = aBooking('2026-11-21T10:00', '2026-11-21T11:00')
  const here = { ...there, resource: 2 }
  expect(ownBookings([there, here], zoneOf, now).map(({ past }) => past)).toEqual([false, true])
})

test('the time of a check-in is that of the clock in the space', () => {
  const booking = aBooking('2026-11-21T10:00', '2026-11-21T12:00', {
    checkedInAt: '2026-11-21T08:52:10.000Z',
  })
  expect(ownBookings([booking], zone, now)[0]?.checkedInAt).toBe('2026-11-21T09:52')
})

test.each([
  ['9', { id: 9, name: '9' }],
  [9, { id: 9, name: '9' }],
] as const)('equipment that is only an id: %j', (resource, shown) => {
  const booking = aBooking('2026-11-24T10:00', '2026-11-24T11:00', { resource })
  expect(ownBookings([booking], zone, now)[0]?.resource).toEqual(shown)
})

test('contains no other field of the booking', () => {
  const text = JSON.stringify(ownBookings([aBooking('2026-11-24T10:00', '2026-11-24T11:00')], zone, now))
  expect(text).not.toContain(canary)
})
