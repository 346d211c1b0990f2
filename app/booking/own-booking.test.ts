import { describe, expect, test } from 'vitest'
import type { OwnBooking } from '../../contracts/live.ts'
import '../i18n/message-files.server.ts'
import type { Locale } from '../i18n/locale.ts'
import { type Translate, translate } from '../i18n/messages.ts'
import {
  addressToMove,
  addressToRepeat,
  bookingState,
  checkInWords,
  costOfCancelling,
  dueWords,
  freeUntil,
  inTwo,
  priceOf,
} from './own-booking.ts'
import { bookingTime } from '../i18n/booking-time.ts'

const t =
  (locale: Locale): Translate =>
  (key, params) =>
    translate(locale, key, params)

describe('time of a booking', () => {
  test.each<[string, string, Locale, string]>([
    [
      '2026-11-24T18:00',
      '2026-11-24T20:00',
      'de',
      'Dienstag, 24.\u00a0November\u00a02026, 18:00 bis 20:00\u00a0Uhr',
    ],
    [
      '2026-11-24T09:00',
      '2026-11-24T09:30',
      'de',
      'Dienstag, 24.\u00a0November\u00a02026, 9:00 bis 9:30\u00a0Uhr',
    ],
    [
      '2026-12-31T22:00',
      '2027-01-01T01:00',
      'de',
      'Donnerstag, 31.\u00a0Dezember\u00a02026, 22:00\u00a0Uhr bis Freitag, 1.\u00a0Januar\u00a02027, 1:00\u00a0Uhr',
    ],
    ['2026-11-24T18:00', '2026-11-24T20:00', 'en', 'Tuesday 24\u00a0November\u00a02026, 18:00 to 20:00'],
  ])('%s to %s in %s', (fromDateTime, untilDateTime, locale, text) => {
    expect(bookingTime({ fromDateTime, untilDateTime }, locale, t(locale))).toBe(text)
  })
})

describe('the same again', () => {
  const booking = {
    resource: { id: 3, name: 'Säge' },
    fromDateTime: '2026-11-24T18:00',
    untilDateTime: '2026-11-24T20:00',
  }
  test.each([
    ['one that was cancelled and is still ahead', '2026-11-21T10:00Z', '2026-11-24'],
    ['the week after, on the same weekday', '2026-11-25T10:00Z', '2026-12-01'],
    ['weeks later', '2026-12-20T10:00Z', '2026-12-22'],
    ['over a change of the clock', '2027-03-27T10:00Z', '2027-03-30'],
  ])('%s', (_, now, day) => {
    expect(addressToRepeat(booking, new Date(now), 'de')).toBe(
      `/booking?machine=3&day=${day}&from=${day}T18%3A00&until=${day}T20%3A00`,
    )
  })

  test('the address to move names the booking and chooses its present time', () => {
    const own = { ...booking, id: 7 } as OwnBooking
    const address =
      '/en/booking?machine=3&day=2026-11-24&from=2026-11-24T18%3A00&until=2026-11-24T20%3A00&moves=7'
    expect(addressToMove(own, 'bookings', 'en')).toBe(address)
    expect(addressToMove(own, 'profil', 'en')).toBe(`${address}&began=profil`)
  })
})

describe('state in words', () => {
  test.each([
    ['confirmed', false, 'Bestätigt'],
    ['pending', false, 'Noch nicht bestätigt'],
    ['cancelled', false, 'Storniert'],
    ['cancelled', true, 'Storniert'],
    ['confirmed', true, 'Vorbei'],
    ['noShow', false, 'noShow'],
    ['toString', false, 'toString'],
  ])('%s, past: %s', (state, past, text) => {
    expect(bookingState({ state, past }, t('de'))).toBe(text)
  })
})

test('splits bookings that can be cancelled from the rest, in their order', () => {
  const booking = (id: number, canBeCancelled: boolean) => ({ id, canBeCancelled }) as OwnBooking
  const { next, past } = inTwo([booking(3, true), booking(4, true), booking(2, false), booking(1, false)])
  expect(next.map(({ id }) => id)).toEqual([3, 4])
  expect(past.map(({ id }) => id)).toEqual([2, 1])
})

