import type { EventEmitter } from 'node:events'
import type { JWK } from 'jose'
import {
  type Configuration,
  errors,
  type JWTStructured,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import { tokenExchange } from '../../contracts/ticket.ts'
import { isProblem } from '../../contracts/problem.ts'
import type { Log } from '../../platform/log.ts'
import type { RateLimit } from '../../platform/rate-limit.ts'
import type { Accounts } from './accounts.ts'
import { hardenAnswers, speakAuth0 } from './response-headers.ts'
import { claimsOfScopes, emailClaims, findAccount } from './claims.ts'
import { answerProblem, answerProblems } from './database-problems.ts'
import type { IdentityEvents } from './events.ts'
import { addressOf } from '../../platform/http/network.ts'
import { derive } from './keys.ts'
import type { PageFrame } from './pages/layout.ts'
import { expiredPage, problemPage, signOutPage, signedOutPage } from './pages/message.ts'
import { localeOfPage } from './pages/texts.ts'
import type { PayloadStore } from './payload.store.ts'
import { addTokenExchange } from './token-exchange.ts'
import { limitStarts } from './start-limit.ts'
import {
  accessTokenSeconds,
  grantAll,
  myAccountOf,
  redirectUris,
  resourceServerOf,
  scopes,
  sessionSeconds,
  signInPolicy,
} from './policy.ts'

const day = 24 * 60 * 60
/** A session that is used every day still ends (ASVS 7.3.2). */
const sessionMaxSeconds = 30 * day
/** A session or an interaction of nobody in particular. */
const anonymousSeconds = 3600

export interface ProviderOptions {
  /** Ends in a slash: auth0-spa-js expects it so. */
  issuer: string
  clientId: string
  audience: string
  /** Origins of the site, without trailing slash. */
  appOrigins: string[]
  /** Every token must be bound to a key. */
  dpop: boolean
  secret: Buffer
  /** Private keys, the signing one first. */
  keys: JWK[]
  accounts: Accounts
  payloads: PayloadStore
  rateLimit: RateLimit
  trustProxy: boolean
  events: IdentityEvents
  frame: PageFrame
  log: Log
}

/** Configures oidc-provider for auth0-spa-js as a first-party client: PKCE, rotation, DPoP, no consent screen. */
export function createProvider(options: ProviderOptions): Provider {
  const { issuer, log } = options
  const provider = new Provider(issuer, configurationOf(options))
  // The issuer decides on secure cookies and addresses, see `identity.ts`.
  provider.proxy = true
  provider.use(answerProblems(options.frame, log))
  provider.use(hardenAnswers(options.appOrigins))
  provider.use(speakAuth0)
  provider.use(limitStarts(options))
  provider.on('server_error', (ctx, error) => {
    log.error({ service: 'identity', path: ctx.path, err: error }, isProblem(error) ? error.code : 'internal')
    // The library's own response says 500.
    if (isProblem(error)) answerProblem(ctx, error, options.frame)
  })
  // Without a listener Koa writes to stderr. The library's types lack this event.
  ;(provider as EventEmitter).on('error', (error: NodeJS.ErrnoException) => {
    const isHangUp = error.code === 'ECONNRESET' || error.code === 'EPIPE'
    log[isHangUp ? 'info' : 'error']({ service: 'identity', err: error }, 'internal')
  })
  addTokenExchange(provider, options.accounts, options.audience)
  noteEvents(provider, options)
  return provider
}

/** Notes what the library tells of tokens and sign-outs. */
function noteEvents(provider: Provider, { events, trustProxy }: ProviderOptions): void {
  const about = (ctx: KoaContextWithOIDC) => {
    const { Account, RefreshToken, Session } = ctx.oidc.entities
    const account = Account?.accountId ?? RefreshToken?.accountId ?? Session?.accountId
    return { account, address: addressOf(ctx.req, trustProxy) }
  }
  provider.on('grant.success', (ctx) => events.note('tokenIssued', about(ctx)))
  provider.on('grant.error', (ctx, { error, error_detail: detail }) => {
    const isReuse = ctx.oidc.params?.grant_type === 'refresh_token' && detail?.endsWith('already used')
    events.note(isReuse ? 'refreshTokenReused' : 'tokenRefused', { ...about(ctx), error })
  })
  provider.on('end_session.success', (ctx) => events.note('signOut', about(ctx)))
}

function configurationOf(options: ProviderOptions): Configuration {
  const { clientId, appOrigins, dpop, accounts, payloads, keys, secret } = options
  return {
    adapter: payloads.adapter,
    jwks: { keys: keys },
    clients: [
      {
        client_id: clientId,
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        dpop_bound_access_tokens: dpop,
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token', tokenExchange],
        redirect_uris: redirectUris(appOrigins),
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
      ...claimsOfScopes,
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
    formats: { customizers: { jwt: (_, __, jwt) => addUserinfoAudience(jwt, options.issuer) } },
    ttl: lifetimes,
    cookies: cookiesOf(options),
    // Asked before each token is issued, for people whose session or refresh token counts.
    findAccount: async (_, id) => {
      await accounts.acceptNewTokens(id)
      return findAccount(accounts, id)
    },
    extraTokenClaims: async (ctx, token) => ('aud' in token && token.aud ? emailClaims(ctx) : undefined),
    interactions: { policy: signInPolicy(accounts), url: (_, interaction) => `/u/login/${interaction.uid}` },
    loadExistingGrant: grantAll,
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

/** Makes a token with the scope `openid` count at /userinfo as well, as Auth0's do. */
function addUserinfoAudience({ payload }: JWTStructured, issuer: string): void {
  const { aud, scope } = payload as { aud: string; scope?: string }
  if (scope?.split(' ').includes('openid')) payload['aud'] = [aud, `${issuer}userinfo`]
}

const lifetimes: Configuration['ttl'] = {
  AccessToken: accessTokenSeconds,
  AuthorizationCode: 60,
  IdToken: 3600,
  Interaction: anonymousSeconds,
  Grant: sessionSeconds,
  // Rotation never extends the lifetime (RFC 10017 section on refresh tokens).
  RefreshToken: (ctx) => ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? sessionSeconds,
  Session: (_, session) => {
    if (!session.accountId) return anonymousSeconds
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

function featuresOf(
  { audience, issuer, frame }: ProviderOptions,
  nonceSecret: Buffer,
): Configuration['features'] {
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
        oneOf ?? (ctx.oidc.params?.audience as string | undefined) ?? audience,
      getResourceServerInfo: async (_, resource) => {
        if (resource !== audience && resource !== myAccountOf(issuer)) throw new errors.InvalidTarget()
        return resourceServerOf(resource, issuer)
      },
    },
  }
}

function localeOfKoa(ctx: KoaContextWithOIDC) {
  return localeOfPage(ctx.oidc?.params?.ui_locales, ctx.get('accept-language'))
}
