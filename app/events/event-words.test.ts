import { expect, test } from 'vitest'
import '../i18n/message-files.server.ts'
import { monthName, shortDay, weekdayName } from '../i18n/format.ts'
import { daysText, durationText, hoursText, nextFree, nextFreeText, timesText } from './event-words.ts'
import { aDate } from './events.fixture.ts'

const zone = 'Europe/Berlin'
const times = (fromDateTime: string, untilDateTime: string) => ({ fromDateTime, untilDateTime })

test.each([
  ['an evening', times('2026-12-03T18:00', '2026-12-03T20:00'), '18:00 bis 20:00\u00a0Uhr', '2\u00a0Stunden'],
  ['one hour', times('2026-12-03T09:00', '2026-12-03T10:00'), '9:00 bis 10:00\u00a0Uhr', '1\u00a0Stunde'],
  [
    'half hours',
    times('2026-12-03T17:00', '2026-12-03T20:30'),
    '17:00 bis 20:30\u00a0Uhr',
    '3,5\u00a0Stunden',
  ],
  [
    'a night in spring',
    times('2027-03-28T01:00', '2027-03-28T05:00'),
    '1:00 bis 5:00\u00a0Uhr',
    '3\u00a0Stunden',
  ],
  [
    'a night in autumn',
    times('2027-10-31T01:00', '2027-10-31T05:00'),
    '1:00 bis 5:00\u00a0Uhr',
    '5\u00a0Stunden',
  ],
  [
    'two days',
    times('2026-12-26T09:00', '2026-12-27T17:00'),
    '9:00 bis So\u00a027.12., 17:00\u00a0Uhr',
    '2\u00a0Tage',
  ],
])('%s', (_, date, text, duration) => {
  expect(timesText(date, 'de')).toBe(text)
  expect(durationText(date, zone, 'de')).toBe(duration)
})

test('in English', () => {
  const weekend = times('2026-12-26T09:00', '2026-12-27T17:00')
  expect(timesText(weekend, 'en')).toBe('9:00 to Sun\u00a027\u00a0Dec, 17:00')
  expect(durationText(times('2026-12-03T17:00', '2026-12-03T20:30'), zone, 'en')).toBe('3.5\u00a0hours')
})

test('names of months and days', () => {
  expect([monthName('2026-12', 'de'), monthName('2027-03', 'en')]).toEqual(['Dezember 2026', 'March 2027'])
  expect([weekdayName(1, 'de', 'short'), weekdayName(7, 'en', 'long')]).toEqual(['Mo', 'Sunday'])
})

test('a full date leads to the next one with a seat', () => {
  const full = aDate(1, '2026-12-01', { freeSeats: 0 })
  const dates = [
    aDate(4, '2027-01-08'),
    aDate(3, '2026-12-16'),
    aDate(2, '2026-12-08', { freeSeats: 0 }),
    full,
    aDate(5, '2026-11-25'),
  ]
  expect(nextFree(dates, full)?.id).toBe(3)
  expect(nextFreeText(nextFree(dates, full), 'de')).toBe('Nächster freier Termin: Mi\u00a016.12.')
  expect(nextFreeText(nextFree([full], full), 'en')).toBe('No later date has a place yet.')
})

test('both days of a weekend stand in one line', () => {
  const weekend = times('2026-12-26T09:00', '2026-12-27T17:00')
  const dayText = (day: string) => shortDay(day, 'de')
  expect(daysText(weekend, 'de', dayText)).toBe('Sa\u00a026.12. bis So\u00a027.12.')
  expect(hoursText(weekend, 'de')).toBe('Beginn 9:00, Ende 17:00\u00a0Uhr')
  const evening = times('2026-12-03T18:00', '2026-12-03T20:00')
  expect(daysText(evening, 'de', dayText)).toBe('Do\u00a003.12.')
  expect(hoursText(evening, 'de')).toBe('18:00 bis 20:00\u00a0Uhr')
})
