import { html } from 'hono/html'
import type { Locale } from '../../../contracts/problem.ts'
import { fieldOf } from './field.ts'
import { formPage } from './form.ts'
import type { Html } from '../../../platform/pages/plain-page.ts'
import { homeHref, type PageFrame } from './layout.ts'
import { pageTexts } from './texts.ts'

interface ForgotForm {
  locale: Locale
  email: string
  errors: Record<string, string>
}

/** Asks for the address that the link goes to. */
export function forgotPage(frame: PageFrame, { locale, email, errors }: ForgotForm): Html {
  const texts = pageTexts[locale]
  return formPage(frame, {
    locale,
    title: texts.forgotTitle,
    lead: texts.forgotLead,
    errors,
    action: '/u/forgot-password',
    fields: [
      fieldOf({
        name: 'email',
        label: texts.email,
        type: 'email',
        autocomplete: 'username',
        value: email,
        error: errors.email,
        focused: true,
      }),
    ],
    submit: texts.sendLink,
    more: [html`<a class="plain-link" href="${homeHref(frame, locale, '/me')}">${texts.backToSignIn}</a>`],
    otherLanguageHref: `/u/forgot-password?lang=${locale === 'de' ? 'en' : 'de'}`,
  })
}

interface ResetForm {
  locale: Locale
  ticket: string
  /** Shown, and read by password managers. */
  email: string
  errors: Record<string, string>
}

/** Takes the new password. */
export function resetPage(frame: PageFrame, { locale, ticket, email, errors }: ResetForm): Html {
  const texts = pageTexts[locale]
  return formPage(frame, {
    locale,
    title: texts.resetTitle,
    lead: texts.resetLead,
    errors,
    action: '/u/reset-password',
    hidden: { ticket },
    fields: [
      html`<div class="field">
        <label class="field-label" for="username">${texts.email}</label>
        <input
          class="field-input"
          id="username"
          type="email"
          autocomplete="username"
          value="${email}"
          readonly
        />
      </div>`,
      fieldOf({
        name: 'password',
        label: texts.newPassword,
        type: 'password',
        autocomplete: 'new-password',
        help: texts.newPasswordHelp,
        error: errors.password,
        focused: true,
      }),
    ],
    submit: texts.setPassword,
  })
}
