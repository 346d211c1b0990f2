import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Locale } from '../../../contracts/problem.ts'
import { payTexts } from './texts.ts'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** The frame around every page. */
export interface PayFrame {
  siteName: string
  /** Origin of the site, without trailing slash. */
  siteOrigin: string
  /** Address of the site's one style sheet. */
  stylesheetHref: () => string
}

export const payStyles = readFileSync(new URL('pay.css', import.meta.url), 'utf8')
const version = createHash('sha256').update(payStyles).digest('hex').slice(0, 8)

/** A whole page: works without JavaScript, and without the site's style sheet. */
export function renderPage(
  frame: PayFrame,
  { locale, title, body }: { locale: Locale; title: string; body: Html },
): Html {
  const texts = payTexts[locale]
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} – ${texts.test} – ${frame.siteName}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${frame.stylesheetHref() && html`<link rel="stylesheet" href="${frame.stylesheetHref()}" />`}
        <link rel="stylesheet" href="/pay/pay.css?v=${version}" />
      </head>
      <body class="pay-page">
        <header class="pay-header">
          <span class="pay-brand">${frame.siteName}</span>
          <strong class="pay-stamp">${texts.test}</strong>
        </header>
        <main class="pay-main">${body}</main>
      </body>
    </html>`
}

/** @param origins where forms may lead in the end: Chromium applies form-action to the whole chain of redirects */
export function pageHeaders(origins: string[]): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self'",
      `form-action ${["'self'", ...new Set(origins)].join(' ')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'cache-control': 'no-store',
    // The address is the right to pay.
    'referrer-policy': 'no-referrer',
  }
}
