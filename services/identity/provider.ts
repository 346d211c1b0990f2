import type { JWK } from 'jose'
import {
  type Configuration,
  errors,
  type Grant,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import type { Log } from '../../platform/log.ts'
import type { Account, Accounts } from './accounts.ts'
import { derive } from './keys.ts'
import type { PageFrame } from './pages/layout.ts'
import { expiredPage, problemPage, signOutPage, signedOutPage } from './pages/message.ts'
import { localeOfPage } from './pages/texts.ts'
import type { PayloadStore } from './payload.store.ts'

const day = 24 * 60 * 60
const scopes = 'openid profile email offline_access'
export const accessTokenSeconds = 600
const sessionSeconds = 14 * day
/** A session that is used every day still ends (ASVS 7.3.2). */
const sessionMaxSeconds = 30 * day

export interface ProviderOptions {
  /** Ends in a slash: auth0-spa-js expects it so. */
  issuer: string
  clientId: string
  audience: string
  /** Origins of the site, without trailing slash. */
  appOrigins: string[]
  secret: Buffer
  /** Private keys, the signing one first. */
  keys: JWK[]
  accounts: Accounts
  payloads: PayloadStore
  frame: PageFrame
  log: Log
}

/** oidc-provider, configured for auth0-spa-js as a first-party client: PKCE, rotation, DPoP, no consent screen. */
export function createProvider(options: ProviderOptions): Provider {
  const { issuer, log } = options
  const provider = new Provider(issuer, configurationOf(options))
  // The issuer decides about secure cookies and addresses, see `identity.ts`.
  provider.proxy = true
  provider.use(hardenAnswers(options))
  provider.use(speakAuth0)
  provider.on('server_error', (ctx, error) =>
    log.error({ service: 'identity', path: ctx.path, err: error }, 'internal'),
  )
  return provider
}

function configurationOf(options: ProviderOptions): Configuration {
  const { clientId, appOrigins, accounts, payloads, keys, secret } = options
  return {
    adapter: payloads.adapter,
    jwks: { keys: keys as never },
    clients: [
      {
        client_id: clientId,
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: appOrigins.flatMap((origin) => [`${origin}/me`, `${origin}/`, origin]),
        post_logout_redirect_uris: appOrigins.flatMap((origin) => [`${origin}/`, origin]),
      },
    ],
    routes: {
      authorization: '/authorize',
      token: '/oauth/token',
      revocation: '/oauth/revoke',
      jwks: '/.well-known/jwks.json',
      userinfo: '/userinfo',
      end_session: '/oidc/logout',
    },
    responseTypes: ['code'],
    pkce: { required: () => true },
    scopes: scopes.split(' '),
    claims: {
      openid: ['sub'],
      profile: ['name', 'nickname', 'locale', 'updated_at'],
      email: ['email', 'email_verified'],
      acr: null,
      sid: null,
      auth_time: null,
      iss: null,
    },
    conformIdTokenClaims: false,
    extraParams: ['audience', 'connection', 'screen_hint'],
    rotateRefreshToken: true,
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => true,
    clientBasedCORS: (_, origin) => appOrigins.includes(origin),
    ttl: lifetimes,
    cookies: cookiesOf(options),
    findAccount: (_, id) => findAccount(accounts, id),
    extraTokenClaims: async (ctx, token) => ('aud' in token && token.aud ? emailClaims(ctx) : undefined),
    interactions: { policy: policyOf(accounts), url: (_, interaction) => `/u/login/${interaction.uid}` },
    loadExistingGrant,
    renderError: (ctx, out, error) => {
      const locale = localeOfKoa(ctx)
      const isOver = error instanceof errors.SessionNotFound
      ctx.type = 'html'
      ctx.body = String(
        isOver ? expiredPage(options.frame, locale) : problemPage(options.frame, locale, out.error),
      )
    },
    features: featuresOf(options, derive(secret, 'identity-dpop-nonce')),
  }
}

const lifetimes: Configuration['ttl'] = {
  AccessToken: accessTokenSeconds,
  AuthorizationCode: 60,
  IdToken: 3600,
  Interaction: 3600,
  Grant: sessionSeconds,
  // Rotation never extends the lifetime (RFC 10017 section on refresh tokens).
  RefreshToken: (ctx) => ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? sessionSeconds,
  Session: (_, session) => {
    const age = session.loginTs ? Math.floor(Date.now() / 1000) - session.loginTs : 0
    return Math.max(1, Math.min(sessionSeconds, sessionMaxSeconds - age))
  },
}

function cookiesOf({ issuer, secret }: ProviderOptions): Configuration['cookies'] {
  const secure = issuer.startsWith('https:')
  const shared = { httpOnly: true, sameSite: 'lax', signed: true } as const
  return {
    keys: [derive(secret, 'identity-cookies').toString('base64url')],
    names: {
      session: secure ? '__Host-identity' : 'identity',
      interaction: secure ? '__Secure-identity-interaction' : 'identity-interaction',
      resume: secure ? '__Secure-identity-resume' : 'identity-resume',
    },
    long: { ...shared, path: '/' },
    short: shared,
  }
}

function featuresOf({ audience, frame }: ProviderOptions, nonceSecret: Buffer): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    webMessageResponseMode: { enabled: true, ack: 'individual-draft-01' },
    revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
    pushedAuthorizationRequests: { enabled: false },
    dPoP: { enabled: true, nonceSecret, requireNonce: () => false, allowReplay: false },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) => {
        ctx.body = String(signOutPage(frame, localeOfKoa(ctx), form))
      },
      postLogoutSuccessSource: (ctx) => {
        ctx.body = String(signedOutPage(frame, localeOfKoa(ctx)))
      },
    },
    resourceIndicators: {
      enabled: true,
      useGrantedResource: async () => true,
      defaultResource: async (ctx, _, oneOf) =>
        (oneOf as string | undefined) ?? (ctx.oidc.params?.audience as string | undefined) ?? audience,
      getResourceServerInfo: async (_, resource) => {
        if (resource !== audience) throw new errors.InvalidTarget()
        return {
          scope: scopes,
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: accessTokenSeconds,
          jwt: { sign: { alg: 'RS256' } },
        }
      },
    },
  }
}

