import type { Member } from '../../../contracts/member.ts'
import type { Offer } from '../../../contracts/order.ts'
import type { Locale } from '../../../contracts/problem.ts'
import type { Mail } from '../../../platform/mail/mail-content.ts'
import { euros, fill } from '../../../platform/mail/mail-template.ts'
import type { Fact } from '../../../platform/mail/title-block.ts'
import { isMailAddress, queueMail } from '../../../platform/mail/mail.ts'
import type { Period } from '../../../rules/periods.ts'
import { buyerMail } from './buyer-mail.ts'
import { texts } from './order-mail-texts.ts'
import type { StoredOrder, Tx } from './orders.store.ts'

/** Queues a mail in the transaction that causes it; an address that takes no mail gets none. */
export async function sendMail(tx: Tx, mail: Mail): Promise<void> {
  if (isMailAddress(mail.to.address)) await queueMail(tx, mail)
}

interface Confirmed {
  member: Member
  period: Period
  /** The texts that the buyer agreed to: they are attached. */
  consents: { kind: string; body: string }[]
  seller: string
  siteUrl: string
}

/** Confirms the contract with its texts (§ 312f BGB); the invoice comes in a mail of its own. */
export function confirmationMail(
  order: StoredOrder,
  offer: Offer,
  { member, period, consents, seller, siteUrl }: Confirmed,
): Mail {
  const { locale } = order.buyer
  const text = texts[locale]
  const { paysBy, totalCents } = order
  const [from, until] = [dayOf(period.fromDate, locale), dayOf(period.untilDate, locale)]
  return mailOf(order, 'confirmation', {
    seller,
    siteUrl,
    path: paths[order.kind] ?? '/booking',
    action: text.next[order.kind] ?? text.mails.confirmation.action,
    facts: [
      offer.name[locale],
      { price: `${moneyOf(totalCents, locale)}${offer.renews ? ` ${text.per[offer.renews]}` : ''}` },
      from === until ? { day: from } : { text: fill(text.days, { from, until }), from, until },
      { text: '', order: order.number },
      { text: fill(text.member, { number: member.memberNumber }), member: member.memberNumber },
    ],
    paragraphs: [
      offer.gives[locale].join(' · '),
      ...(offer.renews ? [text.renews[offer.renews]] : []),
      ...(paysBy === 'invoice' ? [text.byInvoice] : []),
      ...withdrawalTexts(order, consents),
    ],
    attachments: consentFiles(consents, locale),
  })
}

/** Where buyers use what they have ordered, where that is not the page for bookings. */
const paths: Partial<Record<StoredOrder['kind'], string>> = { credits: '/me/credits', team: '/me/team' }

/** Says whether a buyer can withdraw, and what they asked for before the time for it ends, in the words of the order page. */
export function withdrawalTexts(
  { kind, buyer }: Pick<StoredOrder, 'kind' | 'buyer'>,
  consents: Confirmed['consents'],
): string[] {
  const text = texts[buyer.locale].withdrawal
  if (kind === 'dayPass') return [text.dayPass]
  if (buyer.company !== null) return [text.company]
  const early = consents.find((each) => each.kind === 'earlyStart')
  return [...(early ? [fill(text.early, { said: early.body })] : []), text.right]
}

/** The texts that a buyer agreed to, as files for the mail that confirms it. */
export function consentFiles(
  consents: Confirmed['consents'],
  locale: Locale,
): NonNullable<Mail['attachments']> {
  return consents.map(({ kind, body }) => ({
    name: `${texts[locale].files[kind] ?? kind}.txt`,
    type: 'text/plain; charset=utf-8',
    content: body,
  }))
}

