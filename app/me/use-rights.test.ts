import { expect, test } from 'vitest'
import { isValid } from './use-rights.ts'

test.each([
  ['2026-11-21', '2026-11-21', true],
  ['2026-11-22', null, false],
  ['2026-11-01', null, true],
  ['2026-11-01', '2026-11-20', false],
  ['2026-11-01T00:00:00Z', '2026-11-21T00:00:00Z', true],
])('from %s until %s is valid on 21 November: %s', (fromDate, untilDate, valid) => {
  expect(isValid({ fromDate, untilDate }, '2026-11-21')).toBe(valid)
})
