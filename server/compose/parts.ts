import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRemoteJWKSet } from 'jose'
import type { GivenServices } from '../../app/context.ts'
import { createAssetReader } from '../../clients/content/assets.ts'
import { createBackendClient } from '../../clients/backend.ts'
import { createConnectorClient } from '../../clients/connector.ts'
import { isContentAnswer, isDrawing } from '../../clients/content/response-checks.ts'
import { createContentClient } from '../../clients/content/content.ts'
import { createIdentityManagement } from '../../clients/identity.ts'
import { createKeptFetch, type KeptFetchOptions } from '../../clients/content/stale-cache.ts'
import { createFront, stripped } from '../gateway.ts'
import { createAccessTokenVerifier } from '../../platform/auth/access-token.ts'
import { createAccountLink } from '../../platform/auth/account-link.ts'
import { systemClock as clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { OpenedDatabase } from '../../platform/database/database.ts'
import { createMetrics } from '../../platform/http/health.ts'
import type { Fetch } from '../../platform/http/service.ts'
import { startJob } from '../../platform/jobs/jobs.ts'
import { openKeptFiles } from '../../platform/file-cache.ts'
import { createLettering } from '../../platform/images/text-outlines.ts'
import type { Log } from '../../platform/log.ts'
import { createMailReader } from '../../platform/mail/mail-reader.ts'
import { createMailDelivery } from '../../platform/mail/mail.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { createPageCache, type PageCache } from '../../platform/http/page-cache.ts'
import { createPictures } from '../../platform/images/render-image.ts'
import { createReplay } from '../../platform/auth/replay.store.ts'
import { loadSecret } from '../../platform/auth/secret.ts'
import { clientAddress, type Middleware } from '../../platform/http/serve.ts'
import { createServiceTokens } from '../../platform/auth/service-token.ts'
import { isSignedPreview } from '../../platform/auth/storyblok-preview.ts'
import { createUserinfo } from '../../platform/auth/userinfo.ts'
import { createBackend } from '../../services/backend/backend.ts'
import { together } from '../../services/connector/cache/entries.ts'
import { createStoredAnswers } from '../../services/connector/cache/entries.store.ts'
import { createCache } from '../../services/connector/cache/cache.ts'
import { touchedBy } from '../../services/connector/cache/cached-workshop.ts'
import type { ChangedBooking } from '../../services/connector/workshop-system.ts'
import { createConnector } from '../../services/connector/connector.ts'
import { createEngine, createEngineJobs } from '../../services/connector/engine/engine.ts'
import { createIdempotency } from '../../platform/idempotency.ts'
import { createPace } from '../../services/connector/api/write-limit.ts'
import { createFabman } from '../../services/connector/fabman/fabman.ts'
import { createContent } from '../../services/content/content.ts'
import { createIdentity } from '../../services/identity/identity.ts'
import { createFabmanWebhook } from '../../services/webhooks/fabman.ts'
import { createStoryblokWebhook } from '../../services/webhooks/storyblok.ts'
import type { Site } from '../site.ts'

const remoteFetch = (request: Request) => fetch(request)

/** Every service and client of this process; which of the two forms a part has is decided here, line by line. */
export async function createParts(
  config: Config,
  { db, kind }: OpenedDatabase,
  log: Log,
  { stylesheetHref, development }: { stylesheetHref: () => string; development: boolean },
) {
  const { publicUrl } = config
  const secret = await loadSecret({ given: config.secret, db })
  const tokens = createServiceTokens(db, { clock })
  const readToken = config.connector.token ?? randomBytes(32).toString('base64url')
  const manageToken = config.connector.manageToken ?? randomBytes(32).toString('base64url')
  const backendToken = config.backend.token ?? randomBytes(32).toString('base64url')
  tokens.accept(readToken, ['read'])
  tokens.accept(manageToken, ['manage'])
  tokens.accept(backendToken, ['backend'])

  const workshopCache = createCache({
    clock,
    log,
    // The embedded database is this process's alone, and so is its memory.
    ...(kind === 'postgres' && { answers: createStoredAnswers(db, scopeOf(config.fabman)) }),
  })
  const fabman = config.fabman.apiKey
    ? createFabman({
        db,
        clock,
        siteUrl: publicUrl,
        log,
        cache: workshopCache,
        baseUrl: config.fabman.url,
        apiKey: config.fabman.apiKey,
        fetch: remoteFetch,
        now: () => performance.now(),
        random: Math.random,
      })
    : null
  const engineOptions = {
    db,
    clock,
    siteUrl: publicUrl,
    mailFrom: config.mail.from,
    changed: (bookings: ChangedBooking[]) => workshopCache.forget(together(bookings.map(touchedBy))),
  }
  const workshop = fabman?.workshop ?? createEngine(engineOptions)
  const identity = config.identity.remote
    ? null
    : await createIdentity({
        db,
        issuer: `${publicUrl}/`,
        clientId: config.identity.clientId,
        audience: config.identity.audience,
        appOrigins: [publicUrl],
        secret,
        production: config.production,
        trustProxy: config.trustProxy,
        stylesheetHref,
        siteName: (await workshop.spaces().catch(() => []))[0]?.name ?? 'Werkbank',
        clock,
        log,
      })
  const domain = config.identity.remote ?? publicUrl
  const replay = createReplay(db)
  const verifierAt = (mount: string) =>
    createAccessTokenVerifier({
      issuer: `${domain}/`,
      audience: config.identity.audience,
      keys: identity?.keys ?? createRemoteJWKSet(new URL(`${domain}/.well-known/jwks.json`)),
      clock,
      publicUrl: publicUrl + mount,
      replay,
      ...(!identity && { userinfo: createUserinfo({ url: `${domain}/userinfo`, fetch }) }),
    })

  const connectorUrl = config.connector.url ?? `${publicUrl}/connector/v1`
  const connectorFetch: Fetch = config.connector.url
    ? remoteFetch
    : stripped('/connector/v1', (request) => connector(request))
  const connectorClient = (token: string, onKept?: (ageSeconds: number) => void) =>
    createConnectorClient({
      onKept,
      baseUrl: connectorUrl,
      token,
      fetch: connectorFetch,
      log: (details) => log.warn(details, 'answer of the connector does not fit'),
    })
  const managing = connectorClient(manageToken)
  const findMember = createAccountLink({
    db,
    readAccount: async () => (await managing.spaces())[0]?.account ?? 1,
    lookUpByEmail: async (email) => (await managing.membersByEmail(email))[0]?.id ?? null,
  })
  const idempotency = createIdempotency({ db, clock })
  const connector = createConnector({
    workshop,
    idempotency,
    pace: createPace(clock),
    serviceTokens: tokens,
    verifyAccessToken: verifierAt('/connector/v1'),
    findMember,
    publicUrl: connectorUrl,
    clock,
    log,
    cache: workshopCache,
  })

  const management = identity
    ? createIdentityManagement({
        baseUrl: domain,
        ...identity.managementCredentials,
        fetch: identity.management,
      })
    : config.identity.management &&
      createIdentityManagement({ baseUrl: domain, ...config.identity.management, fetch: remoteFetch })
  const backendUrl = config.backend.url ?? `${publicUrl}/api`
  const backend = createBackend({
    db,
    connector: managing,
    verifyAccessToken: verifierAt('/api'),
    serviceTokens: tokens,
    findMember,
    identity: management,
    clientAddress,
    publicUrl: backendUrl,
    clock,
    log,
  })
  const pictures = createPictures()
  const content = createContent({
    pictures,
    folder: fileURLToPath(new URL('../../content', import.meta.url)),
    publicToken: config.content.token,
    previewToken: config.content.previewToken,
    assetBase: `${publicUrl}/content`,
    reload: !config.production,
    log,
  })
  const contentFetch: Fetch = config.content.endpoint ? remoteFetch : stripped('/content', content)
  const warn = ({ message, cause }: { message: string; cause: unknown }) => log.warn({ err: cause }, message)
  const keptFiles = openKeptFiles({ folder: join(config.dataDir, 'content'), warn })
  const keptFetch = (isGood: KeptFetchOptions['isGood']): Fetch =>
    createKeptFetch({
      fetch: remoteFetch,
      answers: keptFiles,
      isGood,
      now: () => clock().getTime(),
      random: Math.random,
      warn,
    })
  const verifyForSite = verifierAt('')

  const contentClient = createContentClient({
    endpoint: config.content.endpoint ?? `${publicUrl}/content/v2`,
    token: config.content.token,
    previewToken: config.content.previewToken,
    fetch: config.content.endpoint ? keptFetch(isContentAnswer) : contentFetch,
    draftFetch: contentFetch,
    now: () => clock().getTime(),
    // Files are looked at on each page while somebody writes them; kept pages ask by themselves (`pagesVersion`).
    ...(config.content.endpoint ? {} : { versionAgeMs: development ? 0 : 500 }),
    warn,
  })
  const backendClient = createBackendClient({
    baseUrl: backendUrl,
    authorise: () => ({ authorization: `Bearer ${backendToken}` }),
    fetch: config.backend.url ? remoteFetch : stripped('/api', backend),
  })
  let catalogue = 0
  let lastVersion = ''
  /** Of everything that a kept page is made from; the hour, because dates that are over leave it. */
  const pagesVersion = async () => {
    if (!config.content.endpoint) await contentClient.refresh()
    // A backend that is away makes no page wrong: its last version stands.
    catalogue = await backendClient.catalogueVersion().catch(() => catalogue)
    lastVersion = `${await contentClient.version()} ${catalogue} ${clock().toISOString().slice(0, 13)}`
    return lastVersion
  }
  const metrics = createMetrics()
  let pages: PageCache | null = null
  const webhook = createStoryblokWebhook({
    secret: config.content.webhookSecret,
    refresh: async () => {
      await contentClient.refresh()
      await pages?.refresh()
    },
    log,
  })
  const fabmanWebhook = createFabmanWebhook({
    secret: config.fabman.webhookSecret,
    received: fabman?.receive ?? (() => {}),
    log,
  })
  const siteServices = (site: Site): GivenServices => ({
    config: {
      publicUrl,
      buildId: site.buildId,
      demo: config.demo,
      gallery: !config.production,
      canResendVerification: management !== null,
      identity: {
        domain,
        clientId: config.identity.clientId,
        audience: config.identity.audience,
        dpop: config.identity.dpop,
      },
      backendUrl,
      connectorUrl,
    },
    content: contentClient,
    isPreview: (parameters) =>
      isSignedPreview(parameters, {
        previewToken: config.content.previewToken,
        spaceId: config.content.spaceId,
        now: clock(),
      }),
    connector: connectorClient(readToken),
    connectorWithAge: (onKept) => connectorClient(readToken, onKept),
    backend: backendClient,
    pagesVersion: () => lastVersion,
    pictures: {
      png: pictures.png,
      letters: createLettering(new URL('../../app/ui/fonts/heading.woff2', import.meta.url)),
    },
    readAsset: createAssetReader([
      { prefix: `${publicUrl}/content/f/`, fetch: stripped('/content', content) },
      { prefix: 'https://a.storyblok.com/f/', fetch: keptFetch(isDrawing) },
    ]),
    signedIn: async (request) => {
      if (!request.headers.has('authorization')) return null
      const memberId = await findMember(await verifyForSite(request))
      return memberId === null ? null : { memberId }
    },
    now: clock,
    log,
  })

  return {
    middlewares: identity ? [dispatch(identity)] : [],
    pages: () => {
      pages = createPageCache({
        version: pagesVersion,
        isPage: (pathname) => !notPages.test(pathname),
        passes: isSomebodysOwn,
        count: metrics.count,
        log,
      })
      return pages
    },
    front: (site: Site): Fetch =>
      createFront({
        mounts: {
          '/connector/v1': connector,
          '/api': backend,
          '/content': content,
          '/webhooks/storyblok': webhook,
          '/webhooks/fabman': fabmanWebhook,
        },
        unstripped: config.production ? {} : { '/dev/mail': createMailReader({ db, log }) },
        site: site.create(siteServices(site)),
        clientFolder: site.clientFolder,
        messageFiles: site.messageFiles,
        buildId: site.buildId,
        checks: {
          database: () => db.selectFrom('setting').select('key').limit(1).execute(),
          connector: () => connectorClient(readToken).spaces(),
          content: () =>
            contentFetch(
              new Request(
                `${config.content.endpoint ?? `${publicUrl}/content/v2`}/cdn/spaces/me?token=${config.content.token}`,
              ),
            ),
        },
        metrics,
        log,
      }),
    tools: { config, db, clock, tokens, identity, connector: managing },
    startJobs: () => {
      const mail = createMailDelivery({
        db,
        smtpUrl: config.mail.smtpUrl,
        from: config.mail.from,
        clock,
        log,
      })
      mail.start()
      const everyHour = 60 * 60 * 1000
      return [
        mail,
        startJob({
          name: 'forget old attempts',
          everyMs: everyHour,
          run: createRateLimit({ db, clock }).cleanUp,
          log,
        }),
        startJob({ name: 'forget kept answers', everyMs: everyHour, run: idempotency.cleanUp, log }),
        startJob({
          name: 'forget answers of the workshop',
          everyMs: 5 * 60_000,
          run: workshopCache.cleanUp,
          log,
        }),
        startJob({ name: 'forget used proofs', everyMs: everyHour, run: () => replay.cleanUp(clock()), log }),
        ...(fabman
          ? [startJob({ name: 'look after Fabman', everyMs: 30_000, run: fabman.reconcile, log })]
          : Object.entries(createEngineJobs(engineOptions)).map(([name, run]) =>
              startJob({ name, everyMs: 10_000, run, log }),
            )),
        ...(identity
          ? [startJob({ name: 'forget old sign-ins', everyMs: everyHour, run: identity.cleanUp, log })]
          : []),
      ]
    },
    close: async () => {
      await identity?.close()
      await keptFiles.close()
    },
  }
}

/** Names a Fabman account in the keys of its answers, without its key; nothing for the engine. */
function scopeOf({ url, apiKey }: Config['fabman']): string {
  if (!apiKey) return ''
  return `${createHash('sha256').update(`${url} ${apiKey}`).digest('hex').slice(0, 12)} `
}

/** Addresses of parts that answer for themselves. */
const notPages = /^\/(api|connector|content|data|assets|messages|builds|dev|webhooks)\//

/** A preview of a draft, and the home page for who chose English: those are not the page that everybody gets. */
function isSomebodysOwn(address: string, cookies: string): boolean {
  if (address.includes('_storyblok')) return true
  return /^\/(\?|$)/.test(address) && /(^|;\s*)i18n_redirected=en\b/.test(cookies)
}

/** Identity speaks Node's own objects, so its paths are taken before everything else. */
function dispatch(identity: Awaited<ReturnType<typeof createIdentity>>): Middleware {
  return (request, response, next) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    if (identity.handles(path)) identity.handle(request, response)
    else next()
  }
}
