import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { dataApi } from '../contracts/http/data.ts'
import { Locale, Problem } from '../contracts/problem.ts'
import { withoutSecret } from '../contracts/secret-path.ts'
import type { Kind } from '../platform/http/admission.ts'
import { behindPrefix } from '../platform/http/behind-prefix.ts'
import type { Readiness } from '../platform/http/health.ts'
import { abortedStatus, type Metrics } from '../platform/http/metrics.ts'
import { isThisMachine } from '../platform/http/network.ts'
import { clientAddress } from '../platform/http/serve.ts'
import {
  createService,
  type Fetch,
  limited,
  problemResponse,
  refuseNul,
  type ServiceEnv,
  withinLimit,
} from '../platform/http/service.ts'
import type { Log } from '../platform/log.ts'
import { requestIdFrom } from '../platform/request-context.ts'
import { accessLine } from './access-log.ts'

interface GatewayOptions {
  publicUrl: string
  /** Services by the prefix that is cut off before they see the address. */
  mounts: Record<string, Fetch>
  /** Services that know their whole address. */
  unstripped: Record<string, Fetch>
  /** The web site, which answers everything else; null where this process does not serve it. */
  site: GatewaySite | null
  readiness: () => Promise<Readiness>
  /** Whether the process is about to end; then it is not ready. */
  isStopping?: () => boolean
  /** In the Prometheus text format. */
  metrics: () => Promise<string>
  count: Metrics['count']
  /** Whether the service token of a request has the ability `manage`. */
  manages: (request: Request) => Promise<boolean>
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
  const { mounts, unstripped, site, log } = options
  const gateway = new Hono<ServiceEnv>()
  gateway.use(headersAndLog(options))
  gateway.use(async (c, next) => {
    // The site and its services know no other method, and no Request object may have TRACE.
    if (methods.includes(c.req.method)) return next()
    return problemResponse(methodNotAllowed(methods), c)
  })
  gateway.use(async (c, next) => {
    refuseNul(c.req.raw.url)
    await next()
  })
  // Its routes in this app would bring their middleware along, such as the limit of bodies, to every address.
  const probes = health(options)
  for (const path of ['/health', '/ready', '/metrics']) gateway.all(path, (c) => probes.fetch(c.req.raw))
  for (const [prefix, fetch] of Object.entries(mounts)) mount(gateway, prefix, behindPrefix(prefix, fetch))
  for (const [prefix, fetch] of Object.entries(unstripped)) mount(gateway, prefix, fetch)
  if (site) addSite(gateway, site)
  gateway.notFound((c) => problemResponse(new Problem('notFound'), c))
  gateway.onError((error, c) => {
    if (error instanceof Problem) return problemResponse(error, c)
    if (!c.req.raw.signal.aborted)
      log.error({ err: error, path: withoutSecret(c.req.path) }, 'gateway failed')
    return problemResponse(new Problem('internal', { cause: error }), c)
  })
  return (request) => Promise.resolve(gateway.fetch(request))
}

/** What a request for a path asks for, where limits differ. */
export function kindOf(path: string): Kind {
  if (/^\/(health|ready|metrics)$/.test(path)) return 'probe'
  if (/^\/(assets|messages|builds|icons)\/|^\/favicon\.svg$/.test(path)) return 'file'
  return /^\/(api|connector|webhooks)(\/|$)/.test(path) ? 'part' : 'page'
}

function mount(gateway: Hono<ServiceEnv>, prefix: string, fetch: Fetch): void {
  gateway.all(prefix, (c) => fetch(c.req.raw))
  gateway.all(`${prefix}/*`, (c) => fetch(c.req.raw))
}

/** Sets the common headers, counts, and logs one line without the query, which may hold secrets. */
function headersAndLog({ publicUrl, count, log }: GatewayOptions): MiddlewareHandler<ServiceEnv> {
  const isHttps = publicUrl.startsWith('https:')
  return async (c, next) => {
    const began = performance.now()
    c.set('requestId', requestIdFrom(c.req.header('x-request-id')))
    await next()
    c.res.headers.set('x-request-id', c.get('requestId'))
    secure(c.res.headers, c.req.path, isHttps)
    const status = c.req.raw.signal.aborted ? abortedStatus : c.res.status
    const ms = performance.now() - began
    const { method, path } = c.req
    count(kindOf(path), status, ms)
    if (path.startsWith('/assets/')) return
    const challenge = c.res.headers.get('www-authenticate')
    log.info(accessLine({ method, path, status, ms, challenge }), 'request')
  }
}

function health({ readiness, isStopping = () => false, metrics, manages, log }: GatewayOptions) {
  const app = createService('gateway', log)
  // Whether the token is good stays unknown while the database is away.
  const mayInspect = async (request: Request) => isLocal(request) || manages(request).catch(() => false)
  app.get('/health', (c) => c.json({ status: 'ok' }))
  app.get('/ready', async (c) => {
    const { ready, ...details } = await readiness()
    const isReady = ready && !isStopping()
    const body = { ready: isReady, ...((await mayInspect(c.req.raw)) && details) }
    return c.json(body, isReady ? 200 : 503)
  })
  app.get('/metrics', async (c) => {
    if (!(await mayInspect(c.req.raw))) throw new Problem('notFound')
    return c.text(await metrics())
  })
  return app
}

