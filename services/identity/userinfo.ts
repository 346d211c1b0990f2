import type { Hono } from 'hono'
import { cors } from 'hono/cors'
import { decodeJwt } from 'jose'
import type { VerifyAccessToken } from '../../platform/auth/access-token.ts'
import type { ServiceEnv } from '../../platform/http/service.ts'
import type { Accounts } from './accounts.ts'
import { claimsOfScopes, findAccount } from './claims.ts'

interface UserinfoOptions {
  accounts: Accounts
  /** Checks tokens for the audience of this endpoint. */
  verifyUserinfoToken: VerifyAccessToken
  appOrigins: string[]
}

/**
 * GET and POST /userinfo (OpenID Connect Core 5.3). The library's own endpoint refuses every token with an audience, and
 * ours have one, because the API needs it.
 */
export function addUserinfo(app: Hono<ServiceEnv>, options: UserinfoOptions): void {
  const { accounts, verifyUserinfoToken, appOrigins } = options
  app.use(
    '/userinfo',
    cors({
      origin: appOrigins,
      allowHeaders: ['authorization', 'dpop'],
      exposeHeaders: ['www-authenticate', 'dpop-nonce'],
    }),
  )
  app.on(['GET', 'POST'], '/userinfo', async (c) => {
    const { subject } = await verifyUserinfoToken(c.req.raw)
    const { scope } = decodeJwt<{ scope?: string }>((c.req.header('authorization') ?? '').split(' ')[1] ?? '')
    const account = await findAccount(accounts, subject)
    const granted = new Set((scope ?? '').split(' ').flatMap((name) => claimsOfScopes[name] ?? []))
    const claims = Object.entries(account?.claims() ?? { sub: subject }).filter(([name]) => granted.has(name))
    return c.json(Object.fromEntries(claims), 200, { 'cache-control': 'no-store' })
  })
}
