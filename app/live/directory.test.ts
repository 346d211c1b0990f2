import { expect, test } from 'vitest'
import { zonesOf } from './directory.ts'

const spaces = [
  { id: 1, timezone: 'Europe/Berlin' },
  { id: 2, timezone: 'Europe/London' },
]

test.each([
  ['of its space', 20, 'Europe/London'],
  ['of the first space, for a machine that is gone', 99, 'Europe/Berlin'],
  ['of the first space, for a machine whose space is gone', 30, 'Europe/Berlin'],
])('the zone %s', (_, machine, zone) => {
  const zoneOf = zonesOf(spaces, [
    { id: 10, space: 1 },
    { id: 20, space: 2 },
    { id: 30, space: 3 },
  ])
  expect(zoneOf(machine)).toBe(zone)
})

test('without any space it is UTC', () => expect(zonesOf([], [])(1)).toBe('UTC'))
