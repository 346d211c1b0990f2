import { html, raw } from 'hono/html'
import type { Locale } from '../../contracts/problem.ts'
import type { Mail } from './mail-content.ts'
import { unbroken } from './no-break.ts'
import { type Fact, lineOf, titleBlock } from './title-block.ts'

/** The texts of a mail in their order, plain and without HTML. */
export interface MailText extends Omit<Mail, 'text' | 'html'> {
  /** First name; empty greets nobody in particular. */
  name: string
  lead: string
  /** The subject matter at a glance; the first text is the title. */
  facts?: Fact[]
  paragraphs?: string[]
  /** The one thing to do; `href` is absolute. */
  action: { label: string; href: string }
  note: string
  siteName: string
}

/** Returns a mail as text and as HTML that needs nothing from elsewhere, light and dark. */
export function toMail(content: MailText): Mail {
  const { name, lead: _, facts = [], paragraphs = [], action, note, siteName, ...envelope } = content
  const lead = afterGreeting(content.lead, envelope.locale)
  const hello = greetings[envelope.locale]
  const greeting = name.trim() === '' ? `${hello},` : `${hello} ${name.trim()},`
  const subject = oneLine(envelope.subject)
  const text = [
    greeting,
    lead,
    facts
      .map((fact) => lineOf(fact, envelope.locale))
      .filter(Boolean)
      .join('\n'),
    ...paragraphs,
    `${action.label}:\n${action.href}`,
    note,
  ]
  return {
    ...envelope,
    subject,
    text: [...text.filter((part) => part !== ''), siteName].join('\n\n'),
    html: String(page({ ...content, lead, subject, facts, paragraphs }, greeting)),
  }
}

/** Fills `{name}` holes of a text. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

/** A name as somebody else may read it: its owner has typed it, and it must not become a link. */
export function plainName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{M} '’-]/gu, '').trim()
}

/** Formats integer cents for people: `12,50 €`, `€12.50`. */
export function euros(cents: number, locale: Locale): string {
  return amounts[locale].format(cents / 100).replace('-', '−')
}

// Created once: creating a format is slow.
const amounts: Record<Locale, Intl.NumberFormat> = {
  de: new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' }),
  en: new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }),
}

/** German goes on in lower case after the comma of the greeting, English begins a sentence. */
function afterGreeting(lead: string, locale: Locale): string {
  return locale === 'en' ? lead.charAt(0).toUpperCase() + lead.slice(1) : lead
}

const greetings = { de: 'Hallo', en: 'Hello' } satisfies Record<Locale, string>

/** Mail programs that know `prefers-color-scheme` draw dark paper by it; inline styles are what all others see. */
const style = raw(`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .paper { background: #141416 !important; color: #f3f0e8 !important }
  .block { border-color: #f3f0e8 !important }
  .cell { border-color: #3c3b3a !important }
  .first { border-top-color: #f3f0e8 !important }
  .quiet { color: #b3b0a8 !important }
  .button { background: #ff6a33 !important }
}
</style>`)

/** Tables, because Outlook knows no other box that has a width or a padding. */
function page(content: MailText & { facts: Fact[]; paragraphs: string[] }, greeting: string) {
  const { subject, locale, siteName, lead, facts, paragraphs, action, note } = content
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        ${style}
      </head>
      <body class="paper" style="margin:0;padding:0;background:#faf8f3;color:#17171a">
        <table
          role="presentation"
          class="paper"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          style="background:#faf8f3;color:#17171a"
        >
          <tr>
            <td align="center" style="padding:32px 20px">
              <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
                <tr>
                  <td
                    style="font:17px/1.5 'Helvetica Neue',Arial,sans-serif;text-align:left;overflow-wrap:anywhere"
                  >
                    <p style="margin:0 0 28px;font-weight:700">${unbroken(siteName)}</p>
                    <p style="margin:0 0 12px">${greeting}</p>
                    <p style="margin:0 0 20px">${unbroken(lead)}</p>
                    ${facts.length > 0 ? titleBlock(facts, locale) : ''}
                    ${paragraphs.map((text) => html`<p style="margin:0 0 12px">${unbroken(text)}</p> `)}
                    <table role="presentation" cellpadding="0" cellspacing="0" style="margin:28px 0">
                      <tr>
                        <td class="button" style="background:#f04e12;border-radius:2px">
                          <a
                            href="${action.href}"
                            style="display:inline-block;padding:14px 24px;color:#17171a;font-weight:700;text-decoration:none"
                            >${action.label}</a
                          >
                        </td>
                      </tr>
                    </table>
                    <p class="quiet" style="margin:0 0 12px;font-size:15px;color:#55545a">
                      ${unbroken(note)}
                    </p>
                    <p class="quiet" style="margin:0;font-size:13px;color:#55545a">${action.href}</p>
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`
}

/** Names are the space's own text; a header is one line. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}
