import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import { createStaleFetch } from '../../clients/content/stale-cache.ts'
import { createIdentityManagement, createSignUp } from '../../clients/identity.ts'
import type { Locale } from '../../contracts/problem.ts'
import { createAccessTokenVerifier } from '../../platform/auth/access-token.ts'
import { createNonces } from '../../platform/auth/dpop-nonce.ts'
import { createRemoteKeys, isKeySet } from '../../platform/auth/remote-keys.ts'
import { createReplay } from '../../platform/auth/replay.store.ts'
import { createTokenEnd } from '../../platform/auth/token-end.ts'
import { createUserinfo } from '../../platform/auth/userinfo.ts'
import { openFileCache } from '../../platform/file-cache.ts'
import { abortedStatus } from '../../platform/http/metrics.ts'
import type { Middleware } from '../../platform/http/serve.ts'
import { createIdentity, type Identity } from '../../services/identity/identity.ts'
import { createAccounts, type NewPerson } from '../../services/identity/accounts.ts'
import { createPasswords } from '../../services/identity/password.ts'
import { createAccountMails } from '../../services/identity/account-mails.ts'
import { hasDemoAccounts } from '../../services/identity/seed.ts'
import type { Fetch } from '../../platform/http/service.ts'
import type { Log } from '../../platform/log.ts'
import { accessLine } from '../access-log.ts'
import { demoAccounts } from '../commands/seed-demo.ts'
import { transportSecurity } from '../gateway.ts'
import { type Base, remoteFetch, serves } from './base.ts'
import type { Workshop } from './workshop.ts'

export type IdentityPart = Awaited<ReturnType<typeof composeIdentity>>

interface RemoteKeysOptions {
  url: string
  /** Keeps the last good key set over restarts. */
  folder: string
  fetch: Fetch
  /** Epoch milliseconds. */
  now: () => number
  log: Pick<Log, 'warn'>
}

/** Opens the keys of the provider at `url`; they outlive its failures and our restarts by a day. */
export function openRemoteKeys({ url, folder, fetch, now, log }: RemoteKeysOptions) {
  const warn = ({ message, cause }: { message: string; cause: unknown }) => log.warn({ err: cause }, message)
  const files = openFileCache({ folder, warn })
  const staleFetch = createStaleFetch({
    fetch,
    store: files,
    isGood: isKeySet,
    now,
    random: Math.random,
    warn,
  })
  return { keys: createRemoteKeys(url, staleFetch), close: () => files.close() }
}

/** The identity provider: the embedded one where this process serves it, else the one at `domain`. */
export async function composeIdentity(base: Base, { workshop }: Workshop, stylesheetHref: () => string) {
  const { config, db, clock, log, secret } = base
  const { publicUrl } = config
  const domain = config.identity.remote ?? publicUrl
  const { name: siteName, timezone } = await firstSpace(workshop)
  const embedded =
    config.identity.remote || !serves(base, 'identity')
      ? null
      : await createIdentity({
          db,
          issuer: `${publicUrl}/`,
          clientId: config.identity.clientId,
          audience: config.identity.audience,
          appOrigins: [publicUrl],
          dpop: config.identity.dpop,
          secret,
          production: config.production,
          trustProxy: config.trustProxy,
          stylesheetHref,
          siteName,
          demo: config.demo && (await hasDemoAccounts(db, demoAccounts())) ? demoAccounts() : null,
          connect: config.identity.connection,
          timezone,
          clock,
          log,
        })
  const accountMails = config.identity.remote
    ? null
    : createAccountMails({ db, issuer: `${publicUrl}/`, siteName, clock, log })
  const replay = createReplay(db)
  const nonces = createNonces(secret)
  const { keys, check, close } = embedded
    ? { keys: embedded.keys, check: null, close: async () => embedded.close() }
    : openKeys(base, `${domain}/.well-known/jwks.json`)
  const isEnded = createTokenEnd({ db, clock, isEmbedded: !config.identity.remote })
  return {
    domain,
    embedded,
    middleware: embedded && takeIdentityPaths(embedded, base),
    accountMails,
    ...managementOf(base, domain, accountMails),
    signUp: config.identity.remote ? remoteSignUp(base, domain) : embeddedSignUp(base),
    siteName,
    replay,
    close,
    /** @throws when the provider elsewhere does not say its keys; null where this process is the provider */
    check,
    /** Verifies access tokens for the part that is mounted at a path: DPoP proofs sign the outward address. */
    verifierAt: (mount: string) =>
      createAccessTokenVerifier({
        issuer: `${domain}/`,
        audience: config.identity.audience,
        keys,
        clock,
        publicUrl: publicUrl + mount,
        replay,
        nonces,
        isEnded,
        ...(config.identity.remote && {
          userinfo: createUserinfo({ url: `${domain}/userinfo`, fetch }),
        }),
      }),
  }
}

