import type { Invoice, InvoiceMoney, InvoicePayment } from '../../../contracts/invoice.ts'
import { euros } from '../../../platform/mail/mail-template.ts'

/** Returns the words of an invoice in its language. Law asks for the reason of an exemption and for the word cancellation. */
export function invoiceTexts(invoice: Invoice) {
  const { locale, kind, cancels, scheme, seller } = invoice
  const words = texts[locale]
  return {
    ...words,
    title: kind === 'cancellation' ? words.cancellation : words.invoice,
    cancels: cancels && words.cancelsInvoice(cancels.number, dayText(cancels.issuedOn, locale)),
    exempt: scheme === 'small' ? words.smallBusiness(smallBusinessLaw(seller.country)) : words.untaxed,
  }
}

/** Returns what is still to be paid, in cents: 0 when more was paid, negative for a cancellation. */
export function openCentsOf({ grossCents }: Invoice, payments: InvoicePayment[]): number {
  const paidCents = payments.reduce((sum, { cents }) => sum + cents, 0)
  return grossCents - Math.min(paidCents, Math.max(grossCents, 0))
}

/** Returns a sentence for each payment, when and how it was made, and one for what is still to be paid, and how. */
export function paymentTexts(invoice: Invoice, { payments, collection }: InvoiceMoney): string[] {
  const { locale, grossCents, dueOn } = invoice
  const words = texts[locale]
  const due = dayText(dueOn, locale)
  const open = openCentsOf(invoice, payments)
  const collected =
    collection &&
    words.collected[collection.kind](
      moneyText(open, locale),
      dayText(collection.on, locale),
      collection.last4,
    )
  if (payments.length === 0) return [open > 0 ? (collected ?? words.payable(due)) : words.nothingOwed]
  const made = payments.map(({ method, cents, paidOn }) => {
    const paid = words.paid[method](dayText(paidOn, locale))
    return cents === grossCents ? `${paid}.` : `${paid}: ${moneyText(cents, locale)}.`
  })
  return open > 0 ? [...made, collected ?? words.stillPayable(moneyText(open, locale), due)] : made
}

/** 2026-11-21 → `21.11.2026` or `21 Nov 2026`. */
export function dayText(date: string, locale: Invoice['locale']): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return locale === 'de' ? `${day}.${month}.${year}` : `${Number(day)} ${months[Number(month) - 1]} ${year}`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** -123450 → `−1.234,50 €` or `−€1,234.50`, with the minus sign that is as wide as a figure. */
export function moneyText(cents: number, locale: Invoice['locale']): string {
  return euros(cents, locale).replace('-', '−')
}

/** `19.00` → `19 %`, `5.50` → `5,5 %`. */
export function percentText(percent: string, locale: Invoice['locale']): string {
  const figures = String(Number(percent))
  return locale === 'de' ? `${figures.replace('.', ',')} %` : `${figures} %`
}

function smallBusinessLaw(country: string): string {
  return country === 'AT' ? '§ 6 Abs. 1 Z 27 UStG' : '§ 19 UStG'
}

const texts = {
  de: {
    invoice: 'Rechnung',
    cancellation: 'Stornorechnung',
    cancelsInvoice: (number: string, day: string) => `Storno der Rechnung ${number} vom ${day}`,
    smallBusiness: (law: string) => `Steuerfreier Kleinunternehmer (${law})`,
    untaxed: 'Umsatzsteuerfrei',
    number: 'Nummer',
    issuedOn: 'Datum',
    dueOn: 'Fällig am',
    memberNumber: 'Mitgliedsnummer',
    reference: 'Kundenreferenz',
    vatId: 'USt-IdNr.',
    yourVatId: 'USt-IdNr. des Kunden',
    taxNumber: 'Steuernummer',
    position: 'Pos.',
    service: 'Leistung',
    quantity: 'Menge',
    taxPercent: 'USt',
    net: 'Netto',
    gross: 'Brutto',
    amount: 'Betrag',
    tax: 'Umsatzsteuer',
    taxAmount: 'Steuer',
    sum: 'Summe',
    total: 'Gesamtbetrag',
    payable: (day: string) => `Zahlbar bis ${day}, falls noch nicht bezahlt.`,
    nothingOwed: 'Es ist nichts zu zahlen.',
    paid: {
      prepaid: (day: string) => `Bezahlt am ${day} aus der Vorauszahlung`,
      provider: (day: string) => `Bezahlt am ${day} online`,
      transfer: (day: string) => `Bezahlt am ${day} per Überweisung`,
    },
    collected: {
      card: (open: string, day: string, last4: string) =>
        `Wir ziehen ${open} am ${day} von der Karte ein, die auf ${last4} endet.`,
      sepa_debit: (open: string, day: string, last4: string) =>
        `Wir ziehen ${open} am ${day} von dem Konto ein, das auf ${last4} endet.`,
    },
    stillPayable: (open: string, day: string) => `Noch zu zahlen: ${open}, bis ${day}.`,
    bankHolder: 'Überweisung an',
    remittance: 'Verwendungszweck',
    page: (page: number, of: number) => `Seite ${page} von ${of}`,
  },
  en: {
    invoice: 'Invoice',
    cancellation: 'Cancellation invoice',
    cancelsInvoice: (number: string, day: string) => `Cancels invoice ${number} of ${day}`,
    smallBusiness: (law: string) => `Exempt from VAT as a small business (${law})`,
    untaxed: 'Exempt from VAT',
    number: 'Number',
    issuedOn: 'Date',
    dueOn: 'Due on',
    memberNumber: 'Member number',
    reference: 'Customer’s reference',
    vatId: 'VAT ID',
    yourVatId: 'Customer’s VAT ID',
    taxNumber: 'Tax number',
    position: 'Item',
    service: 'Service',
    quantity: 'Quantity',
    taxPercent: 'VAT',
    net: 'Net',
    gross: 'Gross',
    amount: 'Amount',
    tax: 'VAT',
    taxAmount: 'Tax',
    sum: 'Sum',
    total: 'Total',
    payable: (day: string) => `Payable by ${day} unless it has been paid already.`,
    nothingOwed: 'There is nothing to pay.',
    paid: {
      prepaid: (day: string) => `Paid on ${day} from the prepayment`,
      provider: (day: string) => `Paid on ${day} online`,
      transfer: (day: string) => `Paid on ${day} by bank transfer`,
    },
    collected: {
      card: (open: string, day: string, last4: string) =>
        `We collect ${open} on ${day} from the card ending in ${last4}.`,
      sepa_debit: (open: string, day: string, last4: string) =>
        `We collect ${open} on ${day} from the account ending in ${last4}.`,
    },
    stillPayable: (open: string, day: string) => `Still to be paid: ${open}, by ${day}.`,
    bankHolder: 'Bank transfer to',
    remittance: 'Reference',
    page: (page: number, of: number) => `Page ${page} of ${of}`,
  },
}