/** Says where to transfer the price to. */
export function transferMail(
  order: StoredOrder,
  offer: Offer,
  { seller, siteUrl, bank }: { seller: string; siteUrl: string; bank: { holder: string; iban: string } },
): Mail {
  const { locale } = order.buyer
  return mailOf(order, 'transfer', {
    seller,
    siteUrl,
    path: successPath(order),
    facts: [
      offer.name[locale],
      { price: moneyOf(order.totalCents, locale) },
      { iban: bank.iban },
      { holder: bank.holder },
      { reference: order.number },
    ],
  })
}

/** Confirms that an order is there whose debit takes some days. */
export function receivedMail(
  order: StoredOrder,
  offer: Offer,
  where: { seller: string; siteUrl: string },
): Mail {
  const { locale } = order.buyer
  return mailOf(order, 'received', {
    ...where,
    path: successPath(order),
    facts: [offer.name[locale], { price: moneyOf(order.totalCents, locale) }, { order: order.number }],
  })
}

/** Asks the owner of an address whether an order is theirs. */
export function addressMail(
  order: StoredOrder,
  { token, ...where }: { seller: string; siteUrl: string; token: string },
): Mail {
  const { locale } = order.buyer
  return mailOf(order, 'address', {
    ...where,
    path: `/order/claim/${token}`,
    facts: [nameOf(order), { price: moneyOf(order.totalCents, locale) }, { text: '', order: order.number }],
  })
}

/** A debit came back. */
export function failedPaymentMail(
  order: StoredOrder,
  where: { seller: string; siteUrl: string; path?: string },
): Mail {
  const { locale } = order.buyer
  return mailOf(order, 'failed', {
    path: successPath(order),
    ...where,
    facts: [nameOf(order), { price: moneyOf(order.totalCents, locale) }, { text: '', order: order.number }],
  })
}

/** Money goes back. @param isOver the buyer has withdrawn, so that there is no order to look at */
export function refundMail(
  order: StoredOrder,
  { cents, isOver, ...where }: { seller: string; siteUrl: string; cents: number; isOver: boolean },
): Mail {
  const facts = [
    nameOf(order),
    { refund: moneyOf(cents, order.buyer.locale) },
    { text: '', order: order.number },
  ]
  const leads = isOver ? { path: '', action: texts[order.buyer.locale].toSite } : { path: successPath(order) }
  return mailOf(order, 'refund', { ...where, ...leads, facts })
}

type Kind = keyof (typeof texts)['de']['mails']

interface Content {
  seller: string
  siteUrl: string
  /** Of the one action, without the prefix of the language. */
  path: string
  /** Default: that of the kind. */
  action?: string
  facts: Fact[]
  paragraphs?: string[]
  attachments?: NonNullable<Mail['attachments']>
}

function mailOf(order: StoredOrder, kind: Kind, content: Content): Mail {
  const { buyer, number } = order
  const text = texts[buyer.locale]
  const known = { number, seller: content.seller }
  const paragraphs = [
    ...(content.paragraphs ?? []),
    ...(text.mails[kind].paragraphs ?? []),
    // The page of a sign-up knows the visitor by a cookie alone.
    ...(content.path.endsWith('/confirmation') ? [text.sameBrowser] : []),
  ]
  return buyerMail(order, {
    ...content,
    kind: `order-${kind}`,
    text: { ...text.mails[kind], ...(content.action && { action: content.action }) },
    note: text.note,
    known,
    paragraphs: paragraphs.map((each) => fill(each, known)),
  })
}

/** Where the buyer came back to from the provider: the page of the order. */
function successPath({ returnPaths, number }: StoredOrder): string {
  return returnPaths.success.replace('{number}', number)
}

function nameOf({ offer, buyer, number }: StoredOrder): string {
  return offer?.name[buyer.locale] ?? fill(texts[buyer.locale].invoice, { number })
}

function moneyOf(cents: number, locale: Locale): string {
  return euros(cents, locale)
}

function dayOf(day: string, locale: Locale): string {
  return days[locale].format(new Date(day))
}

const days: Record<Locale, Intl.DateTimeFormat> = {
  de: new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
}
