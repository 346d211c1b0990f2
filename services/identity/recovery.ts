import type { Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Provider } from 'oidc-provider'
import { z } from 'zod'
import { type IdentityMessage, identityMessages } from '../../contracts/identity-messages.ts'
import { ChangePassword, EmailAddress } from '../../contracts/identity.ts'
import { typedAddressIn } from '../../contracts/typed-address.ts'
import { Locale, Problem } from '../../contracts/problem.ts'
import { readBody, type ServiceEnv } from '../../platform/http/service.ts'
import type { RateLimit } from '../../platform/rate-limit.ts'
import type { Account, Accounts } from './accounts.ts'
import { isForeign, nodeOf, readForm } from './form.ts'
import { addressOf } from '../../platform/http/network.ts'
import { limitsOfNetworks } from '../../platform/network-limits.ts'
import { countAll } from './limits.ts'
import type { Mail } from '../../platform/mail/mail-content.ts'
import type { AccountMails } from './account-mails.ts'
import { homeHref, type PageFrame, pageHeaders } from './pages/layout.ts'
import { foreignPage, linkOverPage, sentPage } from './pages/message.ts'
import { forgotPage, resetPage } from './pages/password.ts'
import type { IdentityEvents } from './events.ts'
import { localeOfPage, pageTexts, tooManyText } from './pages/texts.ts'
import { verificationPage } from './pages/verification.ts'
import { faultOf } from '../../platform/auth/password-rules.ts'
import type { PayloadStore } from './payload.store.ts'
import { beginSession } from './session.ts'
import type { TicketPurpose } from './tickets.store.ts'

/** Limit of password mails from one network; one address gets five mails an hour (account-mails.ts). */
const perNetwork = { max: 50, windowSeconds: 3600 }

/** An address of its own, which its link to the other language needs. */
const sentPath = '/u/forgot-password/sent'

const lang = Locale.optional().catch(undefined)
const ForgotForm = z.object({ lang, email: z.string().max(1000).default('') })
const ResetForm = z.object({
  lang,
  ticket: z.string().max(200),
  password: z.string().max(10_000).default(''),
})
const VerificationForm = z.object({ ticket: z.string().max(200) })

interface RecoveryOptions {
  accounts: Accounts
  mails: AccountMails
  /** Makes the mail that tells of a new password. */
  passwordNotice: (account: Account) => Mail
  ticketAccount: (purpose: TicketPurpose, ticket: string) => Promise<string | null>
  rateLimit: RateLimit
  events: IdentityEvents
  frame: PageFrame
  issuerOrigin: string
  appOrigins: string[]
  clientId: string
  trustProxy: boolean
  provider: () => Provider
  payloads: PayloadStore
}

/** Adds Auth0's change_password call and the pages that mails link to, for forgotten passwords and unconfirmed addresses. */
export function addRecovery(app: Hono<ServiceEnv>, options: RecoveryOptions): void {
  addChangePassword(app, options)
  addForgotPassword(app, options)
  addResetPassword(app, options)
  addVerification(app, options)
}

/** Adds Auth0's call that sends a password mail. */
function addChangePassword(app: Hono<ServiceEnv>, options: RecoveryOptions): void {
  app.use(
    '/dbconnections/*',
    cors({ origin: options.appOrigins, allowMethods: ['POST'], allowHeaders: ['content-type'] }),
  )
  app.post('/dbconnections/change_password', async (c) => {
    const { client_id, email } = await readBody(c, ChangePassword)
    if (client_id !== options.clientId) throw unknownClient()
    await countRequest(c, options)
    await options.mails.request('password', email)
    noteAsked(c, email, options)
    // The same answer for every address: it must not reveal which addresses have an account.
    return c.text("We've just sent you an email to reset your password.")
  })
}

/** Adds the page that asks for an address and sends it a password mail. */
function addForgotPassword(app: Hono<ServiceEnv>, options: RecoveryOptions): void {
  const { mails, frame, issuerOrigin, appOrigins } = options

  app.get('/u/forgot-password', (c) => {
    setHeaders(c, appOrigins, 'same-origin')
    const email = typedAddressIn(c.req.header('cookie') ?? null)
    return c.html(forgotPage(frame, { locale: localeOf(c, c.req.query('lang')), email, errors: {} }))
  })
  app.get(sentPath, (c) => {
    setHeaders(c, appOrigins, 'same-origin')
    return c.html(sentPage(frame, localeOf(c, c.req.query('lang'))))
  })
  app.post('/u/forgot-password', async (c) => {
    setHeaders(c, appOrigins, 'same-origin')
    const form = await readForm(c, ForgotForm)
    const locale = localeOf(c, form.lang)
    if (isForeign(c.req.raw, issuerOrigin)) return c.html(foreignPage(frame, locale), 403)
    const email = form.email.trim()
    const texts = pageTexts[locale]
    if (!EmailAddress.safeParse(email).success) {
      const errors = { email: email === '' ? texts.emailMissing : texts.emailWrong }
      return c.html(forgotPage(frame, { locale, email, errors }), 422)
    }
    try {
      await countRequest(c, options)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const errors = { form: tooManyText(locale, Number(error.options.headers?.['retry-after'])) }
      return c.html(forgotPage(frame, { locale, email, errors }), 429)
    }
    await mails.request('password', email, locale)
    noteAsked(c, email, options)
    return c.redirect(`${sentPath}?lang=${locale}`, 303)
  })
}

