import { html } from 'hono/html'
import type { LocalTime } from '../../../contracts/booking.ts'
import type { Locale } from '../../../contracts/problem.ts'
import type { Mail } from '../../../platform/mail.ts'

const texts = {
  offer: {
    de: {
      subject: '{machine} ist frei: {when}',
      hello: 'Hallo {name},',
      lead: 'die Zeit, auf die du wartest, ist frei geworden: {machine}, {when}. Sie gehört dir bis {deadline}.',
      action: 'Zeit buchen',
      note: 'Passt es nicht mehr? Dann lehne sie ab, damit die nächste Person nicht warten muss.',
    },
    en: {
      subject: '{machine} is free: {when}',
      hello: 'Hello {name},',
      lead: 'the time you are waiting for has become free: {machine}, {when}. It is yours until {deadline}.',
      action: 'Book this time',
      note: 'It no longer suits you? Then decline it, so that the next person need not wait.',
    },
  },
  released: {
    de: {
      subject: 'Deine Buchung wurde freigegeben: {machine}',
      hello: 'Hallo {name},',
      lead: 'du hast dich nicht angemeldet, deshalb können jetzt andere die Maschine nutzen: {machine}, {when}.',
      action: 'Buchungen ansehen',
      note: 'Die Buchung wird berechnet. Bucht jemand anderes die Zeit, sinkt der Preis, wo der Ort das vorsieht.',
    },
    en: {
      subject: 'Your booking was released: {machine}',
      hello: 'Hello {name},',
      lead: 'you did not check in, so others may use the machine now: {machine}, {when}.',
      action: 'See bookings',
      note: 'The booking is charged. If somebody else books the time, you pay less where the place allows it.',
    },
  },
} satisfies Record<string, Record<Locale, Record<string, string>>>

export interface BookingMail {
  kind: keyof typeof texts
  locale: Locale
  to: Mail['to']
  firstName: string
  machine: string
  /** Wall clock of the space, as is `deadline`. */
  from: LocalTime
  until: LocalTime
  deadline: LocalTime | null
  siteName: string
  /** Absolute address of the one action. */
  href: string
}

/** A mail about one booking, as text and as HTML. */
export function bookingMail({ kind, locale, to, siteName, href, ...about }: BookingMail): Mail {
  const values: Record<string, string> = {
    name: about.firstName,
    machine: about.machine,
    when: period(about.from, about.until, locale),
    deadline: about.deadline ? clock(about.deadline, locale) : '',
  }
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  const { subject, hello, lead, action, note } = texts[kind][locale]
  const body = html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <title>${fill(subject)}</title>
      </head>
      <body style="margin:0;padding:32px 16px;background:#faf8f3;color:#17171a;font:17px/1.5 sans-serif">
        <div style="max-width:480px;margin:0 auto">
          <p style="margin:0 0 24px;font-weight:800">${siteName}</p>
          <p>${fill(hello)}</p>
          <p>${fill(lead)}</p>
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
    to,
    subject: oneLine(fill(subject)),
    text: [fill(hello), fill(lead), `${action}:\n${href}`, note, siteName].join('\n\n'),
    html: String(body),
    locale,
    kind: `booking-${kind}`,
  }
}

/** The wall clock is that of the space: it is formatted as it stands, whatever zone the server is in. */
function period(from: LocalTime, until: LocalTime, locale: Locale): string {
  return `${day(from, locale)}, ${time(from, locale)}–${time(until, locale)}${locale === 'de' ? ' Uhr' : ''}`
}

function clock(at: LocalTime, locale: Locale): string {
  return `${day(at, locale)}, ${time(at, locale)}${locale === 'de' ? ' Uhr' : ''}`
}

function day(at: LocalTime, locale: Locale): string {
  const format = { weekday: 'short', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(locale === 'de' ? 'de-DE' : 'en-GB', format).format(new Date(`${at}Z`))
}

function time(at: LocalTime, locale: Locale): string {
  const format = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(locale === 'de' ? 'de-DE' : 'en-GB', format).format(new Date(`${at}Z`))
}

/** A machine's name is the space's own text; a header is one line. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}
