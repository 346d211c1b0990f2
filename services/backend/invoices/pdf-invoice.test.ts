import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Invoice } from '../../../contracts/invoice.ts'
import { invoiceXml } from './cii.ts'
import { anyInvoice, grossLines, invoiceOf } from './invoice.fixture.ts'
import { drawInvoice } from './pdf-invoice.ts'
import { readPdf } from './pdf-reader.fixture.ts'

const read = async (invoice: Invoice, xml: string | null = null) => readPdf(await drawInvoice(invoice, xml))
const manyLines = (count: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      ({ ...grossLines[0], ...grossLines[index % 3], text: `Zeile ${index}` }) as (typeof grossLines)[number],
  )

test('a screen reader hears the whole invoice in its order', async () => {
  const { structure, unmarked } = await read(invoiceOf())
  expect(structure.map((line) => line.trim()).join('\n')).toBe(
    `Document
P Halle 9 Werkstatt GmbH
P Am alten Drehwerk 9 51063 Köln
P hallo@halle9.example +49 221 4710 909
P USt-IdNr. DE123456788 Steuernummer 218/5792/0847
P Möbel & Söhne GmbH Mia Łukasz-Özdemir Überseeallee 12 20457 Hamburg
${table([
  ['/Row Nummer', 'H9-2026-000042'],
  ['/Row Datum', '30.11.2026'],
  ['/Row Fällig am', '14.12.2026'],
  ['/Row Mitgliedsnummer', '1042'],
  ['/Row USt-IdNr. des Kunden', 'DE987654328'],
  ['/Row Kundenreferenz', 'Kostenstelle 7'],
])}
H1 Rechnung H9-2026-000042
${table([
  ['/Column Pos.', '/Column Leistung', '/Column Menge', '/Column USt', '/Column Netto', '/Column Brutto'],
  ['1', 'Mitgliedschaft „Werkbank Plus“ 01.11.2026 – 30.11.2026', '1', '19 %', '41,18 €', '49,00 €'],
  ['2', 'Lasercutter, Stunde 14.11.2026', '3', '19 %', '32,77 €', '39,00 €'],
  ['3', 'Handbuch Fräsen 20.11.2026', '2', '7 %', '23,36 €', '25,00 €'],
])}
${table([
  ['/Column Umsatzsteuer', '/Column Netto', '/Column Steuer', '/Column Brutto'],
  ['/Row 19 %', '73,95 €', '14,05 €', '88,00 €'],
  ['/Row 7 %', '23,36 €', '1,64 €', '25,00 €'],
  ['/Row Summe', '97,31 €', '15,69 €', '113,00 €'],
])}
P Gesamtbetrag 113,00 €
P Zahlbar bis 14.12.2026, falls noch nicht bezahlt.
${table([
  ['/Row Überweisung an', 'Halle 9 Werkstatt GmbH'],
  ['/Row Verwendungszweck', 'H9-2026-000042'],
  ['/Row IBAN', 'DE02 3705 0198 0001 8027 12'],
  ['/Row BIC', 'COLSDE33XXX'],
])}`.replaceAll(' €', '\u00a0€'),
  )
  expect(unmarked).toEqual([])
})

test('a small business states one sum and the reason, in English', async () => {
  const { structure } = await read(invoiceOf({ scheme: 'small', locale: 'en', lines: manyLines(1) }))
  const text = structure.map((line) => line.trim()).join('\n')
  expect(text).toContain(
    `${table([
      ['/Column Item', '/Column Service', '/Column Quantity', '/Column Amount'],
      ['1', 'Zeile 0 1 Nov 2026 – 30 Nov 2026', '1', '€49.00'],
    ])}
P Total €49.00
P Exempt from VAT as a small business (§ 19 UStG)
P Payable by 14 Dec 2026 unless it has been paid already.`,
  )
})

test('a cancellation names its invoice, is negative, and asks for nothing', async () => {
  const { structure } = await read(invoiceOf({ kind: 'cancellation' }))
  const text = structure.join('\n')
  expect(text).toContain(
    'H1 Stornorechnung H9-2026-000042\n  P Storno der Rechnung H9-2026-000041 vom 21.11.2026',
  )
  expect(text).toContain('TD −3')
  expect(text).toContain('P Gesamtbetrag −113,00\u00a0€\n  P Es ist nichts zu zahlen.')
  expect(text).not.toContain('IBAN')
  expect(text).not.toContain('Fällig')
})

