import type {
  InvoiceCollection,
  Buyer,
  Invoice,
  InvoiceLine,
  InvoiceMoney,
  InvoiceTax,
  Seller,
} from '../../../contracts/invoice.ts'
import { toDecimal } from '../../../rules/money.ts'
import { invoiceTexts, openCentsOf, paymentTexts } from './invoice-texts.ts'

/**
 * Returns an invoice as UN/CEFACT Cross Industry Invoice of EN 16931, the format of ZUGFeRD and Factur-X. It computes no
 * amount of tax: all of them are the invoice's own. EN 16931 asks for a VAT id or a tax number of the seller.
 * @param payments what has been paid of it when it is written
 * @throws {Error} when a text holds a character that XML cannot hold
 */
export function invoiceXml(
  invoice: Invoice,
  money: InvoiceMoney = { payments: [], collection: null },
): string {
  const context = group(
    'rsm:ExchangedDocumentContext',
    group('ram:GuidelineSpecifiedDocumentContextParameter', text('ram:ID', 'urn:cen.eu:en16931:2017')),
  )
  const transaction = group(
    'rsm:SupplyChainTradeTransaction',
    ...invoice.lines.map(lineItem),
    agreement(invoice),
    '<ram:ApplicableHeaderTradeDelivery/>',
    settlement(invoice, money),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice ${namespaces}>${context}${
    document(invoice) + transaction
  }</rsm:CrossIndustryInvoice>\n`
}

const unece = 'urn:un:unece:uncefact:data:standard'
const namespaces = [
  `xmlns:rsm="${unece}:CrossIndustryInvoice:100"`,
  `xmlns:ram="${unece}:ReusableAggregateBusinessInformationEntity:100"`,
  `xmlns:qdt="${unece}:QualifiedDataType:100"`,
  `xmlns:udt="${unece}:UnqualifiedDataType:100"`,
].join(' ')

/** 380 = invoice, 384 = corrected invoice: a cancellation is the same with negative quantities. */
function document(invoice: Invoice): string {
  return group(
    'rsm:ExchangedDocument',
    text('ram:ID', invoice.number),
    text('ram:TypeCode', invoice.kind === 'cancellation' ? '384' : '380'),
    group('ram:IssueDateTime', day('udt', invoice.issuedOn)),
    group('ram:IncludedNote', text('ram:Content', invoiceTexts(invoice).cancels)),
  )
}

/**
 * Prices may not be negative (BR-27), so a negative amount is a negative quantity. The price is stated for the whole
 * quantity: a net price of one piece would have to be rounded, and quantity × price would not be the amount.
 */
function lineItem(line: InvoiceLine, index: number): string {
  const pieces = Math.abs(line.quantity)
  const billed = line.netCents < 0 ? -pieces : pieces
  return group(
    'ram:IncludedSupplyChainTradeLineItem',
    group('ram:AssociatedDocumentLineDocument', text('ram:LineID', String(index + 1))),
    group('ram:SpecifiedTradeProduct', text('ram:Name', line.text)),
    group(
      'ram:SpecifiedLineTradeAgreement',
      group(
        'ram:NetPriceProductTradePrice',
        text('ram:ChargeAmount', toDecimal(Math.abs(line.netCents))),
        text('ram:BasisQuantity', String(pieces), piece),
      ),
    ),
    group('ram:SpecifiedLineTradeDelivery', text('ram:BilledQuantity', String(billed), piece)),
    group(
      'ram:SpecifiedLineTradeSettlement',
      group(
        'ram:ApplicableTradeTax',
        text('ram:TypeCode', 'VAT'),
        text('ram:CategoryCode', Number(line.taxPercent) === 0 ? 'E' : 'S'),
        text('ram:RateApplicablePercent', line.taxPercent),
      ),
      period(line.suppliedFrom, line.suppliedUntil),
      group(
        'ram:SpecifiedTradeSettlementLineMonetarySummation',
        text('ram:LineTotalAmount', toDecimal(line.netCents)),
      ),
    ),
  )
}

/** UN/ECE recommendation 20: one. */
const piece = ' unitCode="C62"'

function agreement({ seller, buyer }: Invoice): string {
  return group(
    'ram:ApplicableHeaderTradeAgreement',
    text('ram:BuyerReference', buyer.reference),
    group(
      'ram:SellerTradeParty',
      // A seller without VAT id must be identified in another way (BR-CO-26).
      text('ram:ID', seller.vatId ? null : seller.taxNumber),
      text('ram:Name', seller.name),
      group(
        'ram:DefinedTradeContact',
        text('ram:PersonName', seller.phone && seller.name),
        group('ram:TelephoneUniversalCommunication', text('ram:CompleteNumber', seller.phone)),
        group('ram:EmailURIUniversalCommunication', text('ram:URIID', seller.phone && seller.email)),
      ),
      address(seller),
      registration('VA', seller.vatId),
      registration('FC', seller.taxNumber),
    ),
    group(
      'ram:BuyerTradeParty',
      text('ram:ID', buyer.memberNumber || null),
      text('ram:Name', buyer.company ?? buyer.name),
      group('ram:DefinedTradeContact', text('ram:PersonName', buyer.company && buyer.name)),
      address(buyer),
      registration('VA', buyer.vatId),
    ),
  )
}

function address(party: Seller | Buyer): string {
  const postal = group(
    'ram:PostalTradeAddress',
    text('ram:PostcodeCode', party.zip),
    text('ram:LineOne', party.street),
    text('ram:CityName', party.city),
    text('ram:CountryID', party.country),
  )
  return postal + group('ram:URIUniversalCommunication', text('ram:URIID', party.email, ' schemeID="EM"'))
}

function registration(scheme: 'VA' | 'FC', id: string | null): string {
  const written = scheme === 'VA' ? withoutSpaces(id) : id
  return group('ram:SpecifiedTaxRegistration', text('ram:ID', written, ` schemeID="${scheme}"`))
}

function settlement(invoice: Invoice, money: InvoiceMoney): string {
  const { payments, collection } = money
  const { seller, netCents, taxCents, grossCents, cancels } = invoice
  const openCents = openCentsOf(invoice, payments)
  return group(
    'ram:ApplicableHeaderTradeSettlement',
    text('ram:PaymentReference', invoice.number),
    text('ram:InvoiceCurrencyCode', 'EUR'),
    openCents > 0 && (collection ? collected(collection) : transfer(seller)),
    ...invoice.taxes.map((tax) => taxBreakdown(tax, invoiceTexts(invoice).exempt)),
    group(
      'ram:SpecifiedTradePaymentTerms',
      text(
        'ram:Description',
        payments.length > 0 || collection ? paymentTexts(invoice, money).join(' ') : null,
      ),
      openCents > 0 && group('ram:DueDateDateTime', day('udt', invoice.dueOn)),
    ),
    group(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      text('ram:LineTotalAmount', toDecimal(netCents)),
      text('ram:TaxBasisTotalAmount', toDecimal(netCents)),
      text('ram:TaxTotalAmount', toDecimal(taxCents), ' currencyID="EUR"'),
      text('ram:GrandTotalAmount', toDecimal(grossCents)),
      text('ram:TotalPrepaidAmount', payments.length > 0 ? toDecimal(grossCents - openCents) : null),
      text('ram:DuePayableAmount', toDecimal(openCents)),
    ),
    cancels &&
      group(
        'ram:InvoiceReferencedDocument',
        text('ram:IssuerAssignedID', cancels.number),
        group('ram:FormattedIssueDateTime', day('qdt', cancels.issuedOn)),
      ),
  )
}

/** 48 = bank card, 59 = SEPA direct debit. */
function collected({ kind }: InvoiceCollection): string {
  return group(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    text('ram:TypeCode', kind === 'card' ? '48' : '59'),
  )
}

/** 58 = SEPA credit transfer. */
function transfer({ bank }: Seller): string {
  if (!bank) return ''
  return group(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    text('ram:TypeCode', '58'),
    group(
      'ram:PayeePartyCreditorFinancialAccount',
      text('ram:IBANID', withoutSpaces(bank.iban)),
      text('ram:AccountName', bank.holder),
    ),
    group('ram:PayeeSpecifiedCreditorFinancialInstitution', text('ram:BICID', withoutSpaces(bank.bic))),
  )
}

function taxBreakdown({ category, taxPercent, netCents, taxCents }: InvoiceTax, exempt: string): string {
  return group(
    'ram:ApplicableTradeTax',
    text('ram:CalculatedAmount', toDecimal(taxCents)),
    text('ram:TypeCode', 'VAT'),
    text('ram:ExemptionReason', category === 'E' ? exempt : null),
    text('ram:BasisAmount', toDecimal(netCents)),
    text('ram:CategoryCode', category),
    text('ram:RateApplicablePercent', taxPercent),
  )
}

function period(from: string | null, until: string | null): string {
  return group(
    'ram:BillingSpecifiedPeriod',
    from && group('ram:StartDateTime', day('udt', from)),
    until && group('ram:EndDateTime', day('udt', until)),
  )
}

/** 102 = year, month and day without separators. */
function day(namespace: 'udt' | 'qdt', date: string): string {
  return text(`${namespace}:DateTimeString`, date.replaceAll('-', ''), ' format="102"')
}

/** An element of elements that are written already; one without content is left out: EN 16931 has no empty elements. */
function group(name: string, ...children: (string | false | null)[]): string {
  const content = children.filter(Boolean).join('')
  return content && `<${name}>${content}</${name}>`
}

function text(name: string, value: string | null, attributes = ''): string {
  const trimmed = value?.trim()
  return trimmed ? `<${name}${attributes}>${escaped(trimmed)}</${name}>` : ''
}

function escaped(value: string): string {
  if (/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(value)) {
    throw new Error(`XML cannot hold a character of ${JSON.stringify(value)}`)
  }
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function withoutSpaces(id: string | null): string | null {
  return id && id.replaceAll(/\s/g, '')
}
