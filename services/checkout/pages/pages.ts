import { html } from 'hono/html'
import type { Locale } from '../../../contracts/problem.ts'
import { testAccounts, type TestCardName, testCards } from '../methods.ts'
import type { OpenedSession } from '../sessions.ts'
import type { Html } from '../../../platform/pages/plain-page.ts'
import { type PayFrame, renderPage } from './layout.ts'
import { type PayText, payTexts } from './texts.ts'

/** Which field is wrong and why, and what was typed. */
export interface PayError {
  field: 'test' | 'card' | 'iban'
  text: PayText
  typed: string
  /** The test card that was chosen. */
  chosen?: TestCardName
}

/** The page of a session in its present state. */
export function sessionPage(frame: PayFrame, opened: OpenedSession, error: PayError | null = null): Html {
  const { session, intent, charge } = opened
  if (session.status === 'expired') return over(frame, opened, 'expired', session.cancel_url)
  if ((intent ?? opened.setup)?.status === 'requires_action') return confirmPage(frame, opened)
  if (session.status === 'open') return choicePage(frame, opened, error)
  if (opened.setup) return over(frame, opened, 'kept', session.success_url)
  if (intent?.status === 'processing') return pendingPage(frame, opened)
  if (charge?.disputed) return over(frame, opened, 'disputed', session.success_url)
  if (intent?.status === 'succeeded') return paidPage(frame, opened)
  return over(frame, opened, 'returned', session.success_url)
}

export function notFoundPage(frame: PayFrame, locale: Locale): Html {
  const texts = payTexts[locale]
  const body = html`${heading(texts.notFoundTitle, texts.notFoundLead)}
    <p class="pay-more">
      <a class="button" href="${frame.siteOrigin}/">${texts.back.replace('{site}', frame.siteName)}</a>
    </p>`
  return renderPage(frame, { locale, title: texts.notFoundTitle, body })
}

function choicePage(frame: PayFrame, { session }: OpenedSession, error: PayError | null): Html {
  const { locale, own, mode } = session
  const texts = payTexts[locale]
  const name = mode === 'setup' ? texts.keepTitle : texts.title
  const title = error ? `${locale === 'de' ? 'Fehler' : 'Error'}: ${name}` : name
  const body = html`<h1 class="plain-title">${name}</h1>
    <p class="plain-lead">${texts.testLead}</p>
    ${mode === 'setup' ? html`<p>${texts.keepLead}</p>` : linesOf(session)}
    ${
      error &&
      html`<div class="plain-summary" role="alert">
        <p>${texts.summary} <a href="#${error.field}">${texts[error.text]}</a></p>
      </div>`
    }
    ${own.methods.includes('card') && cardForm(session, error?.field === 'iban' ? null : error)}
    ${own.methods.includes('sepa_debit') && debitForm(frame, session, error?.field === 'iban' ? error : null)}
    <p class="pay-more"><a class="plain-link" href="${session.cancel_url}">${texts.cancel}</a></p>`
  return renderPage(frame, { locale, title, body })
}

/** What a test card does where nothing is paid. */
const keptLabels = {
  pays: 'keepPays',
  authenticates: 'authenticates',
  declinesLater: 'keepDeclinesLater',
  declines: 'declines',
} as const satisfies Record<TestCardName, PayText>

function cardForm({ locale, mode }: OpenedSession['session'], error: PayError | null): Html {
  const texts = payTexts[locale]
  const names = Object.keys(testCards) as TestCardName[]
  return html`<form class="pay-form" method="post" novalidate aria-labelledby="by-card">
    <h2 id="by-card">${texts.card}</h2>
    <fieldset class="pay-cards" ${error?.field === 'test' && html`aria-describedby="test-error"`}>
      <legend>${texts.cards}</legend>
      ${names.map(
        (name) =>
          html`<label class="pay-card">
            <input
              type="radio"
              name="test"
              value="${name}"
              ${name === 'pays' && html`id="test"`}
              ${name === (error?.chosen ?? 'pays') && html`checked`}
            />
            <span
              ><b>${inFours(testCards[name].number)}</b>
              <small>${texts[mode === 'setup' ? keptLabels[name] : name]}</small></span
            >
          </label>`,
      )}
      ${error?.field === 'test' && html`<p class="field-error" id="test-error">${texts[error.text]}</p>`}
    </fieldset>
    ${field({ name: 'card', label: texts.number, help: texts.numberHelp, value: error?.typed ?? '', mode: 'numeric', error: error?.field === 'card' ? texts[error.text] : null })}
    <button class="button" type="submit" name="do" value="card">
      ${mode === 'setup' ? texts.keepCard : texts.payCard}
    </button>
  </form>`
}

function debitForm(
  { siteName }: PayFrame,
  { locale, mode }: OpenedSession['session'],
  error: PayError | null,
): Html {
  const texts = payTexts[locale]
  const mandate = mode === 'setup' ? texts.keepMandate : texts.mandate
  const value = error?.typed ?? inFours(testAccounts.credited)
  return html`<form class="pay-form" method="post" novalidate aria-labelledby="by-debit">
    <h2 id="by-debit">${texts.debit}</h2>
    ${field({ name: 'iban', label: texts.iban, help: mode === 'setup' ? texts.keepIbanHelp : texts.ibanHelp, value, mode: 'text', error: error && texts[error.text] })}
    <p class="pay-small">${mandate.replace('{site}', siteName)}</p>
    <button class="button button-quiet" type="submit" name="do" value="debit">
      ${mode === 'setup' ? texts.keepDebit : texts.payDebit}
    </button>
  </form>`
}

