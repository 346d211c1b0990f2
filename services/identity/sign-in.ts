import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { Interaction, InteractionResults, Provider } from 'oidc-provider'
import { z } from 'zod'
import { EmailAddress } from '../../contracts/identity.ts'
import { noTypedAddress, typedAddressCookie } from '../../contracts/typed-address.ts'
import { Locale, Problem } from '../../contracts/problem.ts'
import type { ServiceEnv } from '../../platform/http/service.ts'
import type { RateLimit } from '../../platform/rate-limit.ts'
import type { Accounts } from './accounts.ts'
import { isForeign, nodeOf, readForm } from './form.ts'
import { passwordMaxLength } from '../../platform/auth/password-rules.ts'
import { addressOf } from '../../platform/http/network.ts'
import type { IdentityEvents } from './events.ts'
import { derive } from './keys.ts'
import { countSignIn } from './limits.ts'
import { type PageFrame, pageHeaders } from './pages/layout.ts'
import { loginPage } from './pages/login.ts'
import { expiredPage, foreignPage } from './pages/message.ts'
import { localeOfPage, pageTexts, tooManyText } from './pages/texts.ts'

const LoginForm = z.object({
  csrf: z.string().max(100).default(''),
  lang: Locale.optional().catch(undefined),
  /** The button that leads to a new password was pressed. */
  forgot: z.string().max(10).optional(),
  email: z.string().max(1000).default(''),
  password: z.string().max(10_000).default(''),
})
type LoginForm = z.infer<typeof LoginForm>

export interface SignInOptions {
  provider: () => Provider
  accounts: Accounts
  rateLimit: RateLimit
  events: IdentityEvents
  frame: PageFrame
  issuerOrigin: string
  appOrigins: string[]
  secret: Buffer
  trustProxy: boolean
}

/** GET and POST /u/login/:uid: the sign-in page of a running authorization request. */
export function addSignIn(app: Hono<ServiceEnv>, options: SignInOptions): void {
  const { provider, frame, issuerOrigin, appOrigins, trustProxy } = options
  const csrfKey = derive(options.secret, 'identity-csrf')

  app.get('/u/login/:uid', async (c) => {
    show(c)
    const interaction = await interactionOf(c, provider())
    const locale = localeOf(c, interaction, c.req.query('lang'))
    if (!interaction) return c.html(expiredPage(frame, locale), 400)
    const hint = interaction.params.login_hint
    const email = typeof hint === 'string' ? hint.slice(0, 254) : ''
    const demo = frame.demo?.accounts.find((account) => account.email === c.req.query('demo'))
    return c.html(page(interaction, locale, demo?.email ?? email, {}, demo && (frame.demo?.password ?? '')))
  })

  app.post('/u/login/:uid', async (c) => {
    show(c)
    const form = await readForm(c, LoginForm)
    if (form.forgot !== undefined) return leadToNewPassword(c, form, options)
    const interaction = await interactionOf(c, provider())
    const locale = localeOf(c, interaction, form.lang)
    if (!interaction) return c.html(expiredPage(frame, locale), 400)
    if (isForeign(c.req.raw, issuerOrigin) || !sameToken(form.csrf, csrfOf(interaction.uid)))
      return c.html(foreignPage(frame, locale), 403)

    const errors = errorsOf(form, locale)
    if (Object.keys(errors).length > 0) return c.html(page(interaction, locale, form.email, errors), 422)
    const answer = await judge(form, addressOf(nodeOf(c).incoming, trustProxy), options)
    if ('result' in answer) {
      if (answer.result === unverified) carryAddress(c, form.email, issuerOrigin)
      else c.header('set-cookie', noTypedAddress, { append: true })
      return c.redirect(await finish(c, provider(), answer.result), 303)
    }
    if (answer.retryAfter) c.header('retry-after', answer.retryAfter)
    const { refused, retryAfter } = answer
    const sentence =
      refused === 'tooMany' ? tooManyText(locale, Number(retryAfter)) : pageTexts[locale][refused]
    return c.html(page(interaction, locale, form.email, { form: sentence }), answer.status)
  })

  function page(
    { uid }: Interaction,
    locale: Locale,
    email: string,
    errors: Record<string, string>,
    password = '',
  ) {
    return loginPage(frame, { locale, uid, csrf: csrfOf(uid), email, password, errors })
  }

  function show(c: Context): void {
    for (const [name, value] of Object.entries(pageHeaders(appOrigins, 'same-origin'))) c.header(name, value)
  }

  function csrfOf(uid: string): string {
    return createHmac('sha256', csrfKey).update(uid).digest('base64url')
  }
}

