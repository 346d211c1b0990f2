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
import { payTexts } from './texts.ts'

/** The frame around every page. */
export interface PayFrame {
  siteName: string
  /** Origin of the site, without trailing slash. */
  siteOrigin: string
  /** Address of the site's one style sheet. */
  stylesheetHref: () => string
}

export const payStyles = pageStyles(new URL('pay.css', import.meta.url))

/** A page of the test payment. */
export function renderPage(
  frame: PayFrame,
  { locale, title, body }: { locale: Locale; title: string; body: Html },
): Html {
  const texts = payTexts[locale]
  return plainPage({
    locale,
    title: `${title} – ${texts.test} – ${frame.siteName}`,
    siteStyles: frame.stylesheetHref(),
    styles: `/pay/pay.css?v=${payStyles.version}`,
    name: 'pay-page',
    body: html`<header class="plain-header pay-header">
        <span class="plain-brand">${wordmark(frame.siteName)}</span>
        <strong class="pay-stamp">${texts.test}</strong>
      </header>
      <main class="pay-main">${body}</main>
      <footer class="plain-footer">${legalLinks(frame.siteOrigin, locale)}</footer>`,
  })
}

/** @param origins where forms may lead in the end */
export function pageHeaders(origins: string[]): Record<string, string> {
  return { 'content-security-policy': plainPolicy(origins), 'cache-control': 'no-store' }
}
