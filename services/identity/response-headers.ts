import type { MiddlewareHandler } from 'hono'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import { isolationHeaders } from './pages/layout.ts'

type Middleware = Parameters<Provider['use']>[0]

/** Sets security headers on the library's own responses. */
export function hardenAnswers(appOrigins: string[]): Middleware {
  // The library adds the hash of its own inline scripts, and lets the silent response be framed.
  const policy = [
    "default-src 'none'",
    "base-uri 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "script-src 'self'",
    `form-action 'self' ${appOrigins.join(' ')}`,
    "frame-ancestors 'none'",
  ].join('; ')
  return async (ctx, next) => {
    ctx.set({
      ...isolationHeaders,
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    // Continuing after sign-in takes nothing from the address. With a `client_id` there and no sign-in begun, the library
    // fails (oidc-provider 9.13.3, oneRedirectUriClients).
    if (ctx.path.startsWith('/authorize/')) ctx.querystring = ''
    if (ctx.path.startsWith('/.well-known/')) ctx.set('cache-control', 'public, max-age=3600')
    await next()
  }
}

const ownHeaders = {
  ...isolationHeaders,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Sets security headers on each of our own responses; pages bring their own. */
export const hardenOwn: MiddlewareHandler = async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(ownHeaders)) {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
}

/** Translates the library's wording into what auth0-spa-js expects from Auth0. */
export const speakAuth0: Middleware = async (ctx, next) => {
  await next()
  const { oidc } = ctx as unknown as KoaContextWithOIDC
  const body = ctx.body as { error?: string; error_description?: string } | undefined
  if (oidc?.params?.grant_type === 'refresh_token' && body?.error === 'invalid_grant') {
    // The SDK falls back to the silent iframe only with this wording (E13).
    body.error_description = 'Unknown or invalid refresh token.'
  }
  // The script in the silent response is the point; a 400 would only add an error to the visitor's console.
  if (ctx.status === 400 && oidc?.params?.response_mode === 'web_message' && ctx.type === 'text/html')
    ctx.status = 200
}
