import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCents } from './money.ts'
import { cancelled, type GrossLine, invoiceSums, type InvoiceSums } from './vat.ts'

const line = (grossCents: number, taxPercent = '19.00'): GrossLine => ({
  text: 'Lasercutter',
  quantity: 1,
  suppliedFrom: '2026-11-01',
  suppliedUntil: '2026-11-30',
  taxPercent,
  grossCents,
})

test.each<[string, [number, string][], number[], [string, string, number, number][]]>([
  ['119.00 at 19 %', [[11900, '19.00']], [10000], [['S', '19.00', 10000, 1900]]],
  ['39.00 at 19 %: 32.773 and 6.227', [[3900, '19.00']], [3277], [['S', '19.00', 3277, 623]]],
  ['one cent', [[1, '19.00']], [1], [['S', '19.00', 1, 0]]],
  ['half a cent is rounded up: 0.03 at 20 % is 0.025', [[3, '20.00']], [3], [['S', '20.00', 3, 0]]],
  ['half a cent below zero, too', [[-3, '20.00']], [-2], [['S', '20.00', -2, -1]]],
  [
    'a discount',
    [
      [11900, '19.00'],
      [-1190, '19.00'],
    ],
    [10000, -1000],
    [['S', '19.00', 9000, 1710]],
  ],
  [
    'three times 8.403…: the sum decides, and the first line gets the cent',
    [
      [1000, '19.00'],
      [1000, '19.00'],
      [1000, '19.00'],
    ],
    [841, 840, 840],
    [['S', '19.00', 2521, 479]],
  ],
  [
    'the cent goes to the largest remainder',
    [
      [100, '19.00'],
      [101, '19.00'],
      [102, '19.00'],
    ],
    [84, 85, 86],
    [['S', '19.00', 255, 48]],
  ],
  [
    'two rates, highest first, each by itself',
    [
      [1070, '7.00'],
      [1190, '19.00'],
      [1, '7.00'],
    ],
    [1000, 1000, 1],
    [
      ['S', '19.00', 1000, 190],
      ['S', '7.00', 1001, 70],
    ],
  ],
  [
    'a rate of zero is exempt',
    [
      [500, '0.00'],
      [119, '19.00'],
    ],
    [500, 100],
    [
      ['S', '19.00', 100, 19],
      ['E', '0.00', 500, 0],
    ],
  ],
  ['a rate with hundredths', [[10550, '5.50']], [10000], [['S', '5.50', 10000, 550]]],
  ['free of charge', [[0, '19.00']], [0], [['S', '19.00', 0, 0]]],
  ['nothing', [], [], []],
])('%s', (_, gross, nets, taxes) => {
  const sums = invoiceSums(
    gross.map(([cents, rate]) => line(cents, rate)),
    'standard',
  )
  expect(sums.lines.map(({ netCents }) => netCents)).toEqual(nets)
  expect(sums.taxes.map((tax) => Object.values(tax))).toEqual(taxes)
})

test('a small business states one sum without tax, whatever its lines name', () => {
  const sums = invoiceSums([line(3900), line(1000, '7.00')], 'small')
  expect(sums.taxes).toEqual([{ category: 'E', taxPercent: '0.00', netCents: 4900, taxCents: 0 }])
  expect(sums.lines.map(({ taxPercent, netCents }) => [taxPercent, netCents])).toEqual([
    ['0.00', 3900],
    ['0.00', 1000],
  ])
  expect([sums.netCents, sums.taxCents, sums.grossCents]).toEqual([4900, 0, 4900])
})

test('the same line twice is two lines, and everything else of a line stays', () => {
  const twice = line(1000)
  const { lines } = invoiceSums([{ ...twice }, { ...twice }], 'standard')
  expect(lines).toEqual([
    { ...twice, netCents: 841 },
    { ...twice, netCents: 840 },
  ])
})

test('a cancellation of zero holds no negative zero', () => {
  const { lines, taxes } = cancelled(invoiceSums([line(0)], 'standard'))
  expect(
    [lines[0]?.netCents, lines[0]?.grossCents, taxes[0]?.taxCents].every((cents) => Object.is(cents, 0)),
  ).toBe(true)
})

