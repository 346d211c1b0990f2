import fc from 'fast-check'
import { someone } from '../../../tests/buyer.fixture.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InvoiceCollection, InvoicePayment } from '../../../contracts/invoice.ts'
import { toCents } from '../../../rules/money.ts'
import { buysPack, joins, openOrders } from '../../../tests/orders.fixture.ts'
import { placeOrder } from '../orders/placing.ts'
import { refreshPayment } from '../payments/settling.ts'
import { invoiceXml } from './cii.ts'
import { anyInvoice, invoiceOf } from './invoice.fixture.ts'
import { drawInvoice } from './pdf-invoice.ts'
import { readPdf } from './pdf-reader.fixture.ts'
import { createPdfs } from './pdf.ts'

const payment = (change: Partial<InvoicePayment> = {}): InvoicePayment => ({
  method: 'provider',
  cents: 11_300,
  paidOn: '2026-11-30',
  ...change,
})
const textOf = (structure: string[]) => structure.map((line) => line.trim()).join('\n')
const paperOf = async (
  payments: InvoicePayment[],
  locale: 'de' | 'en' = 'de',
  collection: InvoiceCollection | null = null,
) => textOf(readPdf(await drawInvoice(invoiceOf({ locale }), null, { payments, collection })).structure)
const amount = (xml: string, name: string) =>
  new RegExp(`<ram:${name}[^>]*>(-?[\\d.]+)</ram:${name}>(?!.*<ram:${name})`, 's').exec(xml)?.[1]

describe('a paper that is made when the invoice is paid', () => {
  test.each([
    ['de', 'provider', 'P Bezahlt am 30.11.2026 online.'],
    ['de', 'transfer', 'P Bezahlt am 30.11.2026 per Überweisung.'],
    ['de', 'prepaid', 'P Bezahlt am 30.11.2026 aus der Vorauszahlung.'],
    ['en', 'provider', 'P Paid on 30 Nov 2026 online.'],
    ['en', 'transfer', 'P Paid on 30 Nov 2026 by bank transfer.'],
    ['en', 'prepaid', 'P Paid on 30 Nov 2026 from the prepayment.'],
  ] as const)('says so in %s when by %s, and asks for nothing', async (locale, method, sentence) => {
    const text = await paperOf([payment({ method })], locale)
    expect(text.endsWith(sentence)).toBe(true)
    expect(text).not.toMatch(/IBAN|Fällig am|Due on|Zahlbar|Payable/)
  })

  test('in part says what is left, and where to pay it', async () => {
    const part = payment({ method: 'prepaid', cents: 10_000 })
    const text = (await paperOf([part])).replaceAll('\u00a0', ' ')
    expect(text).toContain(
      'P Bezahlt am 30.11.2026 aus der Vorauszahlung: 100,00 €. Noch zu zahlen: 13,00 €, bis 14.12.2026.',
    )
    expect(text).toContain('IBAN')
    expect(text).toContain('Fällig am')
  })

  test('in two parts names both', async () => {
    const parts = [payment({ cents: 300 }), payment({ method: 'transfer', cents: 11_000 })]
    const text = (await paperOf(parts)).replaceAll('\u00a0', ' ')
    expect(text).toContain(
      'P Bezahlt am 30.11.2026 online: 3,00 €. Bezahlt am 30.11.2026 per Überweisung: 110,00 €.',
    )
    expect(text).not.toContain('Noch zu zahlen')
  })
})

