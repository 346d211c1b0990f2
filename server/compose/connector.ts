import {
  type ConnectorClientOptions,
  createConnectorClient,
  keptConnectorReads,
} from '../../clients/connector.ts'
import { createAccountLink } from '../../platform/auth/account-link.ts'
import { rememberNobody } from '../../platform/auth/nobody.ts'
import { behindPrefix } from '../../platform/http/behind-prefix.ts'
import type { Fetch } from '../../platform/http/service.ts'
import { createIdempotency } from '../../platform/idempotency.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { createSharedWriteLimit, createWriteLimit } from '../../services/connector/api/write-limit.ts'
import { createConnector } from '../../services/connector/connector.ts'
import { type Base, type Mounts, remoteFetch, serves } from './base.ts'
import type { IdentityPart } from './identity.ts'
import { openPageReads } from './page-reads.ts'
import type { composeTokens } from './tokens.ts'
import type { Workshop } from './workshop.ts'

const mount = '/connector/v1'

/** The connector and its clients: in this process where it serves the connector, else at its address. */
export function composeConnector(
  base: Base,
  tokens: ReturnType<typeof composeTokens>,
  { verifierAt }: IdentityPart,
  { workshop, cache, bookingsSeconds }: Workshop,
) {
  const { config, db, clock, log } = base
  const url = config.connector.url ?? config.publicUrl + mount
  const isEmbedded = !config.connector.url && serves(base, 'connector')
  const ask = isEmbedded ? behindPrefix(mount, (request) => service(request)) : remoteFetch(base, 'connector')
  /** A write may make a member of somebody who was none. */
  const clientFetch: Fetch = (request) =>
    request.method === 'GET' ? ask(request) : ask(request).finally(() => membersChanged())
  const clientWith = (token: string, forPages: Pick<ConnectorClientOptions, 'pageReads' | 'onStale'> = {}) =>
    createConnectorClient({
      ...forPages,
      baseUrl: url,
      token,
      fetch: clientFetch,
      log: (details) => log.warn(details, `unexpected answer of the connector: ${details.message}`),
    })
  const { pageReads, close } = openPageReads(base, 'connector', keptConnectorReads)
  const manager = clientWith(tokens.manage)
  const { lookUp, membersChanged } = rememberNobody(
    async (email) => (await manager.membersByEmail(email))[0]?.id ?? null,
  )
  const findMember = createAccountLink({
    db,
    readAccount: async () => (await manager.spaces())[0]?.account ?? 1,
    lookUpByEmail: lookUp,
  })
  const idempotency = createIdempotency({ db, clock })
  const service = createConnector({
    workshop,
    idempotency,
    writeLimit: config.databaseUrl
      ? createSharedWriteLimit(createRateLimit({ db, clock }))
      : createWriteLimit(clock),
    serviceTokens: tokens.keeper,
    verifyAccessToken: verifierAt(mount),
    findMember,
    publicUrl: url,
    clock,
    log,
    cache,
    bookingsSeconds,
  })
  return {
    url,
    /** Asks the connector elsewhere, past the kept answers of `reader`; null = it is in this process. */
    check: isEmbedded ? null : () => clientWith(tokens.read).spaces(),
    mounts: (isEmbedded ? { [mount]: service } : {}) as Mounts,
    /** Reads what pages show. */
    reader: clientWith(tokens.read, { pageReads }),
    /** The same for one request that shows how old its answers are. */
    readerWithAge: (onStale: (ageSeconds: number) => void) => clientWith(tokens.read, { pageReads, onStale }),
    /** Reads and writes what the backend and the commands look after. */
    manager,
    findMember,
    idempotency,
    close,
  }
}

export type ConnectorPart = ReturnType<typeof composeConnector>
