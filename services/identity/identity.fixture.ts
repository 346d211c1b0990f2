import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../../platform/clock.ts'
import type { KyselyPlugin, RootOperationNode } from 'kysely'
import { testDatabase } from '../../platform/database/database.fixture.ts'
import type { Database } from '../../platform/database/database.ts'
import { createLog, type Log } from '../../platform/log.ts'
import { createAccountMails } from './account-mails.ts'
import { createIdentity, type Identity } from './identity.ts'
import type { SecondProviderOptions } from './second-provider.ts'
import { DemoAccounts, seedAccounts } from './seed.ts'

export const clientId = 'werkbank'
export const demoPassword = 'werkbank-demo'
export const subjects = { mia: 'auth0|65f0a1b2c3d4e5f601020301' }

/** Where a provider is, and for whom it issues tokens. */
interface Provider {
  /** Origin, without trailing slash. */
  origin: string
  audience: string
}

export interface TestIdentity extends Provider {
  identity: Identity
  db: Database
  /** Starts a second process on the same database. */
  twin(): Promise<Identity>
  /** Sends the mails that were asked for, and returns how many requests were judged. */
  deliver(): Promise<number>
  close(): Promise<void>
}

interface TestIdentityOptions {
  clock?: Clock
  trustProxy?: boolean
  dpop?: boolean
  production?: boolean
  /** The sign-in page names the demo accounts. */
  namesDemo?: boolean
  /** The provider that accounts can be connected with. */
  connect?: SecondProviderOptions | null
  log?: Log
  /** Gets every statement before it runs. */
  onStatement?: (node: RootOperationNode) => void
  /** Answers requests outside identity. */
  otherwise?: (req: IncomingMessage, res: ServerResponse) => void
}

/** Starts identity with the demo accounts behind a real socket on localhost, on a fresh database. */
export async function startIdentity(options: TestIdentityOptions = {}): Promise<TestIdentity> {
  const {
    clock = () => new Date(),
    otherwise = notFound,
    trustProxy = true,
    dpop = false,
    production = false,
    namesDemo = false,
    connect = null,
    onStatement,
    log = createLog('error'),
  } = options
  const opened = await testDatabase()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const secret = randomBytes(32)
  const db = onStatement ? opened.db.withPlugin(watching(onStatement)) : opened.db
  const create = () =>
    createIdentity({
      db,
      issuer: `${origin}/`,
      clientId,
      audience: `${origin}/api`,
      appOrigins: [origin],
      dpop,
      secret,
      production,
      trustProxy,
      siteName: 'Halle 9',
      demo: namesDemo ? demoAccounts() : null,
      connect,
      timezone: 'Europe/Berlin',
      stylesheetHref: () => '/site.css',
      clock,
      log,
    })
  const identity = await create()
  await seedAccounts(opened.db, demoAccounts(), clock)
  server.on('request', (req, res) => {
    if (identity.handles((req.url ?? '').split('?', 1)[0] as string)) identity.handle(req, res)
    else otherwise(req, res)
  })
  return {
    origin,
    audience: `${origin}/api`,
    identity,
    db: opened.db,
    twin: create,
    deliver: createAccountMails({
      db: opened.db,
      issuer: `${origin}/`,
      siteName: 'Halle 9',
      clock,
      log: createLog('error'),
    }).delivery.deliverDue,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      identity.close()
      await opened.close()
    },
  }
}

/** A browser for tests: keeps cookies by path, follows no redirect by itself. */
export class TestBrowser {
  readonly #cookies = new Map<string, { value: string; path: string }>()
  readonly origin: string

  constructor(origin: string) {
    this.origin = origin
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name)?.value
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, { value, path: '/' })
  }

  async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.origin)
    const cookie = [...this.#cookies]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const headers = new Headers(init.headers)
    if (cookie) headers.set('cookie', cookie)
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    return response
  }

  /** Sends a form as the page would. */
  post(
    address: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return this.fetch(address, { method: 'POST', body: new URLSearchParams(fields), headers })
  }

  /** Follows redirects inside identity; returns the last address, which is the site's. */
  async follow(response: Response): Promise<URL> {
    let location = response.headers.get('location')
    while (location && new URL(location, this.origin).pathname.startsWith('/authorize')) {
      location = (await this.fetch(location)).headers.get('location')
    }
    return new URL(location ?? '', this.origin)
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = pair.split('=')
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/'
    if (attributes.some((one) => /^expires=Thu, 01 Jan 1970/i.test(one))) this.#cookies.delete(name)
    else this.#cookies.set(name, { value, path })
  }
}