/** Whether a program on this machine asks. A proxy here passes on requests of others, and says so. */
function isLocal(request: Request): boolean {
  const isPassedOn = ['x-forwarded-for', 'forwarded', 'via'].some((name) => request.headers.has(name))
  return !isPassedOn && isThisMachine(clientAddress(request))
}

function addSite(gateway: Hono<ServiceEnv>, site: GatewaySite): void {
  const { clientFolders, messageFiles, buildId } = site
  gateway.get('/builds/latest.json', (c) => c.json({ id: buildId }, 200, { 'cache-control': 'no-store' }))
  gateway.get('/messages/:locale/messages.json', async (c, next) => {
    const locale = Locale.safeParse(c.req.param('locale'))
    const messages = locale.success && (await messageFiles())[locale.data]
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
    gateway.get('/icons/*', serveStatic({ root }))
  }
  gateway.get('/', async (c, next) => {
    // Decided before any page cache; nothing else redirects by the cookie (S8).
    if (getCookie(c, 'i18n_redirected') === 'en') return c.redirect(`/en${new URL(c.req.url).search}`, 302)
    return next()
  })
  gateway.use('/data/*', answerDataMethods, async (c, next) => {
    c.req.raw = await withinLimit(c.req.raw)
    await next()
  })
  gateway.all('*', async (c) => {
    const request = c.req.raw
    // A page would be made without a turn where the parts of the installation call each other.
    if (kindOf(c.req.path) === 'part') return c.notFound()
    const address = movedAddress(request.url)
    if (address) return c.redirect(address, 301)
    // The site reads a photo within a limit of its own, and refuses a large form by a page in the visitor's language.
    const response = await site.fetch(takesPhotos.test(c.req.path) ? request : limited(request))
    const refused = refusedFile(response)
    return refused ? problemResponse(refused, c) : response
  })
}

/** What React Router refuses for an address without a page, as JSON of its own; null = another response. */
function refusedFile({ status, headers }: Response): Problem | null {
  if (status < 400 || !headers.get('content-type')?.startsWith('application/json')) return null
  if (status === 405) return methodNotAllowed(['GET', 'HEAD'])
  return status < 500 ? new Problem(status === 404 ? 'notFound' : 'malformed') : null
}

/** Sets the headers of every response. */
function secure(headers: Headers, path: string, isHttps: boolean): void {
  // A page with a secret in its address tells less to where its links lead.
  const referrer = headers.get('referrer-policy')
  for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value)
  if (referrer) headers.set('referrer-policy', referrer)
  // Browsers that saw the https site once never ask for the http one again.
  if (isHttps) headers.set('strict-transport-security', transportSecurity)
  // Pages of another origin show the pictures of a content service that serves it.
  if (!path.startsWith('/content/')) headers.set('cross-origin-resource-policy', 'same-origin')
  // Pages bring their own policy, and the policy of a worker's file would be the worker's.
  if (!headers.has('content-security-policy') && !path.startsWith('/assets/')) {
    headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  }
}

/** The site would answer other methods and unknown data routes with a page. */
const answerDataMethods: MiddlewareHandler<ServiceEnv> = async (c, next) => {
  const allowed = dataRoutes.filter(({ address }) => address.test(c.req.path)).flatMap((row) => row.methods)
  if (allowed.includes(c.req.method)) return next()
  return problemResponse(allowed.length > 0 ? methodNotAllowed(allowed) : new Problem('notFound'), c)
}

const dataRoutes = Object.values(dataApi).map(({ path, method }) => ({
  address: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
  methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
}))

function methodNotAllowed(allowed: readonly string[]): Problem {
  return new Problem('methodNotAllowed', { headers: { allow: allowed.join(', ') } })
}

const takesPhotos = /^\/(en\/)?onboarding\/image(\.data)?\/?$/

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
}

export const transportSecurity = 'max-age=31536000'

/**
 * Returns the one address that a page has, null for that address itself: without doubled slashes, which the site would
 * fold unseen (another host's, too, at the beginning), and with a path that can be decoded, because React Router writes
 * one that cannot to the terminal as sent, and knows no route with a line break, not even the one for every address.
 * Below `/de/` the site folds slashes as it redirects, in one hop.
 */
function movedAddress(url: string): string | null {
  const { pathname, search } = new URL(url)
  const path = /^(\/en)?\/de\//i.test(pathname) ? pathname : pathname.replace(/\/{2,}/g, '/')
  const readable = isReadable(path) ? path : path.replaceAll('%', '%25')
  return readable === pathname ? null : readable + search
}

function isReadable(path: string): boolean {
  try {
    return !/[\n\r\u2028\u2029]/.test(decodeURIComponent(path))
  } catch {
    return false
  }
}
