import { html } from 'hono/html'
import type { Locale } from '../../../contracts/problem.ts'
import type { Html } from '../../../platform/pages/plain-page.ts'
import { pageTexts } from './texts.ts'

export interface Field {
  name: string
  label: string
  type: 'email' | 'password'
  autocomplete: string
  value?: string
  help?: string
  error?: string
  focused?: boolean
}

/** One labelled input with its help and its error. */
export function fieldOf({ name, label, type, autocomplete, value, help, error, focused }: Field): Html {
  const describedBy = [help && `${name}-help`, error && `${name}-error`].filter(Boolean).join(' ')
  return html`<div class="field">
    <label class="field-label" for="${name}">${label}</label>
    <input
      class="field-input"
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value ?? ''}"
      autocomplete="${autocomplete}"
      ${type === 'email' && html`inputmode="email" autocapitalize="none" spellcheck="false"`}
      ${describedBy && html`aria-describedby="${describedBy}"`}
      ${error && html`aria-invalid="true"`}
      ${focused && html`autofocus`}
      required
      maxlength="${type === 'email' ? 254 : 256}"
    />
    ${help && html`<p class="field-help" id="${name}-help">${help}</p>`}
    ${error && html`<p class="field-error" id="${name}-error">${error}</p>`}
  </div>`
}

/**
 * All errors at the top of a form, each a link to its field.
 * @param errors name of the field, or `form` for the whole → sentence
 */
export function summaryOf(locale: Locale, errors: Record<string, string>): Html {
  const entries = Object.entries(errors)
  if (entries.length === 0) return html``
  return html`<div class="plain-summary" role="alert">
    ${
      errors.form
        ? html`<p>${errors.form}</p>`
        : html`<p>${pageTexts[locale].summary}</p>
            <ul>
              ${entries.map(([name, error]) => html`<li><a href="#${name}">${error}</a></li>`)}
            </ul>`
    }
  </div>`
}