const paid = { credits: '20.00', money: '4.00', refundable: true }

test.each([
  [
    'free',
    { ...paid, price: '24.00', freeUntil: '2026-11-23T18:00', onCancelling: '0.00' },
    /^Kostet dich nichts Du stornierst vor der Frist\. 200 Credits sind danach wieder frei/,
    /bis Montag, 23\.\u00a0November, 18:00\u00a0Uhr/,
  ],
  [
    'late',
    { ...paid, price: '24.00', freeUntil: '2026-11-20T18:00', onCancelling: '24.00' },
    /^Stornieren kostet 24,00.€ 24,00.€ bleiben .* bekommst du den Anteil dafür zurück/,
    /Nicht mehr kostenlos/,
  ],
  [
    'late, where nothing is refunded',
    { ...paid, refundable: false, price: '24.00', freeUntil: '2026-11-20T18:00', onCancelling: '24.00' },
    /vorbei\.$/,
    /Nicht mehr kostenlos/,
  ],
  [
    'without a price',
    { ...paid, price: '0.00', credits: '0.00', freeUntil: '2026-11-23T18:00', onCancelling: '0.00' },
    /nichts .* keinen Preis\.$/,
    /^$/,
  ],
  ['unknown', null, /^$/, /^$/],
])('what cancelling costs: %s', (_, cost, cancelling, until) => {
  const told = costOfCancelling({ cost }, 'de', t('de'))
  expect(told ? [told.label, told.amount, ...told.notes].join(' ').trim() : '').toMatch(cancelling)
  expect(freeUntil({ cost }, 'de', t('de'))).toMatch(until)
})

test.each([
  ['stands', 'confirmed', true, '24.00', 'Nicht mehr kostenlos stornierbar'],
  ['was cancelled late', 'cancelled', false, '24.00', 'spät storniert, bis zu 24,00 € bleiben fällig'],
  ['was cancelled in time', 'cancelled', false, '0.00', ''],
  ['is over', 'confirmed', false, '24.00', ''],
])(
  'what is to be known of the money of a booking that %s',
  (_, state, canBeCancelled, onCancelling, words) => {
    const cost = { ...paid, price: '24.00', freeUntil: '2026-11-20T18:00', onCancelling }
    const said = dueWords({ cost, state, canBeCancelled }, 'de', t('de'))
    expect(said.replaceAll('\u00a0', ' ')).toBe(words)
  },
)

test.each([
  ['credits and money', 'confirmed', {}, '24,00 € 200 Credits + 4,00 € auf Rechnung'],
  ['credits alone', 'confirmed', { credits: '24.00', money: '0.00' }, '24,00 € 240 Credits'],
  ['one credit', 'confirmed', { price: '0.10', credits: '0.10', money: '0.00' }, '0,10 € 1 Credit'],
  ['money alone', 'confirmed', { credits: '0.00', money: '24.00' }, '24,00 € 24,00 € auf Rechnung'],
  ['nothing', 'confirmed', { price: '0.00', credits: '0.00', money: '0.00' }, '0,00 € Keine Buchungsgebühr.'],
  [
    'credits after a late cancellation',
    'cancelled',
    { onCancelling: '24.00', money: '0.00' },
    '24,00 € 200 Credits',
  ],
  ['nothing after a cancellation in time', 'cancelled', {}, ''],
])('the price is paid with %s', (_, state, change, words) => {
  const cost = { ...paid, price: '24.00', freeUntil: null, onCancelling: '0.00', ...change }
  const price = priceOf({ cost, state }, 'de', t('de'))
  expect(price ? `${price.amount} ${price.paid}`.replaceAll('\u00a0', ' ') : '').toBe(words)
})

test.each([
  [null, false, ''],
  ['2026-11-24T18:02', false, 'Eingecheckt seit 18:02\u00a0Uhr'],
  ['2026-11-24T18:02', true, 'Eingecheckt um 18:02\u00a0Uhr'],
])('check-in at %s, past: %s', (checkedInAt, past, words) => {
  expect(checkInWords({ checkedInAt, past }, t('de'))).toBe(words)
})