test('further pages repeat the head of the table and number themselves, and a screen reader hears neither', async () => {
  const { structure, artifacts, pages } = await read(invoiceOf({ lines: manyLines(60) }))
  expect(pages).toBe(4)
  expect(structure.filter((line) => line.endsWith('TH/Column Leistung'))).toHaveLength(1)
  expect(structure.filter((line) => line.includes('TD Zeile '))).toHaveLength(60)
  expect(artifacts.filter((text) => text === 'Pos.LeistungMengeUStNettoBrutto')).toHaveLength(3)
  expect(artifacts.filter((text) => /Seite \d von 4$/.test(text))).toHaveLength(4)
  expect(structure.join()).not.toContain('Seite')
})

test('it claims PDF/A-3a and PDF/UA-1, and has what both ask for', async () => {
  const { catalog, metadata, info, fonts } = await read(invoiceOf({ locale: 'en' }))
  expect(catalog).toContain('/Lang (en)')
  for (const key of ['MarkInfo', 'StructTreeRoot', 'ViewerPreferences', 'OutputIntents', 'Metadata']) {
    expect(catalog).toContain(`/${key} `)
  }
  expect(metadata).toMatch(/<pdfaid:part>3<.*<pdfaid:conformance>A</s)
  expect(metadata).toContain('<pdfuaid:part>1<')
  expect(metadata).toContain('<rdf:li xml:lang="x-default">Invoice H9-2026-000042</rdf:li>')
  expect(info).toContain('(Invoice H9-2026-000042)')
  expect(fonts).toEqual({ all: 3, embedded: 3 })
})

test('the XML of an invoice is inside, as Factur-X', async () => {
  const invoice = invoiceOf()
  const xml = invoiceXml(invoice)
  const { attachment, metadata, catalog } = await read(invoice, xml)
  expect(attachment?.bytes).toBe(xml)
  expect(attachment?.description).toMatch(
    /\/AFRelationship \/Alternative.*\(factur-x\.xml\).*\/Subtype \/text#2Fxml/s,
  )
  expect(catalog).toMatch(/\/EmbeddedFiles|\/Names/)
  expect(metadata).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>')
  expect(metadata).toContain('<pdfaProperty:name>DocumentFileName</pdfaProperty:name>')
  const without = await read(invoice)
  expect(without.attachment).toBe(null)
  expect(without.metadata).not.toContain('fx:')
})

test('the same invoice gives the same bytes, another one others', async () => {
  const hash = async (invoice: Invoice) =>
    createHash('sha256')
      .update(await drawInvoice(invoice, invoiceXml(invoice)))
      .digest('hex')
  const invoice = invoiceOf({ lines: manyLines(20) })
  const first = await hash(invoice)
  await hash(invoiceOf({ locale: 'en' }))
  expect(await hash(structuredClone(invoice))).toBe(first)
  expect(await hash(invoiceOf({ lines: manyLines(21) }))).not.toBe(first)
})

test('letters beyond Latin-1 are drawn, decomposed ones, too; a letter of no font is a question mark', async () => {
  const { buyer, ...invoice } = invoiceOf()
  const { structure, fonts } = await read({
    ...invoice,
    buyer: { ...buyer, name: 'Dvořák Güneş Zu\u0308rn 山 🪚', company: null },
  })
  expect(structure[5]).toBe('  P Dvořák Güneş Zürn ? ? Überseeallee 12 20457 Hamburg')
  expect(fonts).toEqual({ all: 3, embedded: 3 })
})

test('a number cannot break the metadata', async () => {
  const { metadata } = await read(invoiceOf({ number: 'A&B<i>-1' }))
  expect(metadata).toContain('>Rechnung ABi-1<')
})

test('20 random invoices are drawn, every letter of them in content or artifact', async () => {
  await fc.assert(
    fc.asyncProperty(anyInvoice, async (invoice) => {
      const { structure, unmarked } = await read(invoice)
      expect(unmarked).toEqual([])
      expect(structure.join('')).not.toContain('\0')
      expect(structure.join('')).not.toContain('undefined')
      expect(structure.filter((line) => line.startsWith('  H1 '))).toHaveLength(1)
    }),
    { numRuns: 20 },
  )
})

test.each([
  [1, 30_000],
  [60, 45_000],
])('with %i lines and XML it has at most %i bytes', async (count, most) => {
  const invoice = invoiceOf({ lines: manyLines(count) })
  expect((await drawInvoice(invoice, invoiceXml(invoice))).length).toBeLessThan(most)
})

/** A table as the reader tells it; a cell that begins with a scope is a head. */
function table(rows: string[][]): string {
  const cell = (text: string) => (text.startsWith('/') ? `TH${text}` : `TD ${text}`)
  return ['Table', ...rows.flatMap((row) => ['TR', ...row.map(cell)])].join('\n')
}
