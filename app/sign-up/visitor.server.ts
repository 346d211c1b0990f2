import { createContext, type RouterContextProvider, redirect } from 'react-router'
import type { BackendClient } from '../../clients/backend.ts'
import type { SignUp } from '../../contracts/sign-up.ts'
import type { SignUpProgress } from '../../rules/guards.ts'
import { servicesOf } from '../context.ts'
import { upstreamFailure } from '../errors/upstream.ts'
import { localeOf } from '../i18n/locale.ts'
import * as paths from '../paths.ts'
import { signUpCookie, signUpTokenIn } from './sign-up-cookie.ts'

/** The sign-up of the visitor behind a request. */
export interface VisitorSignUp {
  signUp: SignUp | null
  /** The browser has a token; without a sign-up it is too old. */
  token: string | null
  /** Calls in the name of the visitor's sign-up. */
  backend: BackendClient
}

/** What a loader or an action of a sign-up gets. */
interface Asked {
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

async function readVisitor({ request, url, context }: Asked): Promise<VisitorSignUp> {
  const services = servicesOf(context)
  const isHttps = services.config.publicUrl.startsWith('https:')
  const token = signUpTokenIn(request.headers.get('cookie'), isHttps)
  const backend = services.backendFor(request, localeOf(url.pathname), token)
  const signUp = token ? await backend.signUp().catch(upstreamFailure(services, url)) : null
  return { signUp, token, backend }
}

/** The steps that are done, for the guards. */
export function progressOf(signUp: SignUp | null): SignUpProgress {
  return { onboarding: signUp?.done ?? {}, team: {} }
}

/** Leads to the confirmation when there is an order: the steps stay as they are then. */
export function leaveOrdered({ signUp }: VisitorSignUp, url: URL): void {
  if (signUp?.order) throw redirect(paths.onboarding(localeOf(url.pathname), 'confirmation'), { status: 303 })
}

/** Leads to the next step, and keeps the sign-up in this browser for another 14 days. */
export function nextStep(
  step: Parameters<typeof paths.onboarding>[1],
  { url, context }: Pick<Asked, 'url' | 'context'>,
  token: string | null,
): Response {
  const isHttps = servicesOf(context).config.publicUrl.startsWith('https:')
  return redirect(paths.onboarding(localeOf(url.pathname), step), {
    status: 303,
    headers: token ? { 'set-cookie': signUpCookie(token, isHttps) } : {},
  })
}
