import { systemClock as clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { loadSecret } from '../../platform/auth/secret.ts'
import type { OpenedDatabase } from '../../platform/database/database.ts'
import { createMetrics } from '../../platform/http/metrics.ts'
import type { Fetch } from '../../platform/http/service.ts'
import { createUpstreams } from '../../platform/http/upstreams.ts'
import type { Log } from '../../platform/log.ts'
import { createMailReader } from '../../platform/mail/mail-reader.ts'
import { createGateway } from '../gateway.ts'
import type { Site } from '../site.ts'
import { composeBackend } from './backend.ts'
import { type Base, serves } from './base.ts'
import { composeConnector, type ConnectorPart } from './connector.ts'
import { composeContent, type ContentPart } from './content.ts'
import { composeIdentity, firstSpace, type IdentityPart } from './identity.ts'
import { startJobs } from './jobs.ts'
import { composeMetrics } from './metrics.ts'
import { composePages } from './pages.ts'
import { composePayments } from './payments.ts'
import { composeReadiness } from './readiness.ts'
import { composeSite } from './site.ts'
import { composeTokens } from './tokens.ts'
import { composeWorkshop } from './workshop.ts'

interface ComposeOptions {
  /** Address of the site's style sheet, for pages of the identity service. */
  stylesheetHref: () => string
  development: boolean
}

/**
 * Composes every part of this process. Each composer decides which form its part has: served here (a fetch function
 * without a socket) or elsewhere (an address).
 */
export async function compose(
  config: Config,
  opened: OpenedDatabase,
  log: Log,
  { stylesheetHref, development }: ComposeOptions,
) {
  const { db } = opened
  const base: Base = {
    config,
    db,
    clock,
    log,
    secret: await loadSecret({ given: config.secret, db }),
    upstreams: createUpstreams(),
    metrics: createMetrics(),
  }
  const tokens = composeTokens(base)
  const workshop = composeWorkshop(base, (member) => backend.trainingChanged(member))
  const identity = await composeIdentity(base, workshop, stylesheetHref)
  const connector = composeConnector(base, tokens, identity, workshop)
  const received = () => backend.messageOfProvider()
  const payments = composePayments(base, identity, { stylesheetHref, received })
  const content = composeContent(base, { development })
  const backend = composeBackend(base, tokens, { identity, connector, payments, content })
  const pages = composePages(base, content, backend)
  const zone = async () => (await firstSpace(workshop.workshop)).timezone

  return {
    identityMiddleware: identity.middleware,
    /** Counts a response that the gateway does not see. */
    count: (status: number) => base.metrics.count('refused', status, 0),
    /** The page cache; null where this process serves no site, and in development. */
    pages: serves(base, 'site') && !development ? pages.start() : null,
    /** All addresses of this process. @param site null where this process serves no site */
    gateway: (site: Site | null, isStopping: () => boolean): Fetch =>
      createGateway({
        publicUrl: config.publicUrl,
        isStopping,
        mounts: {
          ...connector.mounts,
          ...backend.mounts,
          ...content.mounts,
          ...payments.mounts,
          ...(serves(base, 'site') && { '/webhooks/storyblok': pages.webhook }),
          ...(serves(base, 'connector') && { '/webhooks/fabman': workshop.fabmanWebhook }),
        },
        unstripped: config.local ? { '/dev/mail': createMailReader({ db, log, zone }) } : {},
        site: site && {
          ...site,
          fetch: composeSite(base, { identity, connector, backend, content, pages, payments }, site),
        },
        ...watch(base, { opened, tokens, identity, connector, content }),
        log,
      }),
    tools: {
      ...base,
      tokens: tokens.keeper,
      identity: identity.embedded,
      connector: connector.manager,
      workshop: workshop.workshop,
      ordering: backend.ordering,
      content: content.client,
      invalidate: () => workshop.cache.invalidate(['*']),
    },
    startJobs: () => startJobs(base, { workshop, identity, connector, backend, payments }),
    close: async () => {
      for (const part of [workshop, payments, connector, backend, identity, content]) await part.close()
    },
  }
}

interface WatchedParts {
  opened: OpenedDatabase
  tokens: ReturnType<typeof composeTokens>
  identity: IdentityPart
  connector: ConnectorPart
  content: ContentPart
}

/** What the gateway tells operators of this process. */
function watch(base: Base, parts: WatchedParts) {
  const { keeper } = parts.tokens
  return {
    readiness: composeReadiness(base, parts),
    metrics: composeMetrics(base, parts),
    count: base.metrics.count,
    manages: async (request: Request) => (await keeper.find(request))?.abilities.includes('manage') ?? false,
  }
}
