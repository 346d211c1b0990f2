import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import { identityAddresses, isAmong } from '../../contracts/addresses.ts'
import { Problem } from '../../contracts/problem.ts'
import { createAccessTokenVerifier } from '../../platform/auth/access-token.ts'
import { createNonces } from '../../platform/auth/dpop-nonce.ts'
import { createReplay } from '../../platform/auth/replay.store.ts'
import { createTokenEnd } from '../../platform/auth/token-end.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { createService } from '../../platform/http/service.ts'
import type { Log } from '../../platform/log.ts'
import { createRateLimit, type RateLimit } from '../../platform/rate-limit.ts'
import { type Account, type Accounts, createAccounts, type NewAccount } from './accounts.ts'
import { createIdentityEvents, type IdentityEvents } from './events.ts'
import { addConnect } from './connect.ts'
import { removeExpiredAttempts } from './connections.store.ts'
import { createSigningKeys } from './keys.ts'
import { type AccountMails, createAccountMails } from './account-mails.ts'
import { passwordChangedMail } from './mail-texts.ts'
import { problemPages } from './database-problems.ts'
import { identityStyles, type PageFrame } from './pages/layout.ts'
import { createPasswords } from './password.ts'
import { faultOf } from '../../platform/auth/password-rules.ts'
import { createPayloadStore, type PayloadStore } from './payload.store.ts'
import { myAccountOf } from './policy.ts'
import { createProvider } from './provider.ts'
import { addRecovery } from './recovery.ts'
import type { DemoAccounts } from './seed.ts'
import { hardenOwn } from './response-headers.ts'
import { type Rotation, startRotation } from './rotation.ts'
import { createSecondProvider, type SecondProviderOptions } from './second-provider.ts'
import { addSignIn } from './sign-in.ts'
import { addSignOut } from './sign-out.ts'
import { createTicketStore } from './tickets.store.ts'
import { addUserinfo } from './userinfo.ts'

export interface IdentityOptions {
  db: Database
  /** Absolute address, ends in a slash: auth0-spa-js expects it so. */
  issuer: string
  clientId: string
  audience: string
  /** Origins of the site, without trailing slash; pages lead back to the first. */
  appOrigins: string[]
  /** Whether every token is bound to a key of the browser (RFC 9449): a token request without proof is refused. */
  dpop: boolean
  /** At least 32 bytes, the same in every process. */
  secret: Buffer
  production: boolean
  trustProxy: boolean
  stylesheetHref: () => string
  /** Name of the space, on pages and in mails. */
  siteName: string
  /** The public demo accounts, for a note on the sign-in page; null where there are none. */
  demo: DemoAccounts | null
  /** The provider that accounts can be connected with; null = none. */
  connect: SecondProviderOptions | null
  /** IANA name of the zone of times in mails. */
  timezone: string
  clock: Clock
  log: Log
}

export interface Identity {
  /** Whether a path (without query) belongs to identity. */
  handles(path: string): boolean
  handle(req: IncomingMessage, res: ServerResponse): void
  /** Finds the public key of a token in-process. */
  keys: JWTVerifyGetKey
  jwks(): JSONWebKeySet
  /** Publishes a new signing key at once; it signs an hour later. */
  rotateKeys(): Promise<void>
  /** Loads keys that another process added, and promotes one after its hour. Runs every minute by itself. */
  refreshKeys(): Promise<void>
  /**
   * Adds an account and asks for its verification mail when the address is not verified.
   * @returns its subject
   * @throws Problem `conflict` when the address is taken, `invalidInput` with the fault of a refused password
   */
  createAccount(account: NewAccount): Promise<string>
  /**
   * Blocks the account of an address and ends its sessions and tokens, or lets it sign in again.
   * @returns false when the address has no account
   */
  setBlocked(email: string, blocked: boolean): Promise<boolean>
  /** How often each security event happened in this process. */
  events: IdentityEvents['counts']
  close(): void
}

