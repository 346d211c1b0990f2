import { expect, test } from 'vitest'
import { type Booking, type BookingFilter, bookingsLimit } from '../../contracts/booking.ts'
import { aBooking } from '../booking/booking.fixture.ts'
import type { SiteServices } from '../context.ts'
import { bookingsBetween } from './days.ts'

/** A workshop with these bookings: of more than one answer has room for, the latest. */
function workshop(bookings: Booking[]) {
  const asked: BookingFilter[] = []
  const connector = {
    bookings: async (filter: BookingFilter) => {
      asked.push(filter)
      const { fromDateTime = '', untilDateTime = '' } = filter
      return bookings
        .filter((each) => each.fromDateTime < untilDateTime && fromDateTime < each.untilDateTime)
        .slice(-bookingsLimit)
    },
  } as unknown as SiteServices['connector']
  return { connector, asked }
}

/** So many in each hour of a day, one of them into the next hour, in order of their start. */
function everyHour(day: string, count: number): Booking[] {
  return Array.from({ length: 23 * count }, (_, index) => {
    const hour = Math.floor(index / count)
    const from = `${day}T${String(hour).padStart(2, '0')}`
    const until = `${day}T${String(hour + 1).padStart(2, '0')}`
    return aBooking(`${from}:00`, index % count === 0 ? `${until}:30` : `${until}:00`, { id: index + 1 })
  })
}

test('whole days are asked for, whatever the times; one over midnight is there once', async () => {
  const late = aBooking('2026-11-21T22:00', '2026-11-22T02:00')
  const { connector, asked } = workshop([late])
  expect(await bookingsBetween(connector, '2026-11-21T23:00', '2026-11-22T01:00')).toEqual([late])
  expect(asked.map(({ fromDateTime }) => fromDateTime)).toEqual(['2026-11-21T00:00', '2026-11-22T00:00'])
  expect(await bookingsBetween(connector, '2026-11-22T02:00', '2026-11-22T03:00')).toEqual([])
})

test.each([1, 40, 200])('%i bookings in each hour of a day: none is left out, none twice', async (count) => {
  const all = everyHour('2026-11-21', count)
  const { connector } = workshop(all)
  const found = await bookingsBetween(connector, '2026-11-21T00:00', '2026-11-22T00:00')
  expect(found).toHaveLength(all.length)
  expect(new Set(found)).toEqual(new Set(all))
})

test('more than an answer holds in one minute ends all the same', async () => {
  const all = Array.from({ length: 1200 }, (_, id) =>
    aBooking('2026-11-21T10:00', '2026-11-21T10:30', { id }),
  )
  const { connector, asked } = workshop(all)
  const found = await bookingsBetween(connector, '2026-11-21T10:00', '2026-11-21T10:30')
  expect(found).toHaveLength(bookingsLimit)
  expect(asked.length).toBeLessThan(100)
})
