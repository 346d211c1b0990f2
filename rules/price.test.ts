import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packagesOn, priceOf, splitPrice } from './price.ts'

const machine = { pricePerBooking: '7.50', pricePerBookingSeconds: 3600 }
const discount = (bookingFeeDiscountPercent: string) => ({
  coversEquipment: true,
  allowsBooking: true,
  fromDate: '2026-01-01',
  untilDate: '2026-12-31',
  bookingFeeDiscountPercent,
})

test.each([
  ['an hour', machine, 60, [], 750],
  ['a quarter, half a cent up', machine, 45, [], 563],
  ['the best discount', machine, 60, [discount('10.00'), discount('33.33')], 500],
  ['free of charge', { ...machine, pricePerBooking: '0.00' }, 60, [], 0],
  ['without a unit of time', { ...machine, pricePerBookingSeconds: null }, 60, [], 0],
  [
    'more than a double holds',
    { pricePerBooking: '99999.99', pricePerBookingSeconds: 60 },
    1500,
    [],
    14_999_998_500,
  ],
  ['all of it off', machine, 60, [discount('100.00')], 0],
] as const)('%s', (_, equipment, minutes, packages, cents) => {
  expect(priceOf(equipment, minutes, [...packages])).toBe(cents)
})

test.each([
  ['2026-12-31', 1],
  ['2027-01-01', 0],
  ['2025-12-31', 0],
])('on %s %i package counts', (day, count) => {
  expect(packagesOn([discount('0.00')], day)).toHaveLength(count)
  expect(packagesOn([{ ...discount('0.00'), allowsBooking: false }], day)).toEqual([])
  expect(packagesOn([{ ...discount('0.00'), coversEquipment: false }], day)).toEqual([])
})

test('credits that end soonest go first, those without end last', () => {
  const credits = [
    { id: 1, remainingCents: 500, untilDate: null },
    { id: 2, remainingCents: 300, untilDate: '2027-06-30' },
    { id: 3, remainingCents: 0, untilDate: '2026-01-01' },
    { id: 4, remainingCents: 200, untilDate: '2026-12-31' },
  ]
  expect(splitPrice(700, credits)).toEqual({
    credits: [
      { id: 4, cents: 200 },
      { id: 2, cents: 300 },
      { id: 1, cents: 200 },
    ],
    moneyCents: 0,
  })
  expect(splitPrice(1100, credits).moneyCents).toBe(100)
  expect(splitPrice(0, credits)).toEqual({ credits: [], moneyCents: 0 })
})

test('a split always adds up and takes no more than there is', () => {
  const entry = fc.record({
    id: fc.nat(),
    remainingCents: fc.nat(5000),
    untilDate: fc.option(fc.constantFrom('2026-01-01', '2027-01-01', '2026-06-30')),
  })
  fc.assert(
    fc.property(fc.nat(20_000), fc.uniqueArray(entry, { selector: ({ id }) => id }), (cents, credits) => {
      const split = splitPrice(cents, credits)
      const used = split.credits.reduce((sum, each) => sum + each.cents, 0)
      expect(used + split.moneyCents).toBe(cents)
      for (const each of split.credits)
        expect(each.cents).toBeLessThanOrEqual(credits.find(({ id }) => id === each.id)?.remainingCents ?? 0)
      const all = credits.reduce((sum, each) => sum + each.remainingCents, 0)
      expect(split.moneyCents).toBe(Math.max(0, cents - all))
    }),
  )
})
