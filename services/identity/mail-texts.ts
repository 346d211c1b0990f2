import type { Locale } from '../../contracts/problem.ts'
import { toMail } from '../../platform/mail/mail-template.ts'
import type { Mail } from '../../platform/mail/mail-content.ts'
import type { Account } from './accounts.ts'

const texts = {
  verification: {
    de: {
      subject: 'Bestätige deine E-Mail-Adresse',
      lead: 'bestätige bitte, dass diese Adresse dir gehört. Danach kannst du dich anmelden.',
      action: 'Adresse bestätigen',
      note: 'Der Link gilt 3 Tage. Du hast kein Konto angelegt? Dann musst du nichts tun.',
    },
    en: {
      subject: 'Confirm your email address',
      lead: 'please confirm that this address is yours. After that you can sign in.',
      action: 'Confirm address',
      note: 'The link is valid for 3 days. You did not create an account? Then there is nothing to do.',
    },
  },
  password: {
    de: {
      subject: 'Neues Passwort für dein Konto',
      lead: 'hier legst du ein neues Passwort fest.',
      action: 'Neues Passwort festlegen',
      note: 'Der Link gilt 30 Minuten und nur einmal. Du hast ihn nicht angefordert? Dann bleibt alles, wie es ist.',
    },
    en: {
      subject: 'New password for your account',
      lead: 'here you set a new password.',
      action: 'Set a new password',
      note: 'The link is valid for 30 minutes and only once. You did not ask for it? Then nothing changes.',
    },
  },
} satisfies Record<string, Record<Locale, Record<string, string>>>

interface LinkMail {
  kind: keyof typeof texts
  account: Account
  locale: Locale
  /** Absolute address of the one action. */
  href: string
  siteName: string
}

/** Returns a mail with one link. */
export function linkMail({ kind, account, locale, href, siteName }: LinkMail): Mail {
  const { subject, lead, action, note } = texts[kind][locale]
  return toMail({
    kind: `identity-${kind}`,
    locale,
    to: { name: account.name, address: account.email },
    name: account.name,
    subject,
    lead,
    action: { label: action, href },
    note,
    siteName,
  })
}
