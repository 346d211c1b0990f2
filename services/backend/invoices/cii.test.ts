import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCents } from '../../../rules/money.ts'
import { invoiceXml } from './cii.ts'
import { anyInvoice, invoiceOf } from './invoice.fixture.ts'

test('200 random invoices keep the rules of EN 16931 that amounts and taxes can break', () => {
  fc.assert(
    fc.property(anyInvoice, (invoice) => {
      expect(brokenRules(parsed(invoiceXml(invoice)))).toEqual([])
    }),
    { numRuns: 200 },
  )
})

test('the checks themselves see what is broken', () => {
  const xml = invoiceXml(invoiceOf())
  const broken = (from: string | RegExp, to: string) => brokenRules(parsed(xml.replace(from, to)))
  expect(broken(/<ram:GrandTotalAmount>[^<]*/, '<ram:GrandTotalAmount>1.00')).toEqual([
    'BR-CO-15',
    'BR-CO-16',
  ])
  expect(broken('<ram:TaxTotalAmount currencyID="EUR">', '$&9')).toEqual(['BR-CO-14', 'BR-CO-15'])
  expect(broken(/<ram:LineTotalAmount>[^<]*/, '<ram:LineTotalAmount>1.00')).toEqual([
    'BR-CO-10',
    'BR-S-08',
    'price',
  ])
  expect(broken('<ram:ChargeAmount>', '$&-')).toEqual(['BR-27', 'price'])
  expect(broken(/<ram:SpecifiedTradePaymentTerms>.*?<\/ram:SpecifiedTradePaymentTerms>/, '')).toEqual([
    'BR-CO-25',
  ])
  expect(broken(/<ram:CalculatedAmount>[^<]*/, '<ram:CalculatedAmount>0.00')).toEqual([
    'BR-CO-14',
    'BR-CO-17',
  ])
  expect(broken(/<ram:Name>[^<]*/, '<ram:Name>')).toEqual(['empty'])
})

test('a cancellation is type 384, names the invoice, and turns quantities around, not prices', () => {
  const xml = parsed(invoiceXml(invoiceOf({ kind: 'cancellation' })))
  expect(texts(xml, 'TypeCode')[0]).toBe('384')
  expect(texts(xml, 'Content')).toEqual(['Storno der Rechnung H9-2026-000041 vom 21.11.2026'])
  expect(texts(xml, 'InvoiceReferencedDocument/IssuerAssignedID')).toEqual(['H9-2026-000041'])
  expect(texts(xml, 'FormattedIssueDateTime/DateTimeString')).toEqual(['20261121'])
  expect(texts(xml, 'BilledQuantity')).toEqual(['-1', '-3', '-2'])
  expect(texts(xml, 'ChargeAmount')).toEqual(['41.18', '32.77', '23.36'])
  expect(texts(xml, 'LineTotalAmount')).toEqual(['-41.18', '-32.77', '-23.36', '-97.31'])
  expect(texts(xml, 'DuePayableAmount')).toEqual(['-113.00'])
  expect(texts(xml, 'IBANID')).toEqual([])
})

test('an invoice says when and to which account it is paid, and the days of each line', () => {
  const xml = parsed(invoiceXml(invoiceOf()))
  expect(texts(xml, 'TypeCode')[0]).toBe('380')
  expect(texts(xml, 'IBANID')).toEqual(['DE02370501980001802712'])
  expect(texts(xml, 'DueDateDateTime/DateTimeString')).toEqual(['20261214'])
  expect(texts(xml, 'StartDateTime/DateTimeString')).toEqual(['20261101', '20261114', '20261120'])
  expect(texts(xml, 'SpecifiedTaxRegistration/ID')).toEqual(['DE123456788', '218/5792/0847', 'DE987654328'])
  expect(texts(xml, 'BuyerReference')).toEqual(['Kostenstelle 7'])
})

test.each([
  ['DE', 'de', 'Steuerfreier Kleinunternehmer (§ 19 UStG)'],
  ['AT', 'en', 'Exempt from VAT as a small business (§ 6 Abs. 1 Z 27 UStG)'],
] as const)('a small business in %s is exempt for a reason', (country, locale, reason) => {
  const { seller, ...invoice } = invoiceOf({ scheme: 'small', locale })
  const xml = parsed(invoiceXml({ ...invoice, seller: { ...seller, country, vatId: null } }))
  expect(texts(xml, 'ExemptionReason')).toEqual([reason])
  expect(new Set(texts(xml, 'CategoryCode'))).toEqual(new Set(['E']))
  expect(texts(xml, 'SellerTradeParty/ID')).toEqual(['218/5792/0847'])
})

test.each(['<b>&"\'', ']]>', '&lt;', 'Łódź 🪚', 'a\tb', '</ram:Name>'])('%j stays what it is', (name) => {
  const { buyer, ...invoice } = invoiceOf()
  const xml = parsed(invoiceXml({ ...invoice, buyer: { ...buyer, company: name } }))
  expect(texts(xml, 'BuyerTradeParty/Name')).toEqual([name])
})

test.each(['\u0000', '\u0008', '\u001f', '\ud800', '\udfff', '\ufffe'])('%j is refused', (character) => {
  const { buyer, ...invoice } = invoiceOf()
  expect(() => invoiceXml({ ...invoice, buyer: { ...buyer, name: `M${character}a` } })).toThrow(
    'XML cannot hold',
  )
})

interface XmlElement {
  name: string
  parent: XmlElement | null
  children: XmlElement[]
  text: string
}

