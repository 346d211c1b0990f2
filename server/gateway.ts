import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { createService, type Fetch } from '../platform/http/service.ts'
import { type Metrics, readyAnswer, type ReadyCheck } from '../platform/http/health.ts'
import type { Log } from '../platform/log.ts'
import { withoutSecret } from '../contracts/secret-path.ts'

interface FrontOptions {
  /** Services by the prefix that is cut off before they see the address. */
  mounts: Record<string, Fetch>
  /** Services that know their whole address. */
  unstripped: Record<string, Fetch>
  /** The web site: everything that nobody else answers. */
  site: Fetch
  /** Folder of the built browser files, null in development (Vite serves them). */
  clientFolder: string | null
  messageFiles: () => Promise<Record<string, object>>
  buildId: string
  checks: Record<string, ReadyCheck>
  metrics: Metrics
  log: Log
}

/** One address space over all parts: prefixes, static files, site infrastructure, then the site. */
export function createFront(options: FrontOptions): Fetch {
  const { mounts, unstripped, site, clientFolder, messageFiles, buildId, checks, metrics, log } = options
  const front = new Hono()
  front.use(async (c, next) => {
    const began = performance.now()
    await next()
    for (const [name, value] of Object.entries(securityHeaders)) c.res.headers.set(name, value)
    metrics.count(c.res.status)
    // Without the query, which may carry what is nobody's business; files of the build are left out.
    const { method } = c.req
    const path = withoutSecret(c.req.path)
    const ms = Math.round(performance.now() - began)
    if (!path.startsWith('/assets/')) log.info({ method, path, status: c.res.status, ms }, 'request')
  })
  // No Request may have this method, so nothing below could even look at it.
  front.on('TRACE', '*', (c) => c.body(null, 405, { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' }))
  front.route('/', infrastructure())
  for (const [prefix, fetch] of Object.entries(mounts)) {
    const answer = stripped(prefix, fetch)
    front.all(prefix, (c) => answer(c.req.raw))
    front.all(`${prefix}/*`, (c) => answer(c.req.raw))
  }
  for (const [prefix, fetch] of Object.entries(unstripped)) {
    front.all(prefix, (c) => fetch(c.req.raw))
    front.all(`${prefix}/*`, (c) => fetch(c.req.raw))
  }
  if (clientFolder) {
    front.use('/assets/*', async (c, next) => {
      await next()
      if (c.res.ok) c.res.headers.set('cache-control', 'public, max-age=31536000, immutable')
    })
    front.use('/assets/*', serveStatic({ root: clientFolder, precompressed: true }))
    front.get('/favicon.svg', serveStatic({ root: clientFolder }))
  }
  front.get('/', async (c, next) => {
    // Decided before any page cache; nothing else redirects by the cookie (`decisions.md` 20).
    if (getCookie(c, 'i18n_redirected') === 'en') return c.redirect(`/en${new URL(c.req.url).search}`, 302)
    return next()
  })
  front.all('*', (c) => (startsCanonical(c.req.raw) ? site(c.req.raw) : c.notFound()))
  front.onError((error, c) => {
    log.error({ err: error, path: withoutSecret(c.req.path) }, 'front failed')
    return c.text('500', 500)
  })
  return (request) => Promise.resolve(front.fetch(request))

  function infrastructure() {
    const app = createService('front', log)
    app.get('/health', (c) => c.json({ status: 'ok' }))
    app.get('/ready', async (c) => {
      const answer = await readyAnswer(checks)
      return c.json(answer, answer.ready ? 200 : 503)
    })
    app.get('/metrics', (c) => c.text(metrics.text()))
    app.get('/builds/latest.json', (c) => c.json({ id: buildId }, 200, { 'cache-control': 'no-store' }))
    app.get('/messages/:locale/messages.json', async (c, next) => {
      const messages = (await messageFiles())[c.req.param('locale')]
      if (!messages) return next()
      const hashed = c.req.query('v') === buildId
      return c.json(messages, 200, {
        'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      })
    })
    return new Hono().route('/', app)
  }
}

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
}

/** An address that begins with two slashes could become another host in a redirect. */
function startsCanonical(request: Request): boolean {
  return !/^https?:\/\/[^/]+\/[/\\]/.test(request.url)
}

/** A service behind a prefix sees its own addresses, whoever calls it. */
export function stripped(prefix: string, fetch: Fetch): Fetch {
  return (request) => {
    const url = new URL(request.url)
    url.pathname = url.pathname.slice(prefix.length) || '/'
    return fetch(new Request(url, request))
  }
}
