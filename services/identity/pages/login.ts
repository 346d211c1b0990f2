import { html } from 'hono/html'
import type { Locale } from '../../../contracts/problem.ts'
import { fieldOf } from './field.ts'
import { formPage } from './form.ts'
import type { Html } from '../../../platform/pages/plain-page.ts'
import { homeHref, type PageFrame } from './layout.ts'
import { pageTexts } from './texts.ts'

export interface LoginForm {
  locale: Locale
  uid: string
  csrf: string
  email: string
  /** The address of the chosen demo account; public. */
  password?: string
  /** Name of the field, or `form` → sentence. */
  errors: Record<string, string>
}

export function loginPage(frame: PageFrame, { locale, uid, csrf, email, password, errors }: LoginForm): Html {
  const texts = pageTexts[locale]
  return formPage(frame, {
    locale,
    title: texts.signIn,
    lead: texts.signInLead,
    errors,
    action: `/u/login/${uid}`,
    hidden: { csrf },
    fields: [
      fieldOf({
        name: 'email',
        label: texts.email,
        type: 'email',
        autocomplete: 'username',
        value: email,
        error: errors.email,
        focused: email === '' || errors.email !== undefined,
      }),
      fieldOf({
        name: 'password',
        label: texts.password,
        type: 'password',
        autocomplete: 'current-password',
        ...(password && { value: password }),
        error: errors.password,
        focused: email !== '' && !errors.email,
      }),
    ],
    submit: texts.signIn,
    more: [
      // A button of the form takes the typed address along without writing it into an address.
      html`<button class="plain-link" type="submit" form="form" name="forgot" value="1">
        ${texts.forgot}
      </button>`,
      html`${texts.noAccount}
        <a class="plain-link" href="${homeHref(frame, locale, '/register')}">${texts.register}</a>`,
    ],
    ...(frame.demo && { aside: demoNote(frame.demo, locale, uid) }),
    otherLanguageHref: `/u/login/${uid}?lang=${locale === 'de' ? 'en' : 'de'}`,
  })
}

/** Names the demo accounts and their password, which are public; a link fills the form with one of them. */
function demoNote({ password, accounts }: NonNullable<PageFrame['demo']>, locale: Locale, uid: string): Html {
  const texts = pageTexts[locale]
  return html`<aside class="identity-demo" aria-labelledby="demo">
    <h2 id="demo">${texts.demo}</h2>
    <p>${texts.demoLead} <code>${password}</code></p>
    <ul>
      ${accounts.map(
        ({ email, purpose }) =>
          html`<li>
            <a
              class="identity-account"
              href="/u/login/${uid}?lang=${locale}&amp;demo=${encodeURIComponent(email)}"
              >${email}</a
            >
            <small>${purpose[locale]}</small>
          </li>`,
      )}
    </ul>
  </aside>`
}