/** Leads to the page for a new password, which has the typed address filled in; works after the sign-in is over, too. */
function leadToNewPassword(c: Context, { email, lang }: LoginForm, { frame, issuerOrigin }: SignInOptions) {
  const locale = localeOf(c, null, lang)
  if (isForeign(c.req.raw, issuerOrigin)) return c.html(foreignPage(frame, locale), 403)
  carryAddress(c, email, issuerOrigin)
  return c.redirect(`/u/forgot-password?lang=${locale}`, 303)
}

/** Carries a typed address to the next form of the site or of identity. */
function carryAddress(c: Context, email: string, issuerOrigin: string): void {
  const cookie = typedAddressCookie(email, issuerOrigin.startsWith('https:'))
  if (cookie) c.header('set-cookie', cookie, { append: true })
}

interface Refusal {
  refused: 'wrong' | 'blocked' | 'tooMany'
  status: 422 | 403 | 429
  /** In seconds. */
  retryAfter?: string
}

/** Compares the password within the rate limits. */
async function judge(
  { email, password }: LoginForm,
  address: string,
  { accounts, rateLimit, events }: SignInOptions,
): Promise<{ result: InteractionResults } | Refusal> {
  try {
    const wasRight = await countSignIn(rateLimit, email, address)
    const account = await accounts.ofPassword(email, password)
    if (!account) {
      events.note('signInWrong', { email, address })
      return { refused: 'wrong', status: 422 }
    }
    await wasRight()
    const { blocked, emailVerified } = account
    const event = blocked ? 'signInBlocked' : emailVerified ? 'signIn' : 'signInUnverified'
    events.note(event, { account: account.id, address })
    if (blocked) return { refused: 'blocked', status: 403 }
    return {
      result: emailVerified ? { login: { accountId: account.id, amr: ['pwd'] } } : unverified,
    }
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'tooManyRequests')) throw error
    events.note('signInLimited', { email, address })
    return { refused: 'tooMany', status: 429, retryAfter: error.options.headers?.['retry-after'] ?? '60' }
  }
}

/** Returns the interaction on which the browser's cookie and the address agree. */
async function interactionOf(c: Context, provider: Provider): Promise<Interaction | null> {
  const { incoming, outgoing } = nodeOf(c)
  const interaction = await provider
    .interactionDetails(incoming as never, outgoing as never)
    .catch(nullWhenOver)
  return interaction?.uid === c.req.param('uid') ? interaction : null
}

/** Ends the interaction; returns the address at which the authorization request goes on. */
function finish(c: Context, provider: Provider, result: InteractionResults): Promise<string> {
  const { incoming, outgoing } = nodeOf(c)
  return provider.interactionResult(incoming, outgoing, result, { mergeWithLastSubmission: false })
}

/** E10: the refusal of an unverified address, which the site turns into its `/auth` page. */
const unverified: InteractionResults = { error: 'unauthorized', error_description: 'verify-mail' }

function localeOf(c: Context, interaction: Interaction | null, asked: string | undefined): Locale {
  if (asked === 'de' || asked === 'en') return asked
  return localeOfPage(interaction?.params.ui_locales, c.req.header('accept-language'))
}

function errorsOf({ email, password }: LoginForm, locale: Locale): Record<string, string> {
  const texts = pageTexts[locale]
  const errors: Record<string, string> = {}
  if (email.trim() === '') errors.email = texts.emailMissing
  else if (!EmailAddress.safeParse(email.trim()).success) errors.email = texts.emailWrong
  if (password === '') errors.password = texts.passwordMissing
  else if (password.length > passwordMaxLength) errors.password = texts.tooLong
  return errors
}

function sameToken(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}

function nullWhenOver(error: unknown): null {
  if (error instanceof Error && error.name === 'SessionNotFound') return null
  throw error
}
