import type { Locale } from '../../contracts/problem.ts'
import { fill, toMail } from '../../platform/mail/mail-template.ts'
import type { Mail } from '../../platform/mail/mail-content.ts'
import type { Account } from './accounts.ts'

const texts = {
  verification: {
    de: {
      subject: 'Bestätige deine E-Mail-Adresse',
      lead: 'bestätige bitte, dass diese Adresse dir gehört. Danach bist du angemeldet.',
      action: 'Adresse bestätigen',
      note: 'Der Link gilt 3 Tage. Du hast kein Konto angelegt? Dann musst du nichts tun.',
    },
    en: {
      subject: 'Confirm your email address',
      lead: 'please confirm that this address is yours. Then you are signed in.',
      action: 'Confirm address',
      note: 'The link is valid for 3 days. Didn’t create an account? Then there is nothing to do.',
    },
  },
  known: {
    de: {
      subject: 'Du hast schon ein Konto',
      lead: 'zu dieser Adresse wollte jemand ein Konto anlegen. Es gibt schon eins: Melde dich einfach an. Passwort vergessen? Dann leg hier ein neues fest.',
      action: 'Neues Passwort festlegen',
      note: 'Der Link gilt 30 Minuten und funktioniert nur einmal. Du warst das nicht? Dann bleibt alles, wie es ist.',
    },
    en: {
      subject: 'You already have an account',
      lead: 'somebody asked for an account with this address. There is one already: just sign in. Forgot your password? Set a new one here.',
      action: 'Set a new password',
      note: 'The link works once, within 30 minutes. Was this not you? Then nothing changes.',
    },
  },
  password: {
    de: {
      subject: 'Neues Passwort für dein Konto',
      lead: 'mit diesem Link legst du ein neues Passwort fest.',
      action: 'Neues Passwort festlegen',
      note: 'Der Link gilt 30 Minuten und funktioniert nur einmal. Du hast ihn nicht angefordert? Dann bleibt alles, wie es ist.',
    },
    en: {
      subject: 'New password for your account',
      lead: 'use this link to set a new password.',
      action: 'Set a new password',
      note: 'The link works once, within 30 minutes. Didn’t ask for it? Then nothing changes.',
    },
  },
  passwordChanged: {
    de: {
      subject: 'Dein Passwort wurde geändert',
      lead: 'das Passwort deines Kontos wurde am {when} Uhr geändert. Alle Geräte sind abgemeldet.',
      action: 'Neues Passwort anfordern',
      note: 'Warst du das? Dann musst du nichts tun. Wenn nicht: Fordere über die Seite sofort ein neues Passwort an, ändere das deines Postfachs und melde dich bei uns.',
    },
    en: {
      subject: 'Your password was changed',
      lead: 'the password of your account was changed on {when}. All devices have been signed out.',
      action: 'Ask for a new password',
      note: 'Was that you? Then there is nothing to do. If not, ask for a new password there at once, change the password of your mailbox, and tell us.',
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
  /** Values for the holes of the text. */
  values?: Record<string, string>
}

/** Returns a mail with one link. */
export function linkMail({ kind, account, locale, href, siteName, values = {} }: LinkMail): Mail {
  const { subject, lead, action, note } = texts[kind][locale]
  return toMail({
    kind: `identity-${kind}`,
    locale,
    to: { name: account.name, address: account.email },
    // An account without a name carries its address; nobody is greeted by that.
    name: account.name === account.email ? '' : (account.name.split(' ')[0] ?? ''),
    subject,
    lead: fill(lead, values),
    action: { label: action, href },
    note,
    siteName,
  })
}

interface PasswordChanged {
  account: Account
  at: Date
  /** IANA name of the zone in which the mail tells the time. */
  timezone: string
  /** Ends in a slash. */
  issuer: string
  siteName: string
}

/** Returns the notice after a new password. Its link opens a page that asks, and sets nothing by itself. */
export function passwordChangedMail({ account, at, timezone, issuer, siteName }: PasswordChanged): Mail {
  const { locale } = account
  const when = new Intl.DateTimeFormat(locale === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: timezone,
  }).format(at)
  const href = `${issuer}u/forgot-password?lang=${locale}`
  return linkMail({ kind: 'passwordChanged', account, locale, href, siteName, values: { when } })
}