/** A first party asks for no consent; an account that is gone or blocked must sign in, an unverified one is refused. */
function policyOf(accounts: Accounts) {
  const { base, Check } = interactionPolicy
  const policy = base()
  policy.remove('consent')
  const ofSession = (ctx: KoaContextWithOIDC) =>
    ctx.oidc.session?.accountId ? accounts.ofId(ctx.oidc.session.accountId) : undefined
  policy.get('login')?.checks.add(
    new Check('account_usable', 'the account cannot be used', 'login_required', async (ctx) => {
      const account = await ofSession(ctx)
      return account === null || account?.blocked === true
    }),
  )
  policy.get('login')?.checks.add(
    new Check('email_verified', 'verify-mail', 'unauthorized', async (ctx) => {
      const account = await ofSession(ctx)
      // Specification section 8, for sessions that are older than the loss of the confirmation.
      if (account && !account.blocked && !account.emailVerified)
        throw new errors.CustomOIDCProviderError('unauthorized', 'verify-mail')
      return Check.NO_NEED_TO_PROMPT
    }),
  )
  return policy
}

async function findAccount(accounts: Accounts, id: string) {
  const account = await accounts.ofId(id)
  if (!account || account.blocked) return undefined
  return { accountId: id, claims: () => claimsOf(account) }
}

function claimsOf(account: Account) {
  return {
    sub: account.id,
    name: account.name,
    nickname: account.email.split('@')[0],
    locale: account.locale,
    updated_at: Math.floor(account.updatedAt.getTime() / 1000),
    email: account.email,
    email_verified: account.emailVerified,
  }
}

async function emailClaims(ctx: KoaContextWithOIDC) {
  const claims = await ctx.oidc.account?.claims('id_token', 'email', {}, [])
  return claims && { email: claims.email, email_verified: claims.email_verified }
}

async function loadExistingGrant(ctx: KoaContextWithOIDC): Promise<Grant> {
  const { provider, client, session, account, resourceServers } = ctx.oidc
  const clientId = client?.clientId as string
  const known = session?.grantIdFor(clientId)
  const grant =
    (known && (await provider.Grant.find(known))) ||
    new provider.Grant({ clientId, accountId: account?.accountId })
  grant.addOIDCScope(scopes)
  for (const resource of Object.keys(resourceServers ?? {})) grant.addResourceScope(resource, scopes)
  await grant.save()
  return grant
}

type Middleware = Parameters<Provider['use']>[0]

function hardenAnswers({ appOrigins }: ProviderOptions): Middleware {
  // The library adds the hash of its own inline scripts, and lets the silent answer be framed.
  const policy = [
    "default-src 'none'",
    "base-uri 'none'",
    "style-src 'self'",
    "font-src 'self'",
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
    if (ctx.path.startsWith('/.well-known/')) ctx.set('cache-control', 'public, max-age=3600')
    await next()
  }
}

/** What auth0-spa-js expects from Auth0 and the library says in other words. */
const speakAuth0: Middleware = async (ctx, next) => {
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

function localeOfKoa(ctx: KoaContextWithOIDC) {
  return localeOfPage(ctx.oidc?.params?.ui_locales, ctx.get('accept-language'))
}
