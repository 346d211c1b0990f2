import { openDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import { managing } from '../server/commands/connector.fixture.ts'
import { orderJobs } from '../services/backend/orders/jobs.ts'
import type { Ordering } from '../services/backend/orders/parts.ts'
import type { PaymentProvider } from '../services/backend/payments/provider.ts'
import { subscriptionJobs } from '../services/backend/subscriptions/jobs.ts'
import { shieldConnector } from '../services/backend/workshop.ts'
import { createEngine } from '../services/connector/engine/engine.ts'

/** Renews what is due at NOW in the database at DATABASE_URL, with the provider at PROVIDER_URL, and ends. */
const { DATABASE_URL = '', PROVIDER_URL = '', NOW = '' } = process.env
const log = createLog('warn')
const clock = () => new Date(NOW)
const siteUrl = 'http://localhost'
const { db, close } = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: '', log })
const provider = new Proxy({} as PaymentProvider, {
  get:
    (_, name) =>
    async (...given: unknown[]) => {
      const body = JSON.stringify(given)
      const response = await fetch(`${PROVIDER_URL}/${String(name)}`, { method: 'POST', body })
      return response.json()
    },
})
const parts: Ordering = {
  db,
  clock,
  log,
  siteUrl,
  provider,
  legalTextOf: async (page) => page,
  connector: shieldConnector(managing(createEngine({ db, clock, siteUrl }), clock), log),
  pdfs: { invoicePdf: async () => new Uint8Array([1]), certificatePdf: async () => new Uint8Array([2]) },
}
process.send?.('begins')
for (const job of Object.values({ ...subscriptionJobs(parts), ...orderJobs(parts) })) await job()
await close()
process.exit(0)
