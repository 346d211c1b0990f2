import { expect, test } from 'vitest'
import { type InvoiceRow, invoiceTable } from './invoice-table.ts'

const row: InvoiceRow = {
  number: 'H9-2026-000001',
  kind: 'invoice',
  issuedOn: '2026-11-30',
  memberNumber: '1002',
  name: 'Tom Becker',
  taxPercent: '19.00',
  netCents: 1280,
  taxCents: 243,
}

const lineOf = (change: Partial<InvoiceRow>) => invoiceTable([{ ...row, ...change }]).split('\r\n')[1]

test('a table has its captions and a line for each rate, after a byte order mark', () => {
  expect(invoiceTable([row, { ...row, kind: 'cancellation', netCents: -1280, taxCents: -243 }])).toBe(
    '\uFEFFnumber;kind;date;member;name;rate;net;tax;gross\r\n' +
      '"H9-2026-000001";"invoice";"2026-11-30";"1002";"Tom Becker";19,00;12,80;2,43;15,23\r\n' +
      '"H9-2026-000001";"cancellation";"2026-11-30";"1002";"Tom Becker";19,00;-12,80;-2,43;-15,23\r\n',
  )
})

test.each([
  ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")"`],
  ['+49', `"'+49"`],
  ['@sum', `"'@sum"`],
  ['-1', `"'-1"`],
  ['Nord; "Süd"\nOst', '"Nord; ""Süd"" Ost"'],
])('%j is a text, never a formula or another cell', (name, cell) => expect(lineOf({ name })).toContain(cell))
