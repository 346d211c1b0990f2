import { z } from 'zod'
import {
  type ChangePassword,
  ManagementToken,
  ManagementUser,
  passwordConnection,
  type SignUp,
  SignUpRefusal,
  type UserMetadata,
} from '../contracts/identity.ts'
import { Problem, type Locale } from '../contracts/problem.ts'

const timeoutMs = 8000
/** A token is renewed this long before it ends. */
const earlySeconds = 60

interface ManagementOptions {
  /** Origin of the identity provider, without trailing slash. */
  baseUrl: string
  clientId: string
  clientSecret: string
  fetch: (request: Request) => Promise<Response>
  /** Milliseconds of a clock that is never set: a token has a lifetime from its answer on. */
  now: () => number
}

export interface IdentityManagement {
  /**
   * Sends the verification mail again, if the address has an account that is not verified. Says nothing about which,
   * and nothing when the provider's limit is reached.
   * @throws Problem `upstreamUnavailable` when the provider fails
   */
  resendVerification(email: string, locale: Locale): Promise<void>
  /**
   * What the provider keeps of an account; null when there is none.
   * @throws Problem `upstreamUnavailable` when the provider fails
   */
  dataOf(id: string): Promise<Record<string, unknown> | null>
  /**
   * Chooses the language of mails about an account; an unknown one has none.
   * @throws Problem `upstreamUnavailable` when the provider fails
   */
  setLocale(id: string, locale: Locale): Promise<void>
  /**
   * Deletes an account; an unknown one is deleted already.
   * @throws Problem `upstreamUnavailable` when the provider fails
   */
  remove(id: string): Promise<void>
}

interface Sent {
  headers?: Record<string, string>
  body?: object | undefined
  /** A status that is an answer although it is none of success. */
  expected?: number
}

/** Auth0's Management API v2, or the embedded twin of it. https://auth0.com/docs/api/management/v2 */
export function createIdentityManagement(options: ManagementOptions): IdentityManagement {
  const { baseUrl, clientId, clientSecret, now } = options
  let token: { value: string; renewAt: number } | null = null

  async function accessToken(): Promise<string> {
    if (token && token.renewAt > now()) return token.value
    const body = {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      audience: `${baseUrl}/api/v2/`,
    }
    const answer = ManagementToken.parse(await (await send('POST', '/oauth/token', { body })).json())
    token = { value: answer.access_token, renewAt: now() + (answer.expires_in - earlySeconds) * 1000 }
    return token.value
  }

  const call: Call = async (method, path, { locale, body, expected = 429 }) => {
    const headers = { authorization: `Bearer ${await accessToken()}`, 'accept-language': locale }
    return send(method, path, { headers, body, expected })
  }

  async function send(method: string, path: string, { headers = {}, body, expected = 429 }: Sent) {
    const request = new Request(baseUrl + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const response = await options.fetch(request)
    // Without the query, which holds an address: the message is logged.
    if (!response.ok && response.status !== expected)
      throw new Error(`${method} ${path.split('?')[0]}: ${response.status}`)
    return response
  }

  return {
    async resendVerification(email, locale) {
      try {
        const query = new URLSearchParams({ email: email.toLowerCase() })
        const found = await call('GET', `/api/v2/users-by-email?${query}`, { locale })
        if (found.status === 429) return
        const users = z.array(ManagementUser).parse(await found.json())
        for (const user of users.filter(needsVerification))
          await call('POST', '/api/v2/jobs/verification-email', { locale, body: { user_id: user.user_id } })
      } catch (cause) {
        throw new Problem('upstreamUnavailable', { cause })
      }
    },
    ...userCalls(call),
  }
}

type Call = (
  method: string,
  path: string,
  options: { locale: Locale; body?: object; expected?: number },
) => Promise<Response>

/** The calls about one account. */
function userCalls(call: Call): Pick<IdentityManagement, 'dataOf' | 'setLocale' | 'remove'> {
  return {
    async dataOf(id) {
      const response = await ofUser('GET', id)
      return response.status === 404 ? null : z.record(z.string(), z.unknown()).parse(await response.json())
    },
    async setLocale(id, locale) {
      await ofUser('PATCH', id, { user_metadata: { locale } })
    },
    async remove(id) {
      await ofUser('DELETE', id)
    },
  }

  /** Asks about one account; 404 is an answer. */
  async function ofUser(method: string, id: string, body?: object): Promise<Response> {
    try {
      const path = `/api/v2/users/${encodeURIComponent(id)}`
      return await call(method, path, { locale: 'de', expected: 404, ...(body && { body }) })
    } catch (cause) {
      throw new Problem('upstreamUnavailable', { cause })
    }
  }
}

interface SignUpOptions {
  /** Origin of the identity provider, without trailing slash. */
  baseUrl: string
  clientId: string
  fetch: (request: Request) => Promise<Response>
}

/**
 * Returns the call that creates an account at Auth0: POST {host}/dbconnections/signup. Auth0 mails the link that confirms
 * the address; one that has an account gets a link for a new password instead.
 * https://auth0.com/docs/api/authentication#signup
 */
export function createSignUp({ baseUrl, clientId, fetch }: SignUpOptions) {
  async function send(path: string, body: ChangePassword | SignUp): Promise<Response> {
    return fetch(
      new Request(baseUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      }),
    )
  }

  return async ({ email, password, userMetadata }: Person): Promise<void> => {
    const common = { client_id: clientId, email, connection: passwordConnection } as const
    const user_metadata = Object.fromEntries(
      Object.entries(userMetadata).map(([name, value]) => [name, String(value)]),
    )
    const added = await send('/dbconnections/signup', { ...common, password, user_metadata })
    if (added.ok) return
    const { code } = SignUpRefusal.parse(await added.json())
    if (code !== 'invalid_signup' && code !== 'user_exists')
      throw new Error(`signup: ${added.status} ${code}`)
    const mailed = await send('/dbconnections/change_password', common)
    if (!mailed.ok) throw new Error(`change_password: ${mailed.status}`)
  }
}

interface Person {
  email: string
  password: string
  userMetadata: UserMetadata
}

interface PasswordMailOptions {
  /** Origin of the identity provider, without trailing slash. */
  baseUrl: string
  clientId: string
  email: string
  fetch: (request: Request) => Promise<Response>
  /** Where failures are logged: `console.warn` in a browser. */
  warn: (message: string, error: unknown) => void
}

/**
 * Asks the provider to mail a link for a new password: POST {host}/dbconnections/change_password. Failures are only logged
 * (C9).
 */
export async function requestPasswordMail({
  baseUrl,
  clientId,
  email,
  fetch,
  warn,
}: PasswordMailOptions): Promise<void> {
  try {
    const response = await fetch(
      new Request(`${baseUrl}/dbconnections/change_password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_id: clientId, email, connection: passwordConnection }),
        signal: AbortSignal.timeout(timeoutMs),
      }),
    )
    if (!response.ok) throw new Error(`change_password: ${response.status}`)
  } catch (error) {
    warn('password mail', error)
  }
}

/** Only accounts with a password have an address to verify; others bring a verified one from elsewhere. */
function needsVerification(user: ManagementUser): boolean {
  return user.user_id.startsWith('auth0|') && user.email_verified === false
}