/** Reads what the writer writes: elements, attributes, text, the three entities. Anything else is an error. */
function parsed(xml: string): XmlElement[] {
  const all: XmlElement[] = []
  let open = null as XmlElement | null
  for (const [tag, end, name, alone, text] of xml.matchAll(
    /<(\/?)(?:\w+:)(\w+)[^<>]*?(\/?)>|([^<>]+)|<\?[^>]*>|./gs,
  )) {
    if (text) {
      if (open) open.text += text
    } else if (end) {
      if (open?.name !== name) throw new Error(`${tag} ends ${open?.name}`)
      open = open?.parent ?? null
    } else if (name) {
      const element: XmlElement = { name, parent: open, children: [], text: '' }
      open?.children.push(element)
      all.push(element)
      if (!alone) open = element
    } else if (!tag.startsWith('<?')) throw new Error(`Unexpected ${tag}`)
  }
  expect(open).toBe(null)
  return all
}

/** Texts of the elements with this name, or with this parent and name, in the order of the document. */
function texts(xml: XmlElement[], path: string): string[] {
  const [name = '', parent] = path.split('/').toReversed()
  return xml
    .filter((each) => each.name === name && (!parent || each.parent?.name === parent))
    .map(({ text }) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'))
}

/** Ids of broken rules of EN 16931, computed in cents from what the document says; `price`: quantity × price = amount. */
function brokenRules(xml: XmlElement[]): string[] {
  const within = (parent: string) => (name: string) => texts(xml, `${parent}/${name}`)
  const cents = (found: string[]) => found.map(toCents)
  const total = within('SpecifiedTradeSettlementHeaderMonetarySummation')
  const [lineTotal = NaN, basis = NaN, tax = NaN, gross = NaN, payable = NaN] = [
    'LineTotalAmount',
    'TaxBasisTotalAmount',
    'TaxTotalAmount',
    'GrandTotalAmount',
    'DuePayableAmount',
  ].flatMap((name) => cents(total(name)))
  const lineNets = cents(within('SpecifiedTradeSettlementLineMonetarySummation')('LineTotalAmount'))
  const prices = texts(xml, 'ChargeAmount')
  const quantities = texts(xml, 'BilledQuantity').map(Number)
  const rules: Record<string, boolean> = {
    'BR-27': prices.every((price) => !price.startsWith('-')),
    'BR-CO-10': sum(lineNets) === lineTotal,
    'BR-CO-13': lineTotal === basis,
    'BR-CO-14': sum(cents(texts(xml, 'CalculatedAmount'))) === tax,
    'BR-CO-15': basis + tax === gross,
    'BR-CO-16': gross === payable,
    'BR-CO-20': xml.every(({ name, children }) => name !== 'BillingSpecifiedPeriod' || children.length > 0),
    'BR-CO-25': payable <= 0 || texts(xml, 'DueDateDateTime/DateTimeString').length === 1,
    'BR-CO-26': ['ID', 'SpecifiedTaxRegistration'].some((name) =>
      xml.some((each) => each.name === name && each.parent?.name === 'SellerTradeParty'),
    ),
    ...taxRules(xml, lineNets),
    price: lineNets.every(
      (net, index) => toCents(prices[index] ?? '') * Math.sign(quantities[index] ?? NaN) === net,
    ),
    empty: xml.every(
      ({ name, children, text }) =>
        children.length > 0 || text.trim() !== '' || name === 'ApplicableHeaderTradeDelivery',
    ),
  }
  return Object.entries(rules).flatMap(([id, holds]) => (holds ? [] : [id]))
}

function taxRules(xml: XmlElement[], lineNets: number[]): Record<string, boolean> {
  const group = (parent: string) =>
    xml
      .filter(({ name, parent: above }) => name === 'ApplicableTradeTax' && above?.name === parent)
      .map(({ children }) => Object.fromEntries(children.map(({ name, text }) => [name, text])))
  const breakdown = group('ApplicableHeaderTradeSettlement')
  const ofLines = group('SpecifiedLineTradeSettlement')
  const exempt = (tax: Record<string, string>) => tax.CategoryCode === 'E'
  const isOf = (tax: Record<string, string>) => (line: Record<string, string>) =>
    line.CategoryCode === tax.CategoryCode && line.RateApplicablePercent === tax.RateApplicablePercent
  const all = [...breakdown, ...ofLines]
  const amountFits = (tax: Record<string, string>) => {
    const exact = (toCents(tax.BasisAmount ?? '') * Number(tax.RateApplicablePercent)) / 100
    return Math.abs(toCents(tax.CalculatedAmount ?? '') - exact) <= 1
  }
  return {
    'BR-CO-17': breakdown.every(amountFits),
    'BR-CO-18': breakdown.length > 0 && ofLines.every((line) => breakdown.filter(isOf(line)).length === 1),
    'BR-S-05': all.every((tax) => exempt(tax) || Number(tax.RateApplicablePercent) > 0),
    'BR-E-05': all.every((tax) => !exempt(tax) || Number(tax.RateApplicablePercent) === 0),
    'BR-E-09': breakdown.every((tax) => !exempt(tax) || toCents(tax.CalculatedAmount ?? '') === 0),
    'BR-E-10': breakdown.every((tax) => exempt(tax) === Boolean(tax.ExemptionReason)),
    'BR-S-08': breakdown.every(
      (tax) =>
        sum(lineNets.filter((_, index) => isOf(tax)(ofLines[index] ?? {}))) ===
        toCents(tax.BasisAmount ?? ''),
    ),
  }
}

function sum(amounts: number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0)
}
