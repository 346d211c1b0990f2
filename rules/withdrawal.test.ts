import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from './time.ts'
import { compensationCents, usedShareCents, withdrawalRefusal } from './withdrawal.ts'

const fine = {
  kind: 'membership',
  isCompany: false,
  placedOn: '2026-11-23',
  receivedOn: '2026-12-07',
} as const

test.each([
  [null, {}],
  [null, { kind: 'credits' }],
  ['late', { receivedOn: '2026-12-08' }],
  // The last day is a Saturday (§ 193 BGB).
  [null, { placedOn: '2026-11-28', receivedOn: '2026-12-14' }],
  ['late', { placedOn: '2026-11-28', receivedOn: '2026-12-15' }],
  ['dayPass', { kind: 'dayPass' }],
  ['company', { isCompany: true }],
] as const)('a withdrawal is refused for %s', (reason, change) =>
  expect(withdrawalRefusal({ ...fine, ...change })).toBe(reason),
)

const used = {
  feeCents: 3900,
  fromDate: '2026-11-23',
  untilDate: '2026-12-22',
  receivedOn: '2026-11-23',
  askedToStart: true,
}
test.each([
  [130, {}],
  [1950, { receivedOn: '2026-12-07' }],
  [3900, { receivedOn: '2026-12-22' }],
  [3900, { receivedOn: '2027-05-01' }],
  [0, { receivedOn: '2026-11-22' }],
  [0, { askedToStart: false, receivedOn: '2026-12-07' }],
  // Half a cent is a cent.
  [1, { feeCents: 1, untilDate: '2026-11-24' }],
  [0, { feeCents: 1, untilDate: '2026-11-25' }],
])('%i cents for %j', (cents, change) => expect(compensationCents({ ...used, ...change })).toBe(cents))

test.each([
  [0, 0],
  [450, 500],
  [4500, 5000],
  [4500, 9999],
  // Half a cent is a cent.
  [1, 1],
])('%i cents for %i used of 5000 that cost 4500', (cents, used) =>
  expect(usedShareCents({ priceCents: 4500, used, amount: 5000 })).toBe(cents),
)

test('the compensation never shrinks with the days, and is never more than the fee', () => {
  const cases = fc.record({
    feeCents: fc.integer({ min: 0, max: 10_000_000 }),
    length: fc.integer({ min: 1, max: 366 }),
    day: fc.integer({ min: -20, max: 400 }),
  })
  fc.assert(
    fc.property(cases, ({ feeCents, length, day }) => {
      const period = { feeCents, fromDate: '2026-11-23', untilDate: addDays('2026-11-23', length - 1) }
      const on = (later: number) =>
        compensationCents({ ...period, receivedOn: addDays('2026-11-23', day + later), askedToStart: true })
      expect(on(0)).toBeGreaterThanOrEqual(0)
      expect(on(1)).toBeGreaterThanOrEqual(on(0))
      expect(on(1)).toBeLessThanOrEqual(feeCents)
      expect(Number.isInteger(on(0))).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
