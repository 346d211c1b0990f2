import type { BackendApi } from '../../../contracts/http/backend.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import type { BackendConnector } from '../workshop.ts'
import { createCatalogueStore } from './catalogue.store.ts'

/** The price list and its version: packages belong to the workshop system, credit packs to the backend. */
export function catalogueHandlers({ connector, db }: { connector: BackendConnector; db: Database }) {
  const store = createCatalogueStore(db)
  return {
    async packages() {
      const [packages, creditPacks] = await Promise.all([connector.packageList(), store.creditPacks()])
      return { packages, creditPacks }
    },
    catalogue: async () => ({ version: await store.version() }),
  } satisfies Partial<Handlers<BackendApi>>
}
