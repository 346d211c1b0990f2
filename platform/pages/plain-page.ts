import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { storyPages } from '../../contracts/addresses.ts'
import type { Locale } from '../../contracts/problem.ts'
import { hrefOf } from '../site-href.ts'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** A style sheet and what tells its versions apart. */
export interface PageStyles {
  css: string
  version: string
}

const shared = readFileSync(new URL('plain-page.css', import.meta.url), 'utf8')

/** Returns the style sheet of a service's pages: what all have in common, and its own file. */
export function pageStyles(own: URL): PageStyles {
  const css = `${shared}\n${readFileSync(own, 'utf8')}`
  return { css, version: createHash('sha256').update(css).digest('hex').slice(0, 8) }
}

interface PlainPage {
  locale: Locale
  title: string
  /** Address of the site's style sheet; empty before the site is built. */
  siteStyles: string
  /** Address of the service's style sheet. */
  styles: string
  /** Class of the body beside `plain-page`. */
  name: string
  body: Html
}

/** A whole page of a service: works without JavaScript, and without the site's style sheet. */
export function plainPage({ locale, title, siteStyles, styles, name, body }: PlainPage): Html {
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${siteStyles && html`<link rel="stylesheet" href="${siteStyles}" />`}
        <link rel="stylesheet" href="${styles}" />
      </head>
      <body class="plain-page ${name}">
        ${body}
      </body>
    </html>`
}

/** Renders the name of the space as the site does: a number at its end in a circle, as parts are numbered on a drawing. */
export function wordmark(name: string): Html {
  const [, words = name, number] = /^(.*?)(?: (\d{1,2}))?$/.exec(name) ?? []
  return html`${words}${number && html` <b>${number}</b>`}`
}

/**
 * Returns the links that every page has at its end: to cancel a contract and to withdraw from one, without signing in (§ 312k,
 * § 356a BGB), who runs the site, and what becomes of personal data (§ 5 DDG, Art. 13 GDPR).
 * @param siteOrigin of the site, without a slash at its end
 */
export function legalLinks(siteOrigin: string, locale: Locale): Html {
  const links = Object.entries(legalTexts[locale])
  return html`${links.map(
    ([path, label]) =>
      html`<a class="plain-link" href="${hrefOf(siteOrigin, locale, `/${path}`)}">${label}</a> `,
  )}`
}

/** Address of each page, without the prefix of the language, and its name. */
const legalTexts: Record<Locale, Record<string, string>> = {
  de: {
    'contract/cancel': 'Verträge hier kündigen',
    'contract/withdraw': 'Vertrag widerrufen',
    [storyPages.imprint.de]: 'Impressum',
    [storyPages.privacy.de]: 'Datenschutz',
  },
  en: {
    'contract/cancel': 'Cancel contracts here',
    'contract/withdraw': 'Withdraw from contract',
    [storyPages.imprint.en]: 'Imprint',
    [storyPages.privacy.en]: 'Privacy',
  },
}

/**
 * Returns the content policy of such a page: no script at all, no frame around it.
 * @param origins where forms may lead in the end: Chromium applies form-action to the whole chain of redirects
 */
export function plainPolicy(origins: string[]): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    `form-action ${["'self'", ...new Set(origins)].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
