import { expect, test } from 'vitest'
import { chargeAfterCancelling, freeUntil, isLate } from './cancel.ts'

const startsAt = new Date('2026-12-02T17:00Z')

test('cancelling is free until the lock-in, that instant included', () => {
  expect(freeUntil(startsAt, 24)).toEqual(new Date('2026-12-01T17:00Z'))
  expect(isLate(new Date('2026-12-01T17:00:00Z'), startsAt, 24)).toBe(false)
  expect(isLate(new Date('2026-12-01T17:00:01Z'), startsAt, 24)).toBe(true)
  expect(isLate(new Date('2026-12-02T17:00:01Z'), startsAt, 0)).toBe(true)
})

test('without a lock-in it is always free', () => {
  expect([freeUntil(startsAt, null), isLate(new Date('2026-12-02T18:00Z'), startsAt, null)]).toEqual([
    null,
    false,
  ])
})

test.each([
  [0, true, 1000],
  [30, true, 667],
  [60, true, 333],
  [90, true, 0],
  [95, true, 0],
  [90, false, 1000],
])(
  'of 10.00 for 90 minutes, %i of them booked again and refundable %s, %i cents stay',
  (rebookedMinutes, isRefundable, cents) => {
    expect(chargeAfterCancelling({ priceCents: 1000, minutes: 90, rebookedMinutes, isRefundable })).toBe(
      cents,
    )
  },
)