/** Registers at the embedded provider, whose database this process shares, also where another one serves it. */
function embeddedSignUp(base: Base) {
  const accounts = embeddedAccounts(base)
  return (person: NewPerson): Promise<void> => accounts.register(person)
}

function embeddedAccounts({ db, clock }: Base) {
  return createAccounts({ db, passwords: createPasswords(), clock })
}

/** Registers at a remote provider after the answer: its own takes longer for an address that it knows. */
function remoteSignUp(base: Base, baseUrl: string) {
  const { config, log } = base
  const { clientId } = config.identity
  const signUp = createSignUp({ baseUrl, clientId, fetch: remoteFetch(base, 'identity') })
  return async ({ userMetadata = {}, ...person }: NewPerson): Promise<void> => {
    signUp({ ...person, userMetadata }).catch((error: unknown) =>
      log.error({ err: error }, 'a registration failed'),
    )
  }
}

/** What the backend asks of the provider; each is null where a remote one gave us no credentials. */
function managementOf(
  base: Base,
  domain: string,
  accountMails: ReturnType<typeof createAccountMails> | null,
) {
  if (!accountMails) {
    const remote = remoteManagement(base, domain)
    return { management: remote, accounts: remote }
  }
  const resendVerification = (email: string, locale: Locale) =>
    accountMails.request('verification', email, locale)
  return { management: { resendVerification }, accounts: embeddedAccounts(base) }
}

/** The Management API of a remote provider, null without credentials for it. */
function remoteManagement(base: Base, baseUrl: string) {
  const credentials = base.config.identity.management
  if (!credentials) return credentials
  const now = () => performance.now()
  return createIdentityManagement({ baseUrl, ...credentials, fetch: remoteFetch(base, 'identity'), now })
}

function openKeys(base: Base, url: string) {
  const { config, clock, log } = base
  const fetch = remoteFetch(base, 'identity')
  const folder = join(config.dataDir, 'identity')
  return {
    ...openRemoteKeys({ url, folder, fetch, now: () => clock().getTime(), log }),
    async check(signal: AbortSignal): Promise<void> {
      const response = await fetch(new Request(url, { signal }))
      const isGood = isKeySet({ status: response.status, text: await response.text() })
      if (!isGood) throw new Error('no keys of the provider')
    },
  }
}

/** Returns name and time zone of the first space, also while the workshop system is away. */
export async function firstSpace(
  workshop: Workshop['workshop'],
): Promise<{ name: string; timezone: string }> {
  const [space] = await workshop.spaces().catch(() => [])
  return space ?? { name: 'Werkbank', timezone: 'Europe/Berlin' }
}

/** Identity speaks Node's own request and response, so its paths are taken before everything else. */
export function takeIdentityPaths(
  identity: Pick<Identity, 'handles' | 'handle'>,
  { config, log, metrics }: Pick<Base, 'config' | 'log' | 'metrics'>,
): Middleware {
  const isHttps = config.publicUrl.startsWith('https:')
  return (request, response, next) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    if (!identity.handles(path)) return next()
    if (isHttps) response.setHeader('strict-transport-security', transportSecurity)
    const began = performance.now()
    const write = () => {
      const ms = performance.now() - began
      const status = response.writableFinished ? response.statusCode : abortedStatus
      metrics.count('identity', status, ms)
      const challenge = response.getHeader('www-authenticate')?.toString() ?? null
      log.info(accessLine({ method: request.method ?? '', path, status, ms, challenge }), 'request')
    }
    // The event comes from the socket, which serves many requests.
    response.once('close', AsyncLocalStorage.bind(write))
    identity.handle(request, response)
  }
}