/**
 * Creates the embedded OpenID provider with its accounts and pages. It speaks Node's req and res because oidc-provider does.
 * @throws Error when the issuer does not end in a slash, or the secret does not open the stored keys
 */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { db, issuer, secret, production, clock, log } = options
  if (!issuer.endsWith('/')) throw new Error(`The issuer must end in a slash: ${issuer}`)
  if (production && !/^https:|^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(issuer))
    throw new Error(`The issuer must be https: ${issuer}`)
  const frame: PageFrame = {
    siteName: options.siteName,
    siteOrigin: options.appOrigins[0] ?? '',
    stylesheetHref: options.stylesheetHref,
    demo: production ? null : options.demo,
  }
  const rateLimit = createRateLimit({ db, clock })
  const accounts = createAccounts({ db, passwords: createPasswords(), clock })
  const payloads = createPayloadStore(db, clock)
  const events = createIdentityEvents(log, secret)
  const mails = createAccountMails({ db, issuer, siteName: frame.siteName, clock, log })

  const rotation = await startRotation({
    signingKeys: createSigningKeys(db, secret, clock),
    build: (keys) => createProvider({ ...options, keys, accounts, payloads, rateLimit, frame, events }),
    log,
  })

  const app = createOwnAddresses({
    ...options,
    accounts,
    events,
    frame,
    mails,
    payloads,
    rateLimit,
    rotation,
  })
  const pages = getRequestListener(app.fetch, { overrideGlobalObjects: false })

  return {
    handles: (path) => isProtocol(path) || isOwn(path),
    handle(req, res) {
      settleHost(req, issuer)
      if (isProtocol(pathOf(req))) rotation.handle(req, res)
      else void pages(req, res)
    },
    keys: rotation.keys,
    jwks: rotation.jwks,
    rotateKeys: rotation.rotate,
    refreshKeys: rotation.refresh,
    async createAccount(account) {
      const { password, email, name = '' } = account
      const fault = faultOf(password, { siteName: frame.siteName, email, name })
      if (fault) throw new Problem('invalidInput', { errors: [{ field: 'password', message: fault }] })
      const subject = await accounts.create(account)
      const created = await accounts.ofId(subject)
      if (created && !created.emailVerified) await mails.request('verification', created.email)
      return subject
    },
    setBlocked: accounts.setBlocked,
    events: events.counts,
    close: rotation.stop,
  }
}

interface OwnAddresses extends IdentityOptions {
  accounts: Accounts
  events: IdentityEvents
  frame: PageFrame
  mails: AccountMails
  payloads: PayloadStore
  rateLimit: RateLimit
  rotation: Rotation
}

/** The addresses that the library does not answer: pages, Auth0's calls, /userinfo and Auth0's sign-out. */
function createOwnAddresses({ rotation, mails, payloads, ...options }: OwnAddresses) {
  const { db, issuer, clock, log, frame } = options
  const app = createService('identity', log)
  app.use(hardenOwn)
  app.use('/u/*', problemPages(frame, options.appOrigins))
  app.get('/u/identity.css', (c) =>
    c.body(identityStyles.css, 200, {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    }),
  )
  const issuerOrigin = new URL(issuer).origin
  const shared = { ...options, issuerOrigin, provider: rotation.provider }
  addSignIn(app, shared)
  const ticketAccount: Parameters<typeof addRecovery>[1]['ticketAccount'] = (purpose, ticket) =>
    createTicketStore(db).peek(purpose, ticket, clock())
  const passwordNotice = (account: Account) =>
    passwordChangedMail({
      account,
      at: clock(),
      timezone: options.timezone,
      issuer,
      siteName: frame.siteName,
    })
  addRecovery(app, { ...shared, payloads, mails, passwordNotice, ticketAccount })
  const verifierFor = (audience: string) =>
    createAccessTokenVerifier({
      issuer,
      audience,
      keys: rotation.keys,
      clock,
      publicUrl: issuerOrigin,
      replay: createReplay(db),
      nonces: createNonces(options.secret),
      isEnded: createTokenEnd({ db, clock, isEmbedded: true }),
    })
  addUserinfo(app, { ...shared, verifyUserinfoToken: verifierFor(`${issuer}userinfo`) })
  addConnect(app, {
    ...shared,
    verifyMyAccountToken: verifierFor(myAccountOf(issuer)),
    second: options.connect && createSecondProvider(options.connect),
  })
  addSignOut(app, { ...shared, payloads })
  return app
}

/** Deletes expired protocol state and tickets; returns the number of rows. */
export async function cleanUpIdentity(db: Database, clock: Clock): Promise<number> {
  const expiredState = await createPayloadStore(db, clock).removeExpired()
  const expiredAttempts = await removeExpiredAttempts(db, clock())
  return expiredState + expiredAttempts + (await createTicketStore(db).removeExpired(clock()))
}

function isProtocol(path: string): boolean {
  return isAmong(identityAddresses.protocol, path)
}

function isOwn(path: string): boolean {
  return isAmong(identityAddresses.own, path)
}

function pathOf(req: IncomingMessage): string {
  return (req.url ?? '/').split('?', 1)[0] as string
}

/** Addresses, secure cookies and DPoP's `htu` follow from the issuer alone, whatever a caller or proxy sends. */
function settleHost(req: IncomingMessage, issuer: string): void {
  const { host, protocol } = new URL(issuer)
  req.headers.host = host
  req.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  delete req.headers['x-forwarded-host']
}
