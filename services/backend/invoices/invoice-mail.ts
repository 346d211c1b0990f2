import type { Invoice, InvoiceCollection } from '../../../contracts/invoice.ts'
import type { Locale } from '../../../contracts/problem.ts'
import type { Mail } from '../../../platform/mail/mail-content.ts'
import { euros, fill, toMail } from '../../../platform/mail/mail-template.ts'
import { hrefOf } from '../../../platform/site-href.ts'

interface Options {
  email: string
  pdf: Uint8Array
  /** Public address of the site, without a slash at its end. */
  siteUrl: string
  /** What is still to be paid. */
  openCents: number
  /** Whether the buyer can open the member area. */
  hasAccount: boolean
  /** How it will be collected; null = the buyer transfers it. */
  collection: InvoiceCollection | null
}

/** The mail that brings an invoice, with the paper attached. */
export function invoiceMail(invoice: Invoice, options: Options): Mail {
  const { email, pdf, siteUrl, openCents, hasAccount, collection } = options
  const { locale, kind, number, grossCents, dueOn, seller, buyer, cancels } = invoice
  const { action, note, ...ofKind } = texts[locale]
  const { subject, lead } = ofKind[kind]
  const known = {
    number,
    corrects: cancels?.number ?? '',
    day: days[locale].format(new Date(dueOn)),
    open: euros(openCents, locale),
  }
  const isDue = openCents > 0
  const isPaid = kind === 'invoice' && grossCents > 0 && !isDue
  const transfer = isDue && !collection ? seller.bank : null
  return toMail({
    kind,
    locale,
    to: { name: buyer.name, address: email },
    name: buyer.name.split(' ')[0] ?? '',
    subject: fill(subject, { ...known, seller: seller.name }),
    lead: fill(hasAccount || kind === 'cancellation' ? lead : ofKind.attached, known),
    facts: [
      { text: '', [kind]: number },
      { sum: euros(grossCents, locale) },
      ...(isDue && !collection ? [{ text: fill(texts[locale].due, known), due: known.day }] : []),
      ...(isPaid ? [{ payment: texts[locale].paid }] : []),
      ...(transfer ? [{ iban: transfer.iban }, { holder: transfer.holder }, { reference: number }] : []),
    ],
    paragraphs: collection
      ? [collectionText(invoice, collection, openCents)]
      : transfer
        ? [fill(openCents < grossCents ? texts[locale].rest : texts[locale].transfer, known)]
        : [],
    action: hasAccount
      ? { label: action, href: hrefOf(siteUrl, locale, '/me/invoices') }
      : { label: texts[locale].events, href: hrefOf(siteUrl, locale, '/events') },
    note,
    siteName: seller.name,
    attachments: [{ name: fileNameOf(invoice, 'pdf'), type: 'application/pdf', content: pdf }],
  })
}

function collectionText(
  { locale }: Invoice,
  { kind, last4, on }: InvoiceCollection,
  openCents: number,
): string {
  const day = days[locale].format(new Date(on))
  return fill(texts[locale].collected[kind], { sum: euros(openCents, locale), day, last4 })
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
    attached: 'deine Rechnung {number} ist da. Du findest sie im Anhang.',
    events: 'Alle Termine ansehen',
    due: 'zahlbar bis {day}',
    collected: {
      card: 'Du musst nichts tun: Am {day} ziehen wir {sum} von deiner Karte ein, die auf {last4} endet.',
      sepa_debit:
        'Du musst nichts tun: Am {day} ziehen wir {sum} von deinem Konto ein, das auf {last4} endet.',
    },
    paid: 'schon bezahlt',
    transfer: 'Bitte überweise {open}.',
    rest: 'Bitte überweise {open}: Was du im Voraus bezahlt hast, ist schon verrechnet.',
    action: 'Rechnungen ansehen',
    note: 'Fragen zu dieser Rechnung? Antworte einfach auf diese E-Mail.',
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
    attached: 'your invoice {number} is here. It is attached.',
    events: 'See all dates',
    due: 'payable by {day}',
    collected: {
      card: 'There is nothing for you to do: on {day} we collect {sum} from your card ending in {last4}.',
      sepa_debit:
        'There is nothing for you to do: on {day} we collect {sum} from your account ending in {last4}.',
    },
    paid: 'already paid',
    transfer: 'Please transfer {open}.',
    rest: 'Please transfer {open}: what you paid in advance is already deducted.',
    action: 'See your invoices',
    note: 'Any questions about this invoice? Just reply to this email.',
    file: { invoice: 'Invoice', cancellation: 'Cancellation-invoice' },
  },
} satisfies Record<Locale, object>

/** Returns the name of an invoice's file, the same in its mail and in the member area: `Rechnung-H9-2026-000001.pdf`. */
export function fileNameOf(
  { kind, locale, number }: Pick<Invoice, 'kind' | 'locale' | 'number'>,
  format: 'pdf' | 'xml',
): string {
  return `${texts[locale].file[kind]}-${number}.${format}`
}

const days: Record<Locale, Intl.DateTimeFormat> = {
  de: new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
}
