import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { withoutSecret } from '../contracts/secret-path.ts'
import type { Kind } from '../platform/http/admission.ts'
import { behindPrefix } from '../platform/http/behind-prefix.ts'
import { type Metrics, readyAnswer, type ReadyCheck } from '../platform/http/health.ts'
import { createService, type Fetch } from '../platform/http/service.ts'
import type { Log } from '../platform/log.ts'

interface GatewayOptions {
  publicUrl: string
  /** Services by the prefix that is cut off before they see the address. */
  mounts: Record<string, Fetch>
  /** Services that know their whole address. */
  unstripped: Record<string, Fetch>
  /** The web site, which answers everything else; null where this process does not serve it. */
  site: GatewaySite | null
  checks: Record<string, ReadyCheck>
  metrics: Metrics
  log: Log
}

interface GatewaySite {
  fetch: Fetch
  /** Folders of the built browser files, newest first; empty in development, where Vite serves them. */
  clientFolders: string[]
  messageFiles: () => Promise<Record<string, object>>
  buildId: string
}

/** Returns one address space over all parts: infrastructure, prefixes, static files, then the site. */
export function createGateway(options: GatewayOptions): Fetch {
  const { mounts, unstripped, site, checks, metrics, log } = options
  const gateway = new Hono()
  gateway.use(headersAndLog(options))
  // No Request object may have this method, so no handler below could answer it.
  gateway.on('TRACE', '*', (c) => c.body(null, 405, { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' }))
  gateway.route('/', health(checks, metrics, log))
  for (const [prefix, fetch] of Object.entries(mounts)) mount(gateway, prefix, behindPrefix(prefix, fetch))
  for (const [prefix, fetch] of Object.entries(unstripped)) mount(gateway, prefix, fetch)
  if (site) addSite(gateway, site)
  gateway.onError((error, c) => {
    log.error({ err: error, path: withoutSecret(c.req.path) }, 'gateway failed')
    return c.text('500', 500)
  })
  return (request) => Promise.resolve(gateway.fetch(request))
}

/** What a request for a path asks for, where limits differ. */
export function kindOf(path: string): Kind {
  if (/^\/(health|ready|metrics)$/.test(path)) return 'probe'
  if (/^\/(assets|messages|builds)\/|^\/favicon\.svg$/.test(path)) return 'file'
  return /^\/(api|connector|webhooks)(\/|$)/.test(path) ? 'part' : 'page'
}

function mount(gateway: Hono, prefix: string, fetch: Fetch): void {
  gateway.all(prefix, (c) => fetch(c.req.raw))
  gateway.all(`${prefix}/*`, (c) => fetch(c.req.raw))
}

/** Sets the common headers, counts, and logs one line without the query, which may hold secrets. */
function headersAndLog({ publicUrl, metrics, log }: GatewayOptions): MiddlewareHandler {
  const isHttps = publicUrl.startsWith('https:')
  return async (c, next) => {
    const began = performance.now()
    await next()
    secure(c.res.headers, c.req.path, isHttps)
    metrics.count(c.res.status)
    const { method } = c.req
    const path = withoutSecret(c.req.path)
    const ms = Math.round(performance.now() - began)
    if (!path.startsWith('/assets/')) log.info({ method, path, status: c.res.status, ms }, 'request')
  }
}

function health(checks: Record<string, ReadyCheck>, metrics: Metrics, log: Log) {
  const app = createService('gateway', log)
  app.get('/health', (c) => c.json({ status: 'ok' }))
  app.get('/ready', async (c) => {
    const answer = await readyAnswer(checks)
    return c.json(answer, answer.ready ? 200 : 503)
  })
  app.get('/metrics', (c) => c.text(metrics.text()))
  return new Hono().route('/', app)
}

function addSite(gateway: Hono, site: GatewaySite): void {
  const { clientFolders, messageFiles, buildId } = site
  gateway.get('/builds/latest.json', (c) => c.json({ id: buildId }, 200, { 'cache-control': 'no-store' }))
  gateway.get('/messages/:locale/messages.json', async (c, next) => {
    const messages = (await messageFiles())[c.req.param('locale')]
    if (!messages) return next()
    const isHashed = c.req.query('v') === buildId
    return c.json(messages, 200, {
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
  })
  gateway.use('/assets/*', async (c, next) => {
    await next()
    if (c.res.ok) c.res.headers.set('cache-control', 'public, max-age=31536000, immutable')
  })
  // Open pages of a former build still load its files.
  for (const root of clientFolders) {
    gateway.use('/assets/*', serveStatic({ root, precompressed: true }))
    gateway.get('/favicon.svg', serveStatic({ root }))
  }
  gateway.get('/', async (c, next) => {
    // Decided before any page cache; nothing else redirects by the cookie (S8).
    if (getCookie(c, 'i18n_redirected') === 'en') return c.redirect(`/en${new URL(c.req.url).search}`, 302)
    return next()
  })
  gateway.all('*', (c) => (isCanonical(c.req.raw) ? site.fetch(c.req.raw) : c.notFound()))
}

/** Sets the headers of every response. */
function secure(headers: Headers, path: string, isHttps: boolean): void {
  for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value)
  // Browsers that saw the https site once never ask for the http one again.
  if (isHttps) headers.set('strict-transport-security', transportSecurity)
  // Pages of another origin show the pictures of a content service that serves it.
  if (!path.startsWith('/content/')) headers.set('cross-origin-resource-policy', 'same-origin')
  // Pages bring their own policy, and the policy of a worker's file would be the worker's.
  if (!headers.has('content-security-policy') && !path.startsWith('/assets/')) {
    headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  }
}

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
}

export const transportSecurity = 'max-age=31536000'

/** Whether the path begins with one slash: one with two could become another host in a redirect. */
function isCanonical(request: Request): boolean {
  return !/^https?:\/\/[^/]+\/[/\\]/.test(request.url)
}
