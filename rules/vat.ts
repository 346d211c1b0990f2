import type { Invoice, InvoiceLine, InvoiceTax } from '../contracts/invoice.ts'
import { toCents, toDecimal } from './money.ts'

/** A line before its tax is known. `grossCents` is the sum of the line, not the price of one. */
export type GrossLine = Omit<InvoiceLine, 'netCents'>

/** The sums of an invoice, in cents: Σ lines = Σ taxes = the totals, and net + tax = gross, all exactly. */
export type InvoiceSums = Pick<Invoice, 'lines' | 'taxes' | 'netCents' | 'taxCents' | 'grossCents'>

/**
 * Splits gross lines into net and tax, once per rate. A small business (`small`) states no tax, whatever rate a line names.
 * Taxes come highest rate first; a rate of zero is exempt (`E`), because EN 16931 knows no `S` of zero.
 */
export function invoiceSums(lines: GrossLine[], scheme: Invoice['scheme']): InvoiceSums {
  const rated = lines.map((line) => (scheme === 'small' ? { ...line, taxPercent: '0.00' } : line))
  const rates = [...new Set(rated.map(({ taxPercent }) => toCents(taxPercent)))].toSorted((a, b) => b - a)
  const netOf = new Map<GrossLine, number>()
  const taxes = rates.map((rate) => {
    const ofRate = rated.filter(({ taxPercent }) => toCents(taxPercent) === rate)
    return taxOf(rate, ofRate, netOf)
  })
  const netCents = sum(taxes.map((tax) => tax.netCents))
  const taxCents = sum(taxes.map((tax) => tax.taxCents))
  const netLines = rated.map((line) => ({ ...line, netCents: netOf.get(line) ?? 0 }))
  return { lines: netLines, taxes, netCents, taxCents, grossCents: netCents + taxCents }
}

/** Negates every quantity and amount. It computes no tax anew: an invoice and its cancellation add up to zero. */
export function cancelled({ lines, taxes, netCents, taxCents, grossCents }: InvoiceSums): InvoiceSums {
  return {
    lines: lines.map((line) => ({
      ...line,
      quantity: negated(line.quantity),
      netCents: negated(line.netCents),
      grossCents: negated(line.grossCents),
    })),
    taxes: taxes.map((tax) => ({
      ...tax,
      netCents: negated(tax.netCents),
      taxCents: negated(tax.taxCents),
    })),
    netCents: negated(netCents),
    taxCents: negated(taxCents),
    grossCents: negated(grossCents),
  }
}

/** Returns the tax in a gross amount, in cents. */
export function taxIn(grossCents: number, taxPercent: string): number {
  return grossCents - netIn(grossCents, toCents(taxPercent))
}

/** Rounded to the nearest cent. @param rate in hundredths of a percent */
function netIn(grossCents: number, rate: number): number {
  const divisor = 10_000 + rate
  return divided(grossCents * 20_000 + divisor, divisor * 2).whole
}

/**
 * The tax of one rate, and the net amount of each of its lines. Net amounts are rounded down; the cents that are missing
 * to the rate's net amount go to the lines with the largest remainders, earlier lines first.
 * @param rate in hundredths of a percent: 1900 = 19 %
 */
function taxOf(rate: number, lines: GrossLine[], netOf: Map<GrossLine, number>): InvoiceTax {
  const divisor = 10_000 + rate
  const grossCents = sum(lines.map((line) => line.grossCents))
  const netCents = netIn(grossCents, rate)
  const parts = lines.map((line) => ({ line, ...divided(line.grossCents * 10_000, divisor) }))
  const missing = netCents - sum(parts.map(({ whole }) => whole))
  parts
    .toSorted((one, other) => other.rest - one.rest)
    .forEach(({ line, whole }, rank) => netOf.set(line, rank < missing ? whole + 1 : whole))
  const category = rate === 0 ? 'E' : 'S'
  return { category, taxPercent: toDecimal(rate), netCents, taxCents: grossCents - netCents }
}

/** Integer division towards minus infinity, exact for safe integers; 0 ≤ rest < divisor. */
function divided(dividend: number, divisor: number): { whole: number; rest: number } {
  const rest = ((dividend % divisor) + divisor) % divisor
  return { whole: (dividend - rest) / divisor, rest }
}

/** Without the negative zero of JavaScript. */
function negated(amount: number): number {
  return 0 - amount
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
