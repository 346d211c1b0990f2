import fc from 'fast-check'
import type { Invoice } from '../../../contracts/invoice.ts'
import { cancelled, type GrossLine, invoiceSums } from '../../../rules/vat.ts'

export const grossLines: GrossLine[] = [
  {
    text: 'Mitgliedschaft „Werkbank Plus“',
    quantity: 1,
    suppliedFrom: '2026-11-01',
    suppliedUntil: '2026-11-30',
    taxPercent: '19.00',
    grossCents: 4900,
  },
  {
    text: 'Lasercutter, Stunde',
    quantity: 3,
    suppliedFrom: '2026-11-14',
    suppliedUntil: '2026-11-14',
    taxPercent: '19.00',
    grossCents: 3900,
  },
  {
    text: 'Handbuch Fräsen',
    quantity: 2,
    suppliedFrom: '2026-11-20',
    suppliedUntil: '2026-11-20',
    taxPercent: '7.00',
    grossCents: 2500,
  },
]

/** An invoice of a German space for a company; `lines` and `scheme` decide its sums. */
export function invoiceOf(change: Partial<Omit<Invoice, 'lines'>> & { lines?: GrossLine[] } = {}): Invoice {
  const { lines = grossLines, scheme = 'standard', kind = 'invoice', ...rest } = change
  const sums = invoiceSums(lines, scheme)
  return {
    id: 1,
    number: 'H9-2026-000042',
    kind,
    cancels: kind === 'cancellation' ? { number: 'H9-2026-000041', issuedOn: '2026-11-21' } : null,
    locale: 'de',
    issuedOn: '2026-11-30',
    dueOn: '2026-12-14',
    scheme,
    seller: {
      name: 'Halle 9 Werkstatt GmbH',
      street: 'Am alten Drehwerk 9',
      zip: '51063',
      city: 'Köln',
      country: 'DE',
      email: 'hallo@halle9.example',
      vatId: 'DE123456788',
      taxNumber: '218/5792/0847',
      phone: '+49 221 4710 909',
      bank: { holder: 'Halle 9 Werkstatt GmbH', iban: 'DE02 3705 0198 0001 8027 12', bic: 'COLSDE33XXX' },
    },
    buyer: {
      name: 'Mia Łukasz-Özdemir',
      company: 'Möbel & Söhne GmbH',
      street: 'Überseeallee 12',
      zip: '20457',
      city: 'Hamburg',
      country: 'DE',
      email: 'rechnung@moebel.example',
      vatId: 'DE987654328',
      memberNumber: '1042',
      reference: 'Kostenstelle 7',
    },
    ...(kind === 'cancellation' ? cancelled(sums) : sums),
    ...rest,
  }
}

const dayOf = fc
  .integer({ min: 0, max: 300 })
  .map((days) => new Date(Date.UTC(2026, 1, 1 + days)).toISOString().slice(0, 10))
const words = fc.oneof(
  fc.constantFrom('Lasercutter', 'Kurs <Fräsen> & "Bohren"', 'Łódź, Ünïcödé 🪚', "O'Neill", ']]>', '&amp;'),
  fc
    .string({ minLength: 1, maxLength: 30, unit: fc.constantFrom(...'abcäß&<>"\'€ ') })
    .filter((one) => one.trim() !== ''),
)
const known = <T>(value: T) => fc.constantFrom(value, null)

const anyGrossLine: fc.Arbitrary<GrossLine> = fc
  .record({
    text: words,
    quantity: fc.integer({ min: 1, max: 40 }),
    taxPercent: fc.constantFrom('19.00', '19.00', '7.00', '5.50', '0.00'),
    grossCents: fc.oneof(fc.integer({ min: -5_000, max: 100_000 }), fc.integer({ min: 0, max: 3 })),
    days: fc.option(fc.tuple(dayOf, dayOf)),
  })
  .map(({ days, ...line }) => {
    const [suppliedFrom = null, suppliedUntil = null] = days?.toSorted() ?? []
    return { ...line, suppliedFrom, suppliedUntil }
  })

/** Any invoice that the rules of EN 16931 allow: both kinds, schemes and languages, with and without what may be missing. */
export const anyInvoice: fc.Arbitrary<Invoice> = fc
  .record({
    kind: fc.constantFrom('invoice', 'cancellation'),
    scheme: fc.constantFrom('standard', 'standard', 'small'),
    locale: fc.constantFrom('de', 'en'),
    country: fc.constantFrom('DE', 'AT'),
    lines: fc.array(anyGrossLine, { minLength: 1, maxLength: 25 }),
    ids: fc.constantFrom(['DE123456788', null], [null, '218/5792/0847'], ['DE 123 456 788', '218/5792/0847']),
    name: words,
    address: fc.boolean(),
    reference: fc.option(words),
    company: fc.option(words),
    vatId: known('DE987654328'),
    email: known('rechnung@moebel.example'),
    phone: known('+49 221 4710 909'),
    bank: known({ holder: 'Halle 9', iban: 'DE02 3705 0198 0001 8027 12', bic: null }),
  })
  .map(({ kind, scheme, locale, lines, ...given }) => {
    const invoice = invoiceOf({ kind, scheme, locale, lines })
    const [vatId = null, taxNumber = null] = given.ids
    const { name, company, reference, email, country } = given
    return {
      ...invoice,
      seller: { ...invoice.seller, country, vatId, taxNumber, phone: given.phone, bank: given.bank },
      buyer: {
        ...invoice.buyer,
        name,
        company,
        reference,
        email,
        vatId: given.vatId,
        ...(given.address ? {} : { street: '', zip: '', city: '' }),
      },
    }
  })
