import { describe, expect, test } from 'vitest'
import type { Booking } from '../../contracts/booking.ts'
import type { Equipment } from '../../contracts/equipment.ts'
import type { Space } from '../../contracts/space.ts'
import '../i18n/message-files.server.ts'
import { aBooking, aMachine, aSpace, canary, now } from './booking.fixture.ts'
import { liveEquipment } from './live-equipment.server.ts'

interface Changes {
  machine?: Partial<Equipment>
  space?: Partial<Space>
  bookings?: Booking[]
  now?: Date
}

function live({ machine, space, bookings = [], now: instant = now }: Changes, locale: 'de' | 'en' = 'de') {
  return liveEquipment({
    equipment: aMachine(machine),
    space: aSpace(space),
    bookings,
    now: instant,
    locale,
  })
}

const running = aBooking('2026-11-21T10:30', '2026-11-21T12:00')

describe('what it does right now', () => {
  test.each<[string, Changes, string, string]>([
    ['nothing', {}, 'free', 'Gerade frei'],
    ['booked now', { bookings: [running] }, 'booked', 'Belegt bis 12:00\u00a0Uhr'],
    ['booked later', { bookings: [aBooking('2026-11-21T11:30', '2026-11-21T12:00')] }, 'free', 'Gerade frei'],
    ['a cancelled booking', { bookings: [{ ...running, state: 'cancelled' }] }, 'free', 'Gerade frei'],
    ['it runs', { machine: { inUse: true }, bookings: [running] }, 'inUse', 'Gerade in Benutzung'],
    ['nothing, after closing time', { now: new Date('2026-11-21T18:00Z') }, 'closed', 'Geschlossen'],
    [
      'it runs, after closing time',
      { machine: { inUse: true }, now: new Date('2026-11-21T18:00Z') },
      'inUse',
      'Gerade in Benutzung',
    ],
    ['no connection', { machine: { offline: true, inUse: true } }, 'offline', 'Zustand gerade unbekannt'],
    ['locked', { machine: { state: 'locked', offline: true } }, 'outOfOrder', 'Außer Betrieb'],
  ])('%s', (_, changes, state, status) => {
    expect(live(changes)).toMatchObject({ state, status })
  })

  test.each([
    ['open', now, true],
    ['closed', new Date('2026-11-21T18:00Z'), false],
  ])('a machine that runs, in a space that is %s', (_, instant, isOpen) => {
    expect(live({ machine: { inUse: true }, now: instant })).toMatchObject({ state: 'inUse', isOpen })
  })
})

test.each<[string, Changes, string]>([
  ['while it is open', {}, ''],
  [
    'on the day before',
    { now: new Date('2026-11-23T18:00Z') },
    'Jetzt geschlossen, morgen ab 9:00\u00a0Uhr wieder offen',
  ],
  [
    'before it opens',
    { now: new Date('2026-11-23T05:00Z') },
    'Jetzt geschlossen, heute ab 9:00\u00a0Uhr wieder offen',
  ],
  [
    'over Sunday',
    { now: new Date('2026-11-21T18:00Z') },
    'Jetzt geschlossen, Montag ab 9:00\u00a0Uhr wieder offen',
  ],
])('when its space opens, %s', (_, changes, opening) => {
  expect(live(changes)).toMatchObject({ opening })
})

describe('when it is free next', () => {
  test.each<[string, Changes, string]>([
    ['now', {}, 'heute ab 11:00\u00a0Uhr'],
    ['on the grid', { now: new Date('2026-11-21T10:07Z') }, 'heute ab 11:30\u00a0Uhr'],
    ['after the running booking', { bookings: [running] }, 'heute ab 12:00\u00a0Uhr'],
    [
      'not in a gap that is shorter than a slot',
      { bookings: [aBooking('2026-11-21T11:15', '2026-11-21T13:00')] },
      'heute ab 13:00\u00a0Uhr',
    ],
    ['tomorrow', { now: new Date('2026-11-23T18:00Z') }, 'morgen ab 9:00\u00a0Uhr'],
    ['on Sunday it is closed', { now: new Date('2026-11-21T18:00Z') }, 'Montag ab 9:00\u00a0Uhr'],
    [
      'not within a week',
      { bookings: [aBooking('2026-11-21T09:00', '2026-11-30T18:00')] },
      'In den nächsten 7\u00a0Tagen ist alles belegt',
    ],
    ['never, it can’t be booked', { machine: { canBeBooked: false } }, 'gerade nicht buchbar'],
    ['never, it is out of order', { machine: { state: 'locked' } }, 'gerade nicht buchbar'],
    [
      'at any hour',
      { space: { bookingOpeningHours: null }, now: new Date('2026-11-22T01:00Z') },
      'heute ab 2:00\u00a0Uhr',
    ],
  ])('%s', (_, changes, nextFree) => {
    expect(live(changes).nextFree).toBe(nextFree)
  })
})

describe('what it costs', () => {
  test.each<[Partial<Equipment>, 'de' | 'en', string]>([
    [{}, 'de', '12,00\u00a0€ je\u00a0Stunde'],
    [{}, 'en', '€12.00 per\u00a0hour'],
    [{ pricePerBookingSeconds: 7200 }, 'de', '12,00\u00a0€ für 2\u00a0Stunden'],
    [{ pricePerBooking: '0.00' }, 'de', 'keine Buchungsgebühr'],
    [{ pricePerBookingSeconds: null }, 'de', '12,00\u00a0€ je Buchung'],
  ])('%j in %s', (machine, locale, price) => {
    expect(live({ machine }, locale).price).toBe(price)
  })
})

test('shows the title for members', () => {
  expect(live({}).name).toBe('Lasercutter')
  expect(live({ machine: { displayTitle: 'Laser 100 W' } }).name).toBe('Laser 100 W')
})

test('contains no member, note or input', () => {
  expect(JSON.stringify(live({ bookings: [running] }))).not.toContain(canary)
})