/** Adds the page of the link in a password mail. */
function addResetPassword(app: Hono<ServiceEnv>, options: RecoveryOptions): void {
  const { accounts, events, frame, issuerOrigin, appOrigins, trustProxy } = options

  app.get('/u/reset-password', async (c) => {
    setHeaders(c, appOrigins, 'no-referrer')
    const ticket = c.req.query('ticket') ?? ''
    const account = await accountOf('password', ticket, options)
    if (!account) return c.html(linkOverPage(frame, localeOf(c), 'password'), 400)
    return c.html(resetPage(frame, { locale: account.locale, ticket, email: account.email, errors: {} }))
  })
  app.post('/u/reset-password', async (c) => {
    setHeaders(c, appOrigins, 'no-referrer')
    const { ticket, password, lang } = await readForm(c, ResetForm)
    const account = await accountOf('password', ticket, options)
    const locale = account?.locale ?? localeOf(c, lang)
    if (isForeign(c.req.raw, issuerOrigin, true)) return c.html(foreignPage(frame, locale), 403)
    if (!account) return c.html(linkOverPage(frame, locale, 'password'), 400)
    const { email, name } = account
    const fault = faultOf(password, { siteName: frame.siteName, email, name })
    if (fault) {
      const errors = { password: pageTexts[locale][fault] }
      return c.html(resetPage(frame, { locale, ticket, email, errors }), 422)
    }
    if (!(await accounts.resetPassword(ticket, password, options.passwordNotice)))
      return c.html(linkOverPage(frame, locale, 'password'), 400)
    const address = addressOf(nodeOf(c).incoming, trustProxy)
    events.note('resetDone', { account: account.id, address })
    return c.redirect(messageHref(frame, locale, 'passwordChanged'), 303)
  })
}

/** Adds the page of the link in a verification mail. */
function addVerification(app: Hono<ServiceEnv>, options: RecoveryOptions): void {
  const { accounts, events, frame, issuerOrigin, appOrigins, trustProxy } = options

  app.get('/u/email-verification', async (c) => {
    setHeaders(c, appOrigins, 'no-referrer')
    const ticket = c.req.query('ticket') ?? ''
    const account = await accountOf('verification', ticket, options)
    if (!account) return c.html(linkOverPage(frame, localeOf(c), 'verification'), 400)
    return c.html(verificationPage(frame, account.locale, ticket, account.email))
  })
  app.post('/u/email-verification', async (c) => {
    setHeaders(c, appOrigins, 'no-referrer')
    const { ticket } = await readForm(c, VerificationForm)
    if (isForeign(c.req.raw, issuerOrigin, true)) return c.html(foreignPage(frame, localeOf(c)), 403)
    const account = await accountOf('verification', ticket, options)
    if (!account || !(await accounts.verifyEmail(ticket)))
      return c.html(linkOverPage(frame, localeOf(c), 'verification'), 400)
    const href = messageHref(frame, account.locale, 'verified')
    if (account.blocked) return c.redirect(href, 303)
    await beginSession(c, account.id, options)
    events.note('signIn', { account: account.id, address: addressOf(nodeOf(c).incoming, trustProxy) })
    // In the fragment: no server, no log and no referrer sees it.
    return c.redirect(`${href}#ticket=${await accounts.issueSession(account.id)}`, 303)
  })
}

async function accountOf(
  purpose: TicketPurpose,
  ticket: string,
  { accounts, ticketAccount }: RecoveryOptions,
): Promise<Account | null> {
  const id = await ticketAccount(purpose, ticket)
  return id === null ? null : accounts.ofId(id)
}

/** @throws Problem `tooManyRequests` over the limit of the caller's network */
async function countRequest(c: Context, { rateLimit, trustProxy }: RecoveryOptions): Promise<void> {
  await countAll(
    rateLimit,
    limitsOfNetworks('password:network', addressOf(nodeOf(c).incoming, trustProxy), perNetwork),
  )
}

function noteAsked(c: Context, email: string, { events, trustProxy }: RecoveryOptions): void {
  events.note('resetAsked', { email, address: addressOf(nodeOf(c).incoming, trustProxy) })
}

function setHeaders(c: Context, appOrigins: string[], referrer: Parameters<typeof pageHeaders>[1]): void {
  for (const [name, value] of Object.entries(pageHeaders(appOrigins, referrer))) c.header(name, value)
}

/** Returns the site's page for a known message; the German text names it in both languages. */
function messageHref(frame: PageFrame, locale: Locale, message: IdentityMessage): string {
  const query = new URLSearchParams({ success: 'true', message: identityMessages[message].de })
  return homeHref(frame, locale, `/auth?${query}`)
}

function localeOf(c: Context, asked?: string): Locale {
  return asked === 'de' || asked === 'en' ? asked : localeOfPage(undefined, c.req.header('accept-language'))
}

function unknownClient(): Problem {
  return new Problem('invalidInput', {
    errors: [{ field: 'client_id', message: 'unknown' }],
    params: { field: 'client_id' },
  })
}
