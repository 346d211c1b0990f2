import type { Context } from 'hono'
import type { Provider } from 'oidc-provider'
import { nodeOf } from './form.ts'
import type { PayloadStore } from './payload.store.ts'
import { sessionSeconds } from './policy.ts'

interface SessionOptions {
  provider: () => Provider
  payloads: PayloadStore
}

/** Begins the provider's session of an account in this browser, in place of any that it has. */
export async function beginSession(
  c: Context,
  accountId: string,
  { provider: current, payloads }: SessionOptions,
): Promise<void> {
  const provider = current()
  const { incoming, outgoing } = nodeOf(c)
  const context = provider.createContext(incoming, outgoing)
  const before = await provider.Session.get(context)
  for (const { grantId } of Object.values(before.authorizations ?? {}))
    if (grantId) await payloads.endGrant(grantId)
  if (before.accountId) await before.destroy()

  // A new identifier: somebody may have planted the one that the browser brought.
  const session = new provider.Session()
  session.loginAccount({ accountId, amr: ['email'] })
  await session.save(sessionSeconds)
  context.cookies.set(provider.cookieName('session'), session.jti, {
    httpOnly: true,
    sameSite: 'lax',
    signed: true,
    path: '/',
    maxAge: sessionSeconds * 1000,
  })
}
