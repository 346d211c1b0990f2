import { html } from 'hono/html'
import type { Locale } from '../../../contracts/problem.ts'
import {
  type Html,
  legalLinks,
  pageStyles,
  plainPage,
  plainPolicy,
  wordmark,
} from '../../../platform/pages/plain-page.ts'
import { keyDrawing } from './drawing.ts'
import { pageTexts } from './texts.ts'
import { hrefOf } from '../../../platform/site-href.ts'

/** The frame around every identity page. */
export interface PageFrame {
  siteName: string
  /** Origin of the site, without trailing slash. */
  siteOrigin: string
  /** Address of the site's one stylesheet. */
  stylesheetHref: () => string
  /** The accounts that a note on the sign-in page names; null = no note. */
  demo: { password: string; accounts: { email: string; purpose: Record<Locale, string> }[] } | null
}

export const identityStyles = pageStyles(new URL('identity.css', import.meta.url))

interface Page {
  locale: Locale
  title: string
  body: Html
  /** Address of the same page in the other language; none when it has no address of its own. */
  otherLanguageHref?: string
}

/** A page of the identity service. */
export function renderPage(frame: PageFrame, { locale, title, body, otherLanguageHref }: Page): Html {
  const texts = pageTexts[locale]
  const other = locale === 'de' ? 'en' : 'de'
  return plainPage({
    locale,
    title: `${title} – ${frame.siteName}`,
    siteStyles: frame.stylesheetHref(),
    styles: `/u/identity.css?v=${identityStyles.version}`,
    name: 'identity-page',
    body: html`<header class="plain-header">
        <a class="plain-brand identity-brand" href="${homeHref(frame, locale)}"
          >${wordmark(frame.siteName)}</a
        >
        ${
          otherLanguageHref &&
          html`<a class="plain-link" href="${otherLanguageHref}" lang="${other}" hreflang="${other}"
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
        <a class="plain-link" href="${homeHref(frame, locale)}">${texts.toHome}</a>
        ${legalLinks(frame.siteOrigin, locale)}
      </footer>`,
  })
}

/** Address of the home page in a language; `path` is one below it, beginning with a slash. */
export function homeHref(frame: PageFrame, locale: Locale, path = ''): string {
  return hrefOf(frame.siteOrigin, locale, path) || '/'
}

/** Headers that every answer of identity has beside the site's: no foreign page may embed or open it. */
export const isolationHeaders = {
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

/**
 * Headers of every page: never stored, never framed, no script at all.
 * @param appOrigins where forms may lead in the end
 */
export function pageHeaders(appOrigins: string[], referrer: 'same-origin' | 'no-referrer') {
  return {
    'content-security-policy': plainPolicy(appOrigins),
    ...isolationHeaders,
    'cache-control': 'no-store',
    'referrer-policy': referrer,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }
}
