import { expect, test } from 'vitest'
import { workingDayFrom } from './working-days.ts'

test.each([
  ['2026-11-27', '2026-11-27', 'a Friday'],
  ['2026-11-28', '2026-11-30', 'a Saturday'],
  ['2026-11-29', '2026-11-30', 'a Sunday'],
  ['2026-12-25', '2026-12-28', 'Christmas before a weekend'],
  ['2027-01-01', '2027-01-04', 'New Year before a weekend'],
  ['2027-03-26', '2027-03-30', 'Good Friday to Easter Monday'],
  ['2026-04-03', '2026-04-07', 'Good Friday to Easter Monday of a year before'],
  ['2027-05-06', '2027-05-07', 'Ascension'],
  ['2027-05-17', '2027-05-18', 'Whit Monday'],
  ['2027-05-27', '2027-05-28', 'Corpus Christi'],
  ['2026-11-18', '2026-11-19', 'Buß- und Bettag'],
  ['2028-11-22', '2028-11-23', 'Buß- und Bettag on its last day'],
  ['2026-05-01', '2026-05-04', 'the first of May before a weekend'],
])('%s is in time until %s: %s', (day, until) => expect(workingDayFrom(day)).toBe(until))
