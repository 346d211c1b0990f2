import { html } from 'hono/html'
import type { Locale } from '../../../contracts/problem.ts'
import { fieldOf, summaryOf } from './field.ts'
import { homeHref, type Html, type PageFrame, renderPage } from './layout.ts'
import { pageTexts } from './texts.ts'

interface ForgotForm {
  locale: Locale
  email: string
  errors: Record<string, string>
}

/** Asks for the address that the link goes to. */
export function forgotPage(frame: PageFrame, { locale, email, errors }: ForgotForm): Html {
  const texts = pageTexts[locale]
  const body = html`<h1 class="identity-title">${texts.forgotTitle}</h1>
    <p class="identity-lead">${texts.forgotLead}</p>
    ${summaryOf(locale, errors)}
    <form class="identity-form" method="post" action="/u/forgot-password" novalidate>
      <input type="hidden" name="lang" value="${locale}" />
      ${fieldOf({
        name: 'email',
        label: texts.email,
        type: 'email',
        autocomplete: 'username',
        value: email,
        error: errors.email,
        focused: true,
      })}
      <button class="button" type="submit">${texts.sendLink}</button>
    </form>
    <p class="identity-more">
      <a class="identity-link" href="${homeHref(frame, locale, '/me')}">${texts.backToSignIn}</a>
    </p>`
  const otherLanguageHref = `/u/forgot-password?lang=${locale === 'de' ? 'en' : 'de'}`
  return renderPage(frame, { locale, title: texts.forgotTitle, body, otherLanguageHref })
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
  const body = html`<h1 class="identity-title">${texts.resetTitle}</h1>
    <p class="identity-lead">${texts.resetLead}</p>
    ${summaryOf(locale, errors)}
    <form class="identity-form" method="post" action="/u/reset-password" novalidate>
      <input type="hidden" name="ticket" value="${ticket}" />
      <input type="hidden" name="lang" value="${locale}" />
      <div class="field">
        <label class="field-label" for="username">${texts.email}</label>
        <input
          class="field-input"
          id="username"
          type="email"
          autocomplete="username"
          value="${email}"
          readonly
        />
      </div>
      ${fieldOf({
        name: 'password',
        label: texts.newPassword,
        type: 'password',
        autocomplete: 'new-password',
        help: texts.newPasswordHelp,
        error: errors.password,
        focused: true,
      })}
      <button class="button" type="submit">${texts.setPassword}</button>
    </form>`
  return renderPage(frame, { locale, title: texts.resetTitle, body })
}
