import { html } from 'hono/html'
import type { Locale } from '../../../contracts/problem.ts'
import type { Html } from '../../../platform/pages/plain-page.ts'
import { type PageFrame, renderPage } from './layout.ts'
import { pageTexts } from './texts.ts'

/** A button, not the link itself, confirms: mail scanners open links. */
export function verificationPage(frame: PageFrame, locale: Locale, ticket: string, email: string): Html {
  const texts = pageTexts[locale]
  const body = html`<h1 class="plain-title">${texts.verifyTitle}</h1>
    <p class="plain-lead">${texts.verifyLead}</p>
    <p class="identity-address">${email}</p>
    <form class="identity-form" method="post" action="/u/email-verification">
      <input type="hidden" name="ticket" value="${ticket}" />
      <button class="button" type="submit">${texts.verify}</button>
    </form>`
  return renderPage(frame, { locale, title: texts.verifyTitle, body })
}
