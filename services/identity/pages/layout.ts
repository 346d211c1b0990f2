import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Locale } from '../../../contracts/problem.ts'
import { keyDrawing } from './drawing.ts'
import { pageTexts } from './texts.ts'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** The frame around every identity page. */
export interface PageFrame {
  siteName: string
  /** Origin of the site, without trailing slash. */
  siteOrigin: string
  /** Address of the site's one stylesheet. */
  stylesheetHref: () => string
  /** The accounts that a note on the sign-in page names; null = no note. */
  demo: { password: string; accounts: { email: string; emailVerified: boolean }[] } | null
}

export const identityStyles = readFileSync(new URL('identity.css', import.meta.url), 'utf8')
const stylesVersion = createHash('sha256').update(identityStyles).digest('hex').slice(0, 8)

interface Page {
  locale: Locale
  title: string
  body: Html
  /** Address of the same page in the other language; none when it has no address of its own. */
  otherLanguageHref?: string
}

/** A whole page: works without JavaScript, and without the site's stylesheet. */
export function renderPage(frame: PageFrame, { locale, title, body, otherLanguageHref }: Page): Html {
  const texts = pageTexts[locale]
  const other = locale === 'de' ? 'en' : 'de'
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} – ${frame.siteName}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${frame.stylesheetHref() && html`<link rel="stylesheet" href="${frame.stylesheetHref()}" />`}
        <link rel="stylesheet" href="/u/identity.css?v=${stylesVersion}" />
      </head>
      <body class="identity-page">
        <header class="identity-header">
          <a class="identity-brand" href="${homeHref(frame, locale)}">${frame.siteName}</a>
          ${
            otherLanguageHref &&
            html`<a class="identity-link" href="${otherLanguageHref}" lang="${other}" hreflang="${other}"
              >${texts.otherLanguage}</a
            >`
          }
        </header>
        <div class="identity-columns">
          <main class="identity-main">${body}</main>
          <div class="identity-drawing" aria-hidden="true">
            ${keyDrawing}
            <p class="identity-legend"><b>1</b> ${texts.email}</p>
            <p class="identity-legend"><b>2</b> ${texts.password}</p>
          </div>
        </div>
        <footer class="identity-footer">
          <a class="identity-link" href="${homeHref(frame, locale)}">${texts.toHome}</a>
        </footer>
      </body>
    </html>`
}

/** Address of the home page in a language; `path` is one below it, beginning with a slash. */
export function homeHref(frame: PageFrame, locale: Locale, path = ''): string {
  return `${frame.siteOrigin}${locale === 'en' ? '/en' : ''}${path}` || '/'
}

/** Headers that every answer of identity has beside the site's: no foreign page may embed or open it. */
export const isolationHeaders = {
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

/**
 * Headers of every page: never stored, never framed, no script at all.
 * @param appOrigins Chromium applies form-action to the whole redirect chain, which ends at the site
 */
export function pageHeaders(appOrigins: string[], referrer: 'same-origin' | 'no-referrer') {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self'",
      `form-action 'self' ${appOrigins.join(' ')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    ...isolationHeaders,
    'cache-control': 'no-store',
    'referrer-policy': referrer,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }
}
