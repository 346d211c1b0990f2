import { createContext, type MiddlewareFunction, type RouterContextProvider, redirect } from 'react-router'
import type { SiteBackendClient } from '../../clients/site-backend.ts'
import type { SignUp, SignUpFlow } from '../../contracts/sign-up.ts'
import type { SignUpProgress } from '../../rules/guards.ts'
import { servicesOf } from '../context.ts'
import { upstreamFailure } from '../errors/upstream.ts'
import { guard } from '../guards/guard.ts'
import { localeOf } from '../i18n/locale.ts'
import * as paths from '../paths.ts'
import { askedBy } from '../session/address.ts'
import { wasSignedIn } from '../session/sdk.ts'
import { endedSignUpCookie, signUpCookie, signUpTokenIn } from './sign-up-cookie.ts'

/** The sign-up of the visitor behind a request. */
export interface VisitorSignUp {
  signUp: SignUp | null
  /** The browser has a token; without a sign-up it is too old. */
  token: string | null
  /** Calls in the name of the visitor's sign-up. */
  backend: SiteBackendClient
}

/** What a loader or an action of a sign-up gets. */
export interface Asked {
  request: Request
  url: URL
  context: Readonly<RouterContextProvider>
}

const visitorContext = createContext<Promise<VisitorSignUp> | null>(null)

/** Reads the sign-up of the visitor, once per request. @throws the page error of a service that does not answer */
export function visitorOf({ request, url, context }: Asked): Promise<VisitorSignUp> {
  const known = context.get(visitorContext)
  if (known) return known
  const visitor = readVisitor({ request, url, context })
  context.set(visitorContext, visitor)
  return visitor
}

async function readVisitor(asked: Asked): Promise<VisitorSignUp> {
  const { request, url, context } = asked
  const services = servicesOf(context)
  const stored = await readStored(asked).catch(upstreamFailure(services, url))
  const cookie = request.headers.get('cookie') ?? ''
  if (!stored.signUp?.isSignedIn || wasSignedIn(services.config.identity.clientId, cookie)) return stored
  // The account that proved it signed out here: what it typed is nobody's to see.
  return { signUp: null, token: null, backend: services.backendFor(request, localeOf(url.pathname)) }
}

/** The sign-up behind the cookie, whoever is signed in. */
async function readStored({ request, url, context }: Asked): Promise<VisitorSignUp> {
  const services = servicesOf(context)
  const token = signUpTokenIn(request.headers.get('cookie'), isHttps(context))
  const backend = services.backendFor(request, localeOf(url.pathname), token)
  return { signUp: token ? await backend.signUp() : null, token, backend }
}

/**
 * Middleware of the pages on which somebody signs in: parts this browser from a sign-up that an account has proved, because
 * another person may be at the device.
 */
export const partProved: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const response = await next()
  const signsIn = url.pathname.endsWith('/auth') || askedBy(url.search) === 'callback'
  if (!signsIn) return response
  const { signUp } = await readStored({ request, url, context }).catch(() => ({ signUp: null }))
  if (signUp?.isSignedIn) response.headers.append('set-cookie', endedSignUpCookie(isHttps(context)))
  return response
}

/** Leads to the first step of a new sign-up; this browser forgets the one it has. */
export function beginAnew(
  { url, context }: Pick<Asked, 'url' | 'context'>,
  flow: SignUpFlow = 'onboarding',
): Response {
  return redirect(paths.signUp(localeOf(url.pathname), flow), {
    status: 303,
    headers: { 'set-cookie': endedSignUpCookie(isHttps(context)) },
  })
}

function isHttps(context: Asked['context']): boolean {
  return servicesOf(context).config.publicUrl.startsWith('https:')
}

/** The steps that are done, for the guards. */
function progressOf(signUp: SignUp | null): SignUpProgress {
  if (signUp?.flow !== 'team') return { onboarding: signUp?.done ?? {}, team: {} }
  return { onboarding: {}, team: { user: signUp.done.start, contact: signUp.done.contact } }
}

/** Leads to the confirmation when there is an order: the steps stay as they are then. */
export function leaveOrdered({ signUp }: VisitorSignUp, url: URL): void {
  if (!signUp?.order) return
  throw redirect(paths.signUp(localeOf(url.pathname), signUp.flow, 'confirmation'), { status: 303 })
}

/** Middleware of a step: leads to the first step that is not done, and to the confirmation when there is an order. */
export function guardedStep(...rules: Parameters<typeof guard>): MiddlewareFunction<Response>[] {
  return [
    async ({ request, url, context }) => {
      const visitor = await visitorOf({ request, url, context })
      guard(...rules)({ url, progress: progressOf(visitor.signUp) })
      leaveOrdered(visitor, url)
    },
  ]
}

/** Leads to the next step, and keeps the sign-up in this browser for another 14 days. */
export function nextStep(
  { flow, step }: { flow: SignUpFlow; step: paths.SignUpStep },
  { url, context }: Pick<Asked, 'url' | 'context'>,
  token: string | null,
): Response {
  return redirect(paths.signUp(localeOf(url.pathname), flow, step), {
    status: 303,
    headers: token ? { 'set-cookie': signUpCookie(token, isHttps(context)) } : {},
  })
}
