import { expect, test } from 'vitest'
import type { Booking } from '../../contracts/booking.ts'
import { bookingsCalendar } from './bookings-calendar.server.ts'

const booking: Booking = {
  id: 7,
  resource: { id: 2, name: 'Säge', state: 'active' },
  member: '',
  fromDateTime: '2026-12-02T18:00',
  untilDateTime: '2026-12-02T20:00',
  state: 'confirmed',
  lockVersion: 3,
  createdAt: '2026-12-01T08:00:00.000Z',
  updatedAt: '2026-12-01T09:00:00.000Z',
  updatedBy: 1,
  account: 1,
  charged: false,
}

test.each([
  ['confirmed', 'CONFIRMED'],
  ['pending', 'TENTATIVE'],
  ['cancelled', 'CANCELLED'],
])('a %s booking has the status %s and the id and sequence of its mails', (state, status) => {
  const file = bookingsCalendar({
    bookings: [{ ...booking, state }],
    zone: 'Europe/Berlin',
    placeOf: () => 'Halle 9',
    name: 'Halle 9',
    titleOf: () => 'Säge',
    publicUrl: 'https://werkbank.example:8443',
    locale: 'de',
  })
  expect(file.split('\r\n')).toEqual(
    expect.arrayContaining([
      'LOCATION:Halle 9',
      'UID:booking-7@werkbank.example',
      'SEQUENCE:3',
      `STATUS:${status}`,
      'DTSTAMP:20261201T090000Z',
      'DTSTART;TZID=Europe/Berlin:20261202T180000',
      'DTEND;TZID=Europe/Berlin:20261202T200000',
    ]),
  )
  expect(file).not.toMatch(/METHOD|ORGANIZER|ATTENDEE/)
})
