import type { MailKind } from '../../../contracts/mail-kinds.ts'
import type { Mail } from '../../../platform/mail/mail-content.ts'
import type { Fact } from '../../../platform/mail/title-block.ts'
import { fill, toMail } from '../../../platform/mail/mail-template.ts'
import type { StoredOrder } from './orders.store.ts'

interface BuyerMail {
  kind: MailKind
  /** Texts in the language of the buyer; subject, lead and note with places for what is known. */
  text: { subject: string; lead: string; action: string }
  note: string
  known: Record<string, string>
  /** Name of the space that sells. */
  seller: string
  /** Public address of the site, without a slash at its end. */
  siteUrl: string
  /** Of the one action; with or without the prefix of the language. */
  path: string
  facts: Fact[]
  paragraphs: string[]
  attachments?: NonNullable<Mail['attachments']> | undefined
  /** Where the buyer reads mail now; by default the address of the order. */
  address?: string
}

/** Returns a mail to the buyer of an order, in their language. */
export function buyerMail({ buyer }: Pick<StoredOrder, 'buyer'>, content: BuyerMail): Mail {
  const { locale, email, firstName, lastName } = buyer
  const { kind, text, note, known, seller, siteUrl, path, facts, paragraphs, attachments } = content
  const prefix = locale === 'en' && !path.startsWith('/en/') ? '/en' : ''
  return toMail({
    kind,
    locale,
    to: { name: `${firstName} ${lastName}`.trim(), address: content.address ?? email },
    name: firstName,
    subject: fill(text.subject, known),
    lead: fill(text.lead, known),
    facts,
    paragraphs,
    action: { label: text.action, href: `${siteUrl}${prefix}${path}` },
    note: fill(note, known),
    siteName: seller,
    ...(attachments && { attachments }),
  })
}

/** What an order is called in the mails to its buyer. */
export function boughtName({ offer, buyer, number }: StoredOrder): string {
  return offer?.name[buyer.locale] ?? number
}
