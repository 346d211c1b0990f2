import type { Locale } from '../../../contracts/problem.ts'
import type { Member } from '../../../contracts/member.ts'
import type { Mail } from '../../../platform/mail/mail-content.ts'
import { fill, toMail } from '../../../platform/mail/mail-template.ts'
import { hrefOf } from '../../../platform/site-href.ts'

interface Asked {
  member: Pick<Member, 'firstName' | 'lastName' | 'emailAddress'>
  locale: Locale
  slug: string
  title: string
  token: string
  siteName: string
  siteUrl: string
  validUntil: Date
}

/** Mails a member the link to the questions of an instruction. */
export function linkMail({ member, locale, slug, title, token, siteName, siteUrl, validUntil }: Asked): Mail {
  const { subject, lead, action, note } = texts[locale]
  const { firstName, lastName, emailAddress: address } = member
  return toMail({
    kind: 'instruction-link',
    locale,
    to: { name: `${firstName} ${lastName}`.trim(), address },
    name: firstName,
    subject: fill(subject, { title }),
    lead,
    facts: [title],
    action: {
      label: action,
      href: hrefOf(siteUrl, locale, `/instruction/${slug}?link=${token}`),
    },
    note,
    siteName,
    validUntil,
  })
}

const texts = {
  de: {
    subject: 'Zu den Fragen: {title}',
    lead: 'mit diesem Link beantwortest du die Fragen ohne Anmeldung. Er gilt 24 Stunden und nur für dich: Gib ihn nicht weiter.',
    action: 'Fragen beantworten',
    note: 'Warst du das nicht? Dann ist nichts zu tun.',
  },
  en: {
    subject: 'To the questions: {title}',
    lead: 'with this link you answer the questions without signing in. It is valid for 24 hours and for you alone: do not pass it on.',
    action: 'Answer the questions',
    note: 'Was this not you? Then there is nothing to do.',
  },
} satisfies Record<Locale, object>
