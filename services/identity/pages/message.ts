import { html, raw } from 'hono/html'
import { identityMessages } from '../../../contracts/identity-messages.ts'
import type { Locale } from '../../../contracts/problem.ts'
import type { Html } from '../../../platform/pages/plain-page.ts'
import { homeHref, type PageFrame, renderPage } from './layout.ts'
import { type PageText, pageTexts, tooManyText } from './texts.ts'

interface Message {
  locale: Locale
  title: PageText
  lead: PageText
  action?: { href: string; label: PageText }
  note?: string
  otherLanguageHref?: string
}

/** A page with a message and at most one way on. */
function messagePage(
  frame: PageFrame,
  { locale, title, lead, action, note, otherLanguageHref }: Message,
): Html {
  const texts = pageTexts[locale]
  const body = html`<h1 class="plain-title">${texts[title]}</h1>
    <p class="plain-lead">${texts[lead]}</p>
    ${note && html`<p class="field-help">${note}</p>`}
    ${action && html`<p class="identity-more"><a class="button" href="${action.href}">${texts[action.label]}</a></p>`}`
  return renderPage(frame, {
    locale,
    title: texts[title],
    body,
    ...(otherLanguageHref && { otherLanguageHref }),
  })
}

/** The sign-in was open for too long, or its cookie is gone. */
export function expiredPage(frame: PageFrame, locale: Locale): Html {
  const action = { href: homeHref(frame, locale, '/me'), label: 'signInAgain' } as const
  return messagePage(frame, { locale, title: 'expired', lead: 'expiredLead', action })
}

/** A way to another provider that was used, is too old, or belongs to another account. */
export function connectOverPage(frame: PageFrame, locale: Locale): Html {
  const action = { href: homeHref(frame, locale, '/me/profil'), label: 'toProfile' } as const
  return messagePage(frame, { locale, title: 'connectOver', lead: 'connectOverLead', action })
}

/** A form that was not sent from our own page. */
export function foreignPage(frame: PageFrame, locale: Locale): Html {
  const action = { href: homeHref(frame, locale), label: 'toHome' } as const
  return messagePage(frame, { locale, title: 'foreign', lead: 'foreignLead', action })
}

/**
 * An authorization request that cannot be answered by a redirect.
 * @param code OAuth error code, for developers of the client
 */
export function problemPage(frame: PageFrame, locale: Locale, code: string): Html {
  return messagePage(frame, {
    locale,
    title: 'problem',
    lead: 'problemLead',
    note: pageTexts[locale].problemCode.replace('{code}', code),
    action: { href: homeHref(frame, locale), label: 'toHome' },
  })
}

/** The database could not answer. @param lead a sentence that says so and when to try again */
export function unavailablePage(frame: PageFrame, locale: Locale, lead: string): Html {
  const title = pageTexts[locale].problem
  const body = html`<h1 class="plain-title">${title}</h1>
    <p class="plain-lead">${lead}</p>`
  return renderPage(frame, { locale, title, body })
}

/** A network that began to sign in too often. */
export function tooManyStartsPage(frame: PageFrame, locale: Locale, waitSeconds: number): Html {
  return messagePage(frame, {
    locale,
    title: 'problem',
    lead: 'tooManyStarts',
    note: tooManyText(locale, waitSeconds),
    action: { href: homeHref(frame, locale), label: 'toHome' },
  })
}

export function sentPage(frame: PageFrame, locale: Locale): Html {
  const action = { href: homeHref(frame, locale, '/me'), label: 'signIn' } as const
  const otherLanguageHref = `/u/forgot-password/sent?lang=${locale === 'de' ? 'en' : 'de'}`
  return messagePage(frame, { locale, title: 'sent', lead: 'sentLead', action, otherLanguageHref })
}

/** A ticket that was used or is too old, with the way to a new one. */
export function linkOverPage(frame: PageFrame, locale: Locale, purpose: 'password' | 'verification'): Html {
  const message = encodeURIComponent(identityMessages.verifyFirst.de)
  const href =
    purpose === 'password'
      ? `/u/forgot-password?lang=${locale}`
      : homeHref(frame, locale, `/auth?message=${message}&success=false&verification_required=true`)
  return messagePage(frame, {
    locale,
    title: 'linkOver',
    lead: 'linkOverLead',
    action: { href, label: 'newLink' },
  })
}

/**
 * Asks before signing out.
 * @param form the library's form, as HTML
 */
export function signOutPage(frame: PageFrame, locale: Locale, form: string): Html {
  const texts = pageTexts[locale]
  const body = html`<h1 class="plain-title">${texts.signOutTitle}</h1>
    <p class="plain-lead">${texts.signOutLead}</p>
    ${raw(form)}
    <p class="identity-more">
      <button class="button" type="submit" form="op.logoutForm" value="yes" name="logout">
        ${texts.signOut}
      </button>
      <button class="button button-quiet" type="submit" form="op.logoutForm">${texts.stay}</button>
    </p>`
  return renderPage(frame, { locale, title: texts.signOutTitle, body })
}

export function signedOutPage(frame: PageFrame, locale: Locale): Html {
  const action = { href: homeHref(frame, locale), label: 'toHome' } as const
  return messagePage(frame, { locale, title: 'signedOut', lead: 'signedOutLead', action })
}