const cents = fc.oneof(
  fc.integer({ min: -50_000, max: 500_000 }),
  fc.integer({ min: -9, max: 9 }),
  fc.integer({ min: 0, max: 9e8 }),
)
const percent = fc.constantFrom('19.00', '20.00', '10.00', '7.00', '5.00', '5.50', '0.00', '99.99')
const anyLine = fc
  .record({ grossCents: cents, taxPercent: percent, quantity: fc.integer({ min: 1, max: 99 }) })
  .map((given) => ({ ...line(0), ...given }))
const anyLines = fc.array(anyLine, { minLength: 1, maxLength: 40 })

test('10,000 random invoices: sums are exact, and no amount is far from its own rounding', () => {
  fc.assert(
    fc.property(anyLines, fc.constantFrom('standard' as const, 'small' as const), (gross, scheme) => {
      const sums = invoiceSums(gross, scheme)
      expect(addedUp(sums)).toEqual([])
      expect(sums.grossCents).toBe(total(gross.map(({ grossCents }) => grossCents)))
      expect(farOff(sums)).toEqual([])
    }),
    { numRuns: 10_000 },
  )
}, 60_000)

test('an invoice and its cancellation add up to zero, line by line', () => {
  fc.assert(
    fc.property(anyLines, (gross) => {
      const sums = invoiceSums(gross, 'standard')
      const back = cancelled(sums)
      const amounts = ({ lines, taxes, netCents, taxCents, grossCents }: InvoiceSums) => [
        ...lines.flatMap((each) => [each.quantity, each.netCents, each.grossCents]),
        ...taxes.flatMap((each) => [each.netCents, each.taxCents]),
        netCents,
        taxCents,
        grossCents,
      ]
      const negative = amounts(back)
      expect(amounts(sums).every((amount, index) => amount + (negative[index] ?? NaN) === 0)).toBe(true)
      expect(cancelled(back)).toEqual(sums)
      expect(addedUp(back)).toEqual([])
    }),
    { numRuns: 2_000 },
  )
}, 60_000)

/** Returns the claims about sums that do not hold. */
function addedUp({ lines, taxes, netCents, taxCents, grossCents }: InvoiceSums): string[] {
  const ofRate = (percent_: string) => lines.filter(({ taxPercent }) => taxPercent === percent_)
  const claims = {
    net: total(lines.map((each) => each.netCents)) === netCents,
    gross: total(lines.map((each) => each.grossCents)) === grossCents,
    netOfTaxes: total(taxes.map((each) => each.netCents)) === netCents,
    taxOfTaxes: total(taxes.map((each) => each.taxCents)) === taxCents,
    total: netCents + taxCents === grossCents,
    ofEachRate: taxes.every((tax) => {
      const own = ofRate(tax.taxPercent)
      const isNet = total(own.map((each) => each.netCents)) === tax.netCents
      return isNet && total(own.map((each) => each.grossCents)) === tax.netCents + tax.taxCents
    }),
    everyRateOnce: new Set(taxes.map(({ taxPercent }) => taxPercent)).size === taxes.length,
    integers: [netCents, taxCents, ...lines.map((each) => each.netCents)].every(Number.isSafeInteger),
  }
  return Object.entries(claims).flatMap(([claim, holds]) => (holds ? [] : [claim]))
}

/** Amounts that are more than a cent from what they are by themselves. BigInt: nothing of the rule's own arithmetic. */
function farOff({ lines, taxes }: InvoiceSums): unknown[] {
  const farLines = lines.filter(({ grossCents, netCents, taxPercent }) => {
    const divisor = 10_000n + BigInt(toCents(taxPercent))
    const off = BigInt(netCents) * divisor - BigInt(grossCents) * 10_000n
    return off >= divisor || off <= -divisor
  })
  const farTaxes = taxes.filter(({ netCents, taxCents, taxPercent }) => {
    const exact = BigInt(netCents) * BigInt(toCents(taxPercent))
    const off = BigInt(taxCents) * 10_000n - exact
    return off > 10_000n || off < -10_000n
  })
  return [...farLines, ...farTaxes]
}

function total(amounts: number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0)
}
