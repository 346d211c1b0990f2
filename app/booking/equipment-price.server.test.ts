import { expect, test } from 'vitest'
import type { Equipment } from '../../contracts/equipment.ts'
import '../i18n/message-files.server.ts'
import { aMachine } from './booking.fixture.ts'
import { priceInWords } from './equipment-price.server.ts'

const free = { pricePerBooking: '0.00' }

test.each<[string, Partial<Equipment>, string]>([
  ['no fee', free, 'keine Buchungsgebühr'],
  ['a fee per booking', { pricePerBooking: '3.00', pricePerBookingSeconds: null }, '3,00 € je Buchung'],
  ['per hour', { pricePerBooking: '3.00', pricePerBookingSeconds: 3600 }, '3,00 € je Stunde'],
  [
    'for those only who have booked it',
    { ...free, mustBeBooked: true },
    'keine Buchungsgebühr, nur mit Buchung',
  ],
  ['per half an hour', { pricePerBooking: '3.00', pricePerBookingSeconds: 1800 }, '3,00 € für 30 Minuten'],
  ['per two hours', { pricePerBooking: '3.00', pricePerBookingSeconds: 7200 }, '3,00 € für 2 Stunden'],
  [
    'B27: all prices of use',
    {
      pricePerBooking: '3.00',
      pricePerBookingSeconds: 3600,
      pricePerTimeBusy: '0.10',
      pricePerTimeBusySeconds: 60,
      pricePerTimeIdle: '1.00',
      pricePerTimeIdleSeconds: 3600,
      pricePerUsage: '0.50',
      pricingMinDurationSeconds: 300,
    },
    '3,00 € je Stunde, dazu 0,10 € je Minute im Betrieb, 1,00 € je Stunde im Leerlauf, 0,50 € je Nutzung, mindestens 5 Min.',
  ],
  [
    'a price of use alone, whose shortest time says nothing',
    { ...free, pricePerUsage: '0.50', pricingMinDurationSeconds: 300 },
    'keine Buchungsgebühr, dazu 0,50 € je Nutzung',
  ],
])('%s', (_, machine, expected) => {
  expect(priceInWords(aMachine(machine), 'de').replaceAll('\u00a0', ' ')).toBe(expected)
})

test('in English', () => {
  const machine = { ...free, pricePerTimeBusy: '6.00', pricePerTimeBusySeconds: 3600 }
  expect(priceInWords(aMachine(machine), 'en')).toBe('no booking fee, plus €6.00 per\u00a0hour while running')
})
