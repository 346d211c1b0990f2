import type { Database } from '../../../platform/database/database.ts'
import { readQuery } from '../../../platform/http/service.ts'
import type { Authentication } from '../callers.ts'
import { createCatalogueStore } from './catalogue.store.ts'
import type { BackendConnector } from '../workshop.ts'
import { type Handler, routes } from '../routes.ts'

interface Options {
  authentication: Authentication
  connector: BackendConnector
  db: Database
}

/** The price list and its version: packages belong to workshop management, credit packs to the backend. */
export function catalogueHandlers({ authentication, connector, db }: Options) {
  const store = createCatalogueStore(db)
  return {
    async packages(c) {
      await authentication.siteOrCaller(c.req.raw)
      readQuery(c, routes.packages.query)
      const [packages, creditPacks] = await Promise.all([connector.packageList(), store.creditPacks()])
      return c.json({ packages, creditPacks })
    },

    async catalogue(c) {
      await authentication.site(c.req.raw)
      readQuery(c, routes.catalogue.query)
      return c.json({ version: await store.version() })
    },
  } satisfies Record<string, Handler>
}
