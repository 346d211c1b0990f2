import type { KoaContextWithOIDC, Provider } from 'oidc-provider'

type Middleware = Parameters<Provider['use']>[0]

/** Security headers for what the library answers by itself. */
export function hardenAnswers(appOrigins: string[]): Middleware {
  // The library adds the hash of its own inline scripts, and lets the silent answer be framed.
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
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    // Going on after signing in takes nothing from the address; with a `client_id` there and no sign-in begun, the library
    // fails (oidc-provider 9.13.3, oneRedirectUriClients).
    if (ctx.path.startsWith('/authorize/')) ctx.querystring = ''
    if (ctx.path.startsWith('/.well-known/')) ctx.set('cache-control', 'public, max-age=3600')
    await next()
  }
}

/** What auth0-spa-js expects from Auth0 and the library says in other words. */
export const speakAuth0: Middleware = async (ctx, next) => {
  await next()
  const { oidc } = ctx as unknown as KoaContextWithOIDC
  const body = ctx.body as { error?: string; error_description?: string } | undefined
  if (oidc?.params?.grant_type === 'refresh_token' && body?.error === 'invalid_grant') {
    // Only with this wording the SDK falls back to the silent iframe (specification section 8).
    body.error_description = 'Unknown or invalid refresh token.'
  }
  // The silent answer is for the script in it; a 400 would only redden the visitor's console.
  if (ctx.status === 400 && oidc?.params?.response_mode === 'web_message' && ctx.type === 'text/html')
    ctx.status = 200
}
