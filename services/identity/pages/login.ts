import { html } from 'hono/html'
import type { Locale } from '../../../contracts/problem.ts'
import { fieldOf, summaryOf } from './field.ts'
import { homeHref, type Html, type PageFrame, renderPage } from './layout.ts'
import { pageTexts } from './texts.ts'

export interface LoginForm {
  locale: Locale
  uid: string
  csrf: string
  email: string
  /** Name of the field, or `form` → sentence. */
  errors: Record<string, string>
}

export function loginPage(frame: PageFrame, { locale, uid, csrf, email, errors }: LoginForm): Html {
  const texts = pageTexts[locale]
  const body = html`<h1 class="identity-title">${texts.signIn}</h1>
    <p class="identity-lead">${texts.signInLead}</p>
    ${summaryOf(locale, errors)}
    <form class="identity-form" method="post" action="/u/login/${uid}" novalidate>
      <input type="hidden" name="csrf" value="${csrf}" />
      <input type="hidden" name="lang" value="${locale}" />
      ${fieldOf({
        name: 'email',
        label: texts.email,
        type: 'email',
        autocomplete: 'username',
        value: email,
        error: errors.email,
        focused: email === '' || errors.email !== undefined,
      })}
      ${fieldOf({
        name: 'password',
        label: texts.password,
        type: 'password',
        autocomplete: 'current-password',
        error: errors.password,
        focused: email !== '' && !errors.email,
      })}
      <button class="button" type="submit">${texts.signIn}</button>
    </form>
    <p class="identity-more">
      <a class="identity-link" href="/u/forgot-password?lang=${locale}">${texts.forgot}</a>
    </p>
    <p class="identity-more">
      ${texts.noAccount}
      <a class="identity-link" href="${homeHref(frame, locale, '/onboarding/start')}">${texts.register}</a>
    </p>`
  const otherLanguageHref = `/u/login/${uid}?lang=${locale === 'de' ? 'en' : 'de'}`
  return renderPage(frame, { locale, title: texts.signIn, body, otherLanguageHref })
}