test.each([
  ['de', 'card', 'P Wir ziehen 113,00 € am 05.12.2026 von der Karte ein, die auf 4242 endet.'],
  ['de', 'sepa_debit', 'P Wir ziehen 113,00 € am 05.12.2026 von dem Konto ein, das auf 4242 endet.'],
  ['en', 'card', 'P We collect €113.00 on 5 Dec 2026 from the card ending in 4242.'],
] as const)(
  'a paper says in %s that a %s is charged, and asks for no transfer',
  async (locale, kind, sentence) => {
    const collection = { kind, last4: '4242', on: '2026-12-05' }
    const text = (await paperOf([], locale, collection)).replaceAll('\u00a0', ' ')
    expect(text.endsWith(sentence)).toBe(true)
    expect(text).not.toMatch(/IBAN/)
    const xml = invoiceXml(invoiceOf({ locale }), { payments: [], collection })
    expect(amount(xml, 'DuePayableAmount')).toBe('113.00')
    expect(xml).toContain(`PaymentMeans><ram:TypeCode>${kind === 'card' ? 48 : 59}<`)
    expect(xml).not.toContain('IBANID')
  },
)

describe('the XML of a paid invoice', () => {
  test('names what is paid in words and amounts, and no account', () => {
    const xml = invoiceXml(invoiceOf(), { payments: [payment()], collection: null })
    expect(xml).toContain('<ram:Description>Bezahlt am 30.11.2026 online.</ram:Description>')
    expect([amount(xml, 'TotalPrepaidAmount'), amount(xml, 'DuePayableAmount')]).toEqual(['113.00', '0.00'])
    expect(xml).not.toMatch(/IBANID|DueDateDateTime/)
  })

  test('keeps BR-CO-16 and BR-CO-25 whatever was paid', () => {
    const paid = fc.array(
      fc
        .record({
          method: fc.constantFrom('prepaid', 'transfer', 'provider'),
          cents: fc.integer({ min: 1, max: 200_000 }),
        })
        .map((given) => payment(given)),
      { maxLength: 3 },
    )
    fc.assert(
      fc.property(anyInvoice, paid, (invoice, payments) => {
        const xml = invoiceXml(invoice, { payments: payments, collection: null })
        const cents = (name: string) => toCents(amount(xml, name) ?? '0.00')
        const due = cents('DuePayableAmount')
        expect(cents('GrandTotalAmount') - cents('TotalPrepaidAmount')).toBe(due)
        expect(xml.includes('<ram:DueDateDateTime>')).toBe(due > 0)
      }),
    )
  })
})

describe('an order', () => {
  const pdfs = createPdfs()
  let world: Awaited<ReturnType<typeof openOrders>>
  beforeAll(async () => {
    world = await openOrders()
  })
  beforeEach(() => world.reset())
  afterAll(async () => {
    await pdfs.close()
    await world.close()
  })

  async function papersOf(asked: ReturnType<typeof joins>, isPaid: boolean) {
    const parts = { ...world.parts, pdfs }
    await placeOrder(parts, asked)
    if (isPaid) {
      world.payments.become('paid')
      await refreshPayment(parts, world.payments.pages()[0]?.asked.payment ?? 0)
    }
    const papers = await world.db.selectFrom('invoiceDocument').select(['pdf', 'xml']).execute()
    return papers.map(({ pdf, xml }) => ({ text: textOf(readPdf(pdf).structure), xml }))
  }

  test('that is paid online gets a paper that says so', async () => {
    const [paper] = await papersOf(buysPack('a'), true)
    expect(paper?.text.endsWith('P Bezahlt am 23.11.2026 online.')).toBe(true)
  })

  test('of a company that is paid online has it in the XML, too', async () => {
    const buyer = { ...someone, company: 'Möbel GmbH', locale: 'en' as const }
    const [paper] = await papersOf(joins('a', { buyer }), true)
    expect(paper?.text).toContain('P Paid on 23 Nov 2026 online.')
    expect(amount(paper?.xml ?? '', 'DuePayableAmount')).toBe('0.00')
  })

  test('on invoice gets one that asks for the money', async () => {
    const buyer = { ...someone, company: 'Möbel GmbH' }
    const [paper] = await papersOf(joins('a', { buyer, paysBy: 'invoice' }), false)
    expect(paper?.text).toContain('P Zahlbar bis 07.12.2026, falls noch nicht bezahlt.')
    expect(amount(paper?.xml ?? '', 'DuePayableAmount')).toBe('39.00')
  })
})