export interface Pkce {
  verifier: string
  challenge: string
}

export function pkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** Returns the address of an authorization request; an empty value leaves the parameter out. */
export function authorizeAddress(
  { origin, audience }: Provider,
  { challenge }: Pkce,
  change: Record<string, string> = {},
): string {
  const parameters = {
    client_id: clientId,
    redirect_uri: `${origin}/me`,
    response_type: 'code',
    response_mode: 'query',
    scope: 'openid profile email',
    audience,
    state: 'state-of-the-test',
    nonce: 'nonce-of-the-test',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...change,
  }
  const given = Object.entries(parameters).filter(([, value]) => value !== '')
  return `${origin}/authorize?${new URLSearchParams(given)}`
}

/** Opens the sign-in page of a new authorization request. */
export async function openLogin(test: Provider, browser: TestBrowser, code: Pkce, change = {}) {
  const started = await browser.fetch(authorizeAddress(test, code, change))
  const address = new URL(started.headers.get('location') ?? '', test.origin)
  const page = await browser.fetch(address.href)
  const text = await page.text()
  return { address: address.pathname, page, text, csrf: /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? '' }
}

/** Signs in through the page; returns the address of the site at which the browser ends. */
export async function signIn(
  test: Provider,
  browser: TestBrowser,
  code: Pkce,
  { email = 'mia@example.org', password = demoPassword, change = {} } = {},
): Promise<URL> {
  const { address, csrf } = await openLogin(test, browser, code, change)
  return browser.follow(await browser.post(address, { csrf, email, password }))
}

export interface TokenAnswer {
  status: number
  access_token: string
  refresh_token: string
  id_token: string
  token_type: string
  expires_in: number
  scope: string
  error?: string
  error_description?: string
}

export async function tokenRequest(
  { origin }: Provider,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const response = await fetch(`${origin}/oauth/token`, {
    method: 'POST',
    headers: { origin, ...headers },
    body: new URLSearchParams({ client_id: clientId, ...fields }),
  })
  return { status: response.status, ...((await response.json()) as Omit<TokenAnswer, 'status'>) }
}

export function exchange(test: Provider, callback: URL, { verifier }: Pkce): Promise<TokenAnswer> {
  return tokenRequest(test, {
    grant_type: 'authorization_code',
    code: callback.searchParams.get('code') ?? '',
    code_verifier: verifier,
    redirect_uri: `${test.origin}/me`,
  })
}

export function refresh(test: TestIdentity, refreshToken: string): Promise<TokenAnswer> {
  return tokenRequest(test, { grant_type: 'refresh_token', refresh_token: refreshToken })
}

/** Signs in and exchanges the code. */
export async function tokensOf(
  test: TestIdentity,
  browser: TestBrowser,
  email?: string,
): Promise<TokenAnswer> {
  const code = pkce()
  return exchange(test, await signIn(test, browser, code, { email }), code)
}

/** Sends the mails that were asked for, then returns the link of the newest one to an address. */
export async function newestLink(test: TestIdentity, address: string): Promise<string> {
  const link = (await mailsTo(test, address)).at(-1)?.text?.match(/http\S+/)?.[0]
  if (!link) throw new Error(`no mail to ${address}`)
  return link
}

export async function mailsTo(test: TestIdentity, address: string) {
  while ((await test.deliver()) > 0);
  const rows = await test.db.selectFrom('mail').selectAll().orderBy('id').execute()
  return rows.filter((row) => row.toAddress === address)
}

export function demoAccounts(): DemoAccounts {
  const file = new URL('../../content/demo/accounts.json', import.meta.url)
  return DemoAccounts.parse(JSON.parse(readFileSync(file, 'utf8')))
}

function watching(onStatement: (node: RootOperationNode) => void): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      onStatement(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

function notFound(_: IncomingMessage, res: ServerResponse): void {
  res.writeHead(404).end()
}
