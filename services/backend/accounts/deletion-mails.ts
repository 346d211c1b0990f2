import type { Locale } from '../../../contracts/problem.ts'
import type { Mail } from '../../../platform/mail/mail-content.ts'
import { fill, toMail } from '../../../platform/mail/mail-template.ts'
import { hrefOf } from '../../../platform/site-href.ts'

interface Where {
  /** Public address of the site, without a slash at its end. */
  siteUrl: string
  siteName: string
}

interface To extends Where {
  email: string
  /** Empty for an account without a member. */
  name: string
  locale: Locale
}

/** Brings the link that deletes the account. */
export function linkMail({ token, ...to }: To & { token: string }): Mail {
  return mailOf('deletion-link', to, `/account/delete/${token}`)
}

/** The last mail: everything is deleted. */
export function lastMail(to: To): Mail {
  return mailOf('deletion-done', to, '')
}

function mailOf(kind: keyof (typeof texts)['de'], to: To, path: string): Mail {
  const { email, name, locale, siteUrl, siteName } = to
  const { subject, lead, paragraphs, action, note } = texts[locale][kind]
  return toMail({
    kind,
    locale,
    to: { name, address: email },
    name: name.split(' ')[0] ?? '',
    subject: fill(subject, { siteName }),
    lead: fill(lead, { siteName }),
    paragraphs,
    action: { label: action, href: hrefOf(siteUrl, locale, path) },
    note,
    siteName,
  })
}

/** Asks the operator to delete what cannot be deleted from here. The ids name nobody to others. */
export function byHandMail({
  operator,
  byHand,
  subject,
  member,
  siteUrl,
  siteName,
}: Where & { operator: string; byHand: string[]; subject: string; member: number | null }): Mail {
  const what = {
    identity: `Konto beim Anmeldedienst: ${subject}`,
    workshop: `Mitglied in der Werkstattverwaltung: ${member}`,
  } as Record<string, string>
  return toMail({
    kind: 'deletion-by-hand',
    locale: 'de',
    to: { name: siteName, address: operator },
    name: '',
    subject: 'Bitte von Hand löschen: ein Konto',
    lead: 'ein Mitglied hat sein Konto gelöscht. Das Folgende kann die Website nicht selbst löschen, bitte lösche es dort von Hand:',
    facts: byHand.map((part) => what[part] ?? part),
    action: { label: 'Zur Website', href: siteUrl },
    note: 'Der Befehl „doctor“ sagt, welche Zugangsdaten dafür fehlen.',
    siteName,
  })
}

const texts = {
  de: {
    'deletion-link': {
      subject: 'Konto bei {siteName} löschen?',
      lead: 'du möchtest dein Konto bei {siteName} löschen. Der Link öffnet eine Seite, auf der du es bestätigst. Er gilt 24 Stunden und nur einmal.',
      paragraphs: ['Danach lässt sich das Konto nicht wiederherstellen.'],
      action: 'Löschen bestätigen',
      note: 'Das warst du nicht? Dann ändere dein Passwort: Jemand war mit deinem Konto angemeldet. Ohne diesen Link wird nichts gelöscht.',
    },
    'deletion-done': {
      subject: 'Dein Konto bei {siteName} ist gelöscht',
      lead: 'dein Konto und deine Daten bei {siteName} sind gelöscht. Das ist die letzte E-Mail an dich.',
      paragraphs: [
        'Rechnungen müssen wir acht Jahre lang aufbewahren. Sie werden danach von selbst gelöscht. Ist noch eine offen, bekommst du sie in einer eigenen E-Mail.',
        'Nachweise über Unterweisungen liegen noch bis drei Jahre nach ihrem Ende gesperrt bei uns, mit deinem Namen: Die Werkstatt muss sie vorzeigen können.',
      ],
      action: 'Zur Website',
      note: 'Danke, dass du da warst.',
    },
  },
  en: {
    'deletion-link': {
      subject: 'Delete your account at {siteName}?',
      lead: 'you want to delete your account at {siteName}. The link opens a page where you confirm it. It is valid for 24 hours and works once.',
      paragraphs: ['After that, the account cannot be restored.'],
      action: 'Confirm the deletion',
      note: 'Was this not you? Then change your password: somebody was signed in to your account. Nothing is deleted without this link.',
    },
    'deletion-done': {
      subject: 'Your account at {siteName} is deleted',
      lead: 'your account and your data at {siteName} are deleted. This is the last email to you.',
      paragraphs: [
        'We have to keep invoices for eight years. They are deleted by themselves after that. If one is still open, you get it in an email of its own.',
        'Evidence of your safety training stays locked with us, with your name, until three years after the training ends: the workshop has to be able to show it.',
      ],
      action: 'To the website',
      note: 'Thank you for having been with us.',
    },
  },
} satisfies Record<Locale, object>