interface Field {
  name: string
  label: string
  help: string
  value: string
  mode: 'numeric' | 'text'
  error: string | null
}

function field({ name, label, help, value, mode, error }: Field): Html {
  return html`<div class="field">
    <label class="field-label" for="${name}">${label}</label>
    <input
      class="field-input"
      id="${name}"
      name="${name}"
      type="text"
      value="${value}"
      inputmode="${mode}"
      autocomplete="off"
      spellcheck="false"
      maxlength="64"
      aria-describedby="${name}-help${error ? ` ${name}-error` : ''}"
      ${error && html`aria-invalid="true"`}
    />
    <p class="field-help" id="${name}-help">${help}</p>
    ${error && html`<p class="field-error" id="${name}-error">${error}</p>`}
  </div>`
}

function confirmPage(frame: PayFrame, { session }: OpenedSession): Html {
  const { locale } = session
  const texts = payTexts[locale]
  const isSetup = session.mode === 'setup'
  const lead = isSetup ? texts.confirmKeepLead : amountIn(texts.confirmLead, session)
  const body = html`${heading(texts.confirmTitle, lead)}
    <form class="pay-buttons" method="post">
      <button class="button" type="submit" name="do" value="confirm">
        ${isSetup ? texts.confirmKeep : texts.confirm}
      </button>
      <button class="button button-quiet" type="submit" name="do" value="refuse">${texts.refuse}</button>
    </form>`
  return renderPage(frame, { locale, title: texts.confirmTitle, body })
}

function pendingPage(frame: PayFrame, { session }: OpenedSession): Html {
  const { locale } = session
  const texts = payTexts[locale]
  const body = html`${heading(texts.pendingTitle, texts.pendingLead)} ${linesOf(session)}
    <p class="pay-more"><a class="button" href="${session.success_url}">${texts.goOn}</a></p>
    ${bankForm(locale, ['credited', 'returned'])}`
  return renderPage(frame, { locale, title: texts.pendingTitle, body })
}

function paidPage(frame: PayFrame, { session, method }: OpenedSession): Html {
  const { locale } = session
  const texts = payTexts[locale]
  const lead = amountIn(texts.paidLead, session)
  const body = html`${heading(texts.paidTitle, lead)}
    <p class="pay-more"><a class="button" href="${session.success_url}">${texts.goOn}</a></p>
    ${method?.type === 'sepa_debit' && bankForm(locale, ['disputed'], texts.disputeLead)}`
  return renderPage(frame, { locale, title: texts.paidTitle, body })
}

/** What the bank does, played by whoever tries the product. */
function bankForm(locale: Locale, answers: ('credited' | 'returned' | 'disputed')[], lead?: string): Html {
  const texts = payTexts[locale]
  return html`<form class="pay-bank" method="post" aria-labelledby="bank">
    <h2 id="bank">${texts.bank}</h2>
    ${lead && html`<p class="pay-small">${lead}</p>`}
    <div class="pay-buttons">
      ${answers.map(
        (answer) =>
          html`<button class="button button-quiet" type="submit" name="do" value="${answer}">
            ${texts[answer]}
          </button>`,
      )}
    </div>
  </form>`
}

function over(
  frame: PayFrame,
  { session }: OpenedSession,
  state: 'expired' | 'disputed' | 'returned' | 'kept',
  href: string,
): Html {
  const { locale } = session
  const texts = payTexts[locale]
  const lead = amountIn(texts[`${state}Lead`], session)
  const body = html`${heading(texts[`${state}Title`], lead)}
    <p class="pay-more">
      <a class="button" href="${href}">${texts.back.replace('{site}', frame.siteName)}</a>
    </p>`
  return renderPage(frame, { locale, title: texts[`${state}Title`], body })
}

function heading(title: string, lead: string): Html {
  return html`<h1 class="plain-title">${title}</h1>
    <p class="plain-lead">${lead}</p>`
}

function linesOf({ own, amount_total, locale }: OpenedSession['session']): Html {
  return html`<dl class="pay-lines">
    ${own.lines.map(
      ({ text, quantity, cents }) =>
        html`<div>
          <dt>${quantity > 1 ? `${quantity} × ` : ''}${text}</dt>
          <dd>${money(quantity * cents, locale)}</dd>
        </div>`,
    )}
    <div class="pay-total">
      <dt>${payTexts[locale].total}</dt>
      <dd>${money(amount_total ?? 0, locale)}</dd>
    </div>
  </dl>`
}

function amountIn(text: string, { amount_total, locale }: OpenedSession['session']): string {
  return text.replace('{amount}', money(amount_total ?? 0, locale))
}

function money(cents: number, locale: Locale): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(cents / 100)
}

function inFours(number: string): string {
  return number.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
