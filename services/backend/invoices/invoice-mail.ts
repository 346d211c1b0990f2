import type { Invoice } from '../../../contracts/invoice.ts'
import type { Locale } from '../../../contracts/problem.ts'
import type { Mail } from '../../../platform/mail/mail-content.ts'
import { fill, toMail } from '../../../platform/mail/mail-template.ts'

interface Options {
  email: string
  pdf: Uint8Array
  /** Public address of the site, without a slash at its end. */
  siteUrl: string
  /** What is still to be paid. */
  openCents: number
}

/** The mail that brings an invoice, with the paper attached. */
export function invoiceMail(invoice: Invoice, { email, pdf, siteUrl, openCents }: Options): Mail {
  const { locale, kind, number, grossCents, dueOn, seller, buyer, cancels } = invoice
  const { file, action, note, ...ofKind } = texts[locale]
  const { subject, lead } = ofKind[kind]
  const known = { number, corrects: cancels?.number ?? '', day: days[locale].format(new Date(dueOn)) }
  const isDue = openCents > 0
  const isPaid = kind === 'invoice' && grossCents > 0 && !isDue
  const bank = seller.bank
  return toMail({
    kind,
    locale,
    to: { name: buyer.name, address: email },
    name: buyer.name.split(' ')[0] ?? '',
    subject: fill(subject, { ...known, seller: seller.name }),
    lead: fill(lead, known),
    facts: [
      euros[locale].format(grossCents / 100),
      ...(isDue ? [fill(texts[locale].due, known)] : []),
      ...(isPaid ? [texts[locale].paid] : []),
    ],
    paragraphs:
      isDue && bank ? [fill(texts[locale].bank, { ...known, iban: bank.iban, holder: bank.holder })] : [],
    action: { label: action, href: `${siteUrl}${locale === 'en' ? '/en' : ''}/me/invoices` },
    note,
    siteName: seller.name,
    attachments: [{ name: `${file[kind]}-${number}.pdf`, type: 'application/pdf', content: pdf }],
  })
}

const texts = {
  de: {
    invoice: {
      subject: 'Deine Rechnung {number} von {seller}',
      lead: 'deine Rechnung {number} ist da. Du findest sie im Anhang und in deinem Mitgliederbereich.',
    },
    cancellation: {
      subject: 'Stornorechnung {number} von {seller}',
      lead: 'die Rechnung {corrects} ist storniert. Die Stornorechnung {number} liegt bei.',
    },
    due: 'zahlbar bis {day}',
    paid: 'schon bezahlt',
    bank: 'Bitte überweise den offenen Betrag an {holder}, IBAN {iban}, mit der Rechnungsnummer {number} als Verwendungszweck. Was du im Voraus bezahlt hast, ist schon verrechnet.',
    action: 'Rechnungen ansehen',
    note: 'Fragen zu dieser Rechnung? Antworte einfach auf diese Mail.',
    file: { invoice: 'Rechnung', cancellation: 'Stornorechnung' },
  },
  en: {
    invoice: {
      subject: 'Your invoice {number} from {seller}',
      lead: 'your invoice {number} is here. It is attached, and you also find it in your member area.',
    },
    cancellation: {
      subject: 'Cancellation invoice {number} from {seller}',
      lead: 'invoice {corrects} is cancelled. The cancellation invoice {number} is attached.',
    },
    due: 'payable by {day}',
    paid: 'already paid',
    bank: 'Please transfer the open amount to {holder}, IBAN {iban}, with the invoice number {number} as the reference. What you paid in advance is already deducted.',
    action: 'See your invoices',
    note: 'Any questions about this invoice? Just reply to this email.',
    file: { invoice: 'Invoice', cancellation: 'Cancellation-invoice' },
  },
} satisfies Record<Locale, object>

const euros: Record<Locale, Intl.NumberFormat> = {
  de: new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' }),
  en: new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }),
}
const days: Record<Locale, Intl.DateTimeFormat> = {
  de: new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
}
