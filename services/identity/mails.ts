import { html } from 'hono/html'
import type { Locale } from '../../contracts/problem.ts'
import type { Mail } from '../../platform/mail.ts'
import type { Account } from './accounts.ts'

const texts = {
  verification: {
    de: {
      subject: 'Bestätige deine E-Mail-Adresse',
      hello: 'Hallo {name},',
      lead: 'bestätige bitte, dass diese Adresse dir gehört. Danach kannst du dich anmelden.',
      action: 'Adresse bestätigen',
      note: 'Der Link gilt 3 Tage. Du hast kein Konto angelegt? Dann musst du nichts tun.',
    },
    en: {
      subject: 'Confirm your e-mail address',
      hello: 'Hello {name},',
      lead: 'please confirm that this address is yours. After that you can sign in.',
      action: 'Confirm address',
      note: 'The link is valid for 3 days. You did not create an account? Then there is nothing to do.',
    },
  },
  password: {
    de: {
      subject: 'Neues Passwort für dein Konto',
      hello: 'Hallo {name},',
      lead: 'hier legst du ein neues Passwort fest.',
      action: 'Neues Passwort festlegen',
      note: 'Der Link gilt 30 Minuten und nur einmal. Du hast ihn nicht angefordert? Dann bleibt alles, wie es ist.',
    },
    en: {
      subject: 'New password for your account',
      hello: 'Hello {name},',
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

/** A mail with one link, as text and as HTML. */
export function linkMail({ kind, account, locale, href, siteName }: LinkMail): Mail {
  const { subject, hello, lead, action, note } = texts[kind][locale]
  const greeting = hello.replace('{name}', () => account.name)
  const body = html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <title>${subject}</title>
      </head>
      <body style="margin:0;padding:32px 16px;background:#faf8f3;color:#17171a;font:17px/1.5 sans-serif">
        <div style="max-width:480px;margin:0 auto">
          <p style="margin:0 0 24px;font-weight:800">${siteName}</p>
          <p>${greeting}</p>
          <p>${lead}</p>
          <p style="margin:24px 0">
            <a
              href="${href}"
              style="display:inline-block;padding:12px 20px;background:#f04e12;color:#17171a;font-weight:700;text-decoration:none;border-radius:2px"
              >${action}</a
            >
          </p>
          <p style="font-size:15px">${note}</p>
          <p style="font-size:13px;word-break:break-all">${href}</p>
        </div>
      </body>
    </html>`
  return {
    to: { name: account.name, address: account.email },
    subject,
    text: [greeting, lead, `${action}:\n${href}`, note, siteName].join('\n\n'),
    html: String(body),
    locale,
    kind: `identity-${kind}`,
  }
}
