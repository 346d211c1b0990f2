import { expect, test } from 'vitest'
import { moment, period } from './mail-times.ts'

const berlin = 'Europe/Berlin'

test.each([
  [
    '2026-12-02T18:00',
    '2026-12-02T20:00',
    'Mi., 2. Dezember, 18:00–20:00 Uhr',
    'Wed 2 December, 18:00–20:00',
  ],
  ['2026-12-02T09:00', '2026-12-02T09:30', 'Mi., 2. Dezember, 9:00–9:30 Uhr', 'Wed 2 December, 9:00–9:30'],
  [
    '2026-12-02T22:00',
    '2026-12-03T00:00',
    'Mi., 2. Dezember, 22:00–24:00 Uhr',
    'Wed 2 December, 22:00–24:00',
  ],
  [
    '2026-12-02T22:00',
    '2026-12-03T01:00',
    'Mi., 2. Dezember, 22:00 Uhr – Do., 3. Dezember, 1:00 Uhr',
    'Wed 2 December, 22:00 – Thu 3 December, 1:00',
  ],
  // The clock changes in between, or shows the hour twice: the zone is named.
  [
    '2027-03-28T01:00',
    '2027-03-28T04:00',
    'So., 28. März, 1:00 MEZ–4:00 MESZ Uhr',
    'Sun 28 March, 1:00 CET–4:00 CEST',
  ],
  [
    '2027-10-31T02:00',
    '2027-10-31T02:30',
    'So., 31. Oktober, 2:00 MESZ–2:30 MESZ Uhr',
    'Sun 31 October, 2:00 CEST–2:30 CEST',
  ],
  [
    '2027-10-31T12:00',
    '2027-10-31T13:00',
    'So., 31. Oktober, 12:00–13:00 Uhr',
    'Sun 31 October, 12:00–13:00',
  ],
])('%s to %s', (from, until, de, en) => {
  expect([period(from, until, berlin, 'de'), period(from, until, berlin, 'en')]).toEqual([de, en])
})

test('one moment', () => {
  expect([moment('2026-12-01T06:00', 'de'), moment('2026-12-01T18:00', 'en')]).toEqual([
    'Di., 1. Dezember, 6:00 Uhr',
    'Tue 1 December, 18:00',
  ])
})
