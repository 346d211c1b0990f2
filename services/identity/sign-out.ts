import type { Hono } from 'hono'
import type { Provider } from 'oidc-provider'
import { z } from 'zod'
import { Problem } from '../../contracts/problem.ts'
import { readQuery, type ServiceEnv } from '../../platform/http/service.ts'
import type { IdentityEvents } from './events.ts'
import { nodeOf } from './form.ts'
import { addressOf } from '../../platform/http/network.ts'
import type { PayloadStore } from './payload.store.ts'

const LogoutQuery = z.object({
  client_id: z.string().max(100).optional(),
  returnTo: z.string().max(2000).optional(),
  federated: z.string().max(10).optional(),
})

interface SignOutOptions {
  provider: () => Provider
  payloads: PayloadStore
  clientId: string
  appOrigins: string[]
  events: IdentityEvents
  trustProxy: boolean
}

/**
 * GET /v2/logout, Auth0's sign-out (not OpenID's): ends the session with all its grants, then goes to `returnTo`.
 * Like Auth0's, a foreign page can trigger it, which is a nuisance and nothing more.
 */
export function addSignOut(app: Hono<ServiceEnv>, options: SignOutOptions): void {
  const { payloads, clientId, appOrigins } = options

  app.get('/v2/logout', async (c) => {
    const query = readQuery(c, LogoutQuery)
    const provider = options.provider()
    const client = await provider.Client.find(clientId)
    if (query.client_id !== undefined && query.client_id !== clientId) throw invalid('client_id')
    const returnTo = query.returnTo ?? `${appOrigins[0]}/`
    if (!client?.postLogoutRedirectUriAllowed(returnTo)) throw invalid('returnTo')

    const { incoming, outgoing } = nodeOf(c)
    const session = await provider.Session.get(provider.createContext(incoming, outgoing) as never)
    const grantIds = Object.values(session.authorizations ?? {}).flatMap(({ grantId }) => grantId ?? [])
    for (const grantId of grantIds) await payloads.endGrant(grantId)
    if (session.accountId) {
      await session.destroy()
      options.events.note('signOut', {
        account: session.accountId,
        address: addressOf(incoming, options.trustProxy),
      })
    }
    for (const name of [provider.cookieName('session'), `${provider.cookieName('session')}.sig`])
      c.header('set-cookie', clearing(name), { append: true })
    c.header('cache-control', 'no-store')
    c.header('referrer-policy', 'no-referrer')
    return c.redirect(returnTo, 302)
  })
}

function clearing(name: string): string {
  const secure = name.startsWith('__Host-') ? '; Secure' : ''
  return `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax${secure}`
}

function invalid(field: string): Problem {
  return new Problem('invalidInput', {
    errors: [{ field, message: 'not registered for this client' }],
    params: { field },
  })
}
