import { toDecimal } from '../rules/money.ts'
import { quoted } from './csv-table.ts'

/** One rate of one invoice; amounts are negative in a cancellation, days YYYY-MM-DD. */
export interface InvoiceRow {
  number: string
  kind: 'invoice' | 'cancellation'
  issuedOn: string
  memberNumber: string
  name: string
  taxPercent: string
  netCents: number
  taxCents: number
}

const captions = ['number', 'kind', 'date', 'member', 'name', 'rate', 'net', 'tax', 'gross']

/**
 * Writes invoices as a table for spreadsheets in German: semicolons, decimal commas, UTF-8 with a byte order mark, CRLF. A
 * text that a spreadsheet would take for a formula begins with an apostrophe.
 */
export function invoiceTable(rows: InvoiceRow[]): string {
  const lines = rows.map(({ number, kind, issuedOn, memberNumber, name, taxPercent, netCents, taxCents }) => [
    ...[number, kind, issuedOn, memberNumber, name].map(quoted),
    ...[taxPercent, ...[netCents, taxCents, netCents + taxCents].map(toDecimal)].map((value) =>
      value.replace('.', ','),
    ),
  ])
  return `\uFEFF${[captions, ...lines].map((line) => `${line.join(';')}\r\n`).join('')}`
}
