import { html } from 'hono/html'
import type { Locale } from '../../../contracts/problem.ts'
import { summaryOf } from './field.ts'
import type { Html } from '../../../platform/pages/plain-page.ts'
import { type PageFrame, renderPage } from './layout.ts'

interface FormPage {
  locale: Locale
  title: string
  lead: string
  /** Name of the field, or `form` → sentence. */
  errors: Record<string, string>
  /** Address that the form is posted to. */
  action: string
  /** Hidden fields beside the language. */
  hidden?: Record<string, string>
  fields: Html[]
  submit: string
  /** Lines below the form. */
  more?: Html[]
  /** A note at the end. */
  aside?: Html
  otherLanguageHref?: string
}

/** A page with one form: title, lead, all errors, fields, button, and lines with other ways. */
export function formPage(frame: PageFrame, page: FormPage): Html {
  const {
    locale,
    title,
    lead,
    errors,
    action,
    hidden = {},
    fields,
    submit,
    more = [],
    aside,
    otherLanguageHref,
  } = page
  const body = html`<h1 class="plain-title">${title}</h1>
    <p class="plain-lead">${lead}</p>
    ${summaryOf(locale, errors)}
    <form class="identity-form" id="form" method="post" action="${action}" novalidate>
      ${Object.entries({ ...hidden, lang: locale }).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
      )}
      ${fields}
      <button class="button" type="submit">${submit}</button>
    </form>
    ${more.map((line) => html`<p class="identity-more">${line}</p>`)} ${aside}`
  return renderPage(frame, { locale, title, body, ...(otherLanguageHref && { otherLanguageHref }) })
}
