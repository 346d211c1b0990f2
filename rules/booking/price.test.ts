import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCents, toDecimal } from '../money.ts'
import { discountBetween, bookingPrice, packagesOn, share, splitPrice } from './price.ts'

const discount = (percent: string) => ({ bookingFeeDiscountPercent: percent })

test.each([
  ['7.50', 3600, 45, [], 563],
  ['7.50', 3600, 30, ['10.00', '33.00'], 251],
  ['1.00', 3600, 20, [], 33],
  ['0.01', 3600, 30, [], 1],
  ['0.01', 3600, 29, [], 0],
  ['12.00', 3600, 60, ['100.00'], 0],
  ['12.00', 3600, 60, ['12.55'], 1049],
  ['5.00', null, 240, ['10.00'], 450],
  ['99999999.99', 1, 1440, ['0.01'], 863_913_599_913_609],
])(
  '%s per %s s for %i minutes less %o is %i',
  (pricePerBooking, pricePerBookingSeconds, minutes, given, cents) => {
    const machine = { pricePerBooking, pricePerBookingSeconds }
    expect(bookingPrice(machine, minutes, given.map(discount))).toBe(cents)
  },
)

test('a package counts from its first to its last day', () => {
  const one = {
    coversEquipment: true,
    allowsBooking: true,
    fromDate: '2026-12-01',
    untilDate: '2026-12-31',
    ...discount('0.00'),
  }
  const count = (day: string) => packagesOn([one], day).length
  expect([count('2026-11-30'), count('2026-12-01'), count('2026-12-31'), count('2027-01-01')]).toEqual([
    0, 1, 1, 0,
  ])
})

test('credits are taken soonest to expire first, only those of the day, the rest is money', () => {
  const credit = (
    id: number,
    remainingCents: number,
    untilDate: string | null,
    fromDate: string | null = null,
  ) => ({
    id,
    remainingCents,
    fromDate,
    untilDate,
  })
  const credits = [
    credit(1, 500, null),
    credit(2, 300, '2027-01-31'),
    credit(3, 200, '2026-12-02'),
    credit(4, 900, '2026-12-01'),
    credit(5, 900, '2027-01-31', '2026-12-03'),
    credit(6, 0, '2026-12-02'),
  ]
  const uses = (cents: number) => splitPrice(cents, credits, '2026-12-02')
  expect(uses(0)).toEqual({ uses: [], moneyCents: 0 })
  expect(uses(150)).toEqual({ uses: [{ credit: 3, cents: 150 }], moneyCents: 0 })
  expect(uses(1200)).toEqual({
    uses: [
      { credit: 3, cents: 200 },
      { credit: 2, cents: 300 },
      { credit: 1, cents: 500 },
    ],
    moneyCents: 200,
  })
})

test('a split sums to the price and takes from no credit more than it has', () => {
  const credits = fc.array(
    fc.record({
      remainingCents: fc.nat(5000),
      fromDate: fc.constantFrom(null, '2026-12-01', '2026-12-05'),
      untilDate: fc.constantFrom(null, '2026-12-02', '2026-12-31'),
    }),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(fc.nat(20_000), credits, (cents, given) => {
      const own = given.map((each, id) => ({ ...each, id }))
      const { uses, moneyCents } = splitPrice(cents, own, '2026-12-02')
      expect(uses.reduce((sum, use) => sum + use.cents, moneyCents)).toBe(cents)
      expect(moneyCents).toBeGreaterThanOrEqual(0)
      for (const use of uses) expect(use.cents).toBeLessThanOrEqual(own[use.credit]?.remainingCents ?? 0)
    }),
  )
})

test.each([
  [2400, 2160, 10],
  [75, 68, 10],
  [1000, 1000, 0],
  [1000, 930, 7],
  [0, 0, 0],
])('from %i to %i cents are %i percent', (list, cents, percent) => {
  expect(discountBetween(list, cents)).toBe(percent)
})

test('a share is rounded half-up', () => {
  expect([share(1000, 30, 90), share(5, 1, 2), share(700, 0, 60), share(700, 60, 60)]).toEqual([
    333, 3, 0, 700,
  ])
})

test('money is read as it is written', () => {
  fc.assert(fc.property(fc.integer({ min: -1e9, max: 1e9 }), (cents) => toCents(toDecimal(cents)) === cents))
  expect([toCents('7'), toCents('7.5'), toCents('-0.05')]).toEqual([700, 750, -5])
})
