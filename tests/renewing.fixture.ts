import { openDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import { orderJobs } from '../services/backend/orders/jobs.ts'
import type { PaymentProvider } from '../services/backend/payments/provider.ts'
import { subscriptionJobs } from '../services/backend/subscriptions/jobs.ts'
import { processParts } from './process-parts.fixture.ts'

/** Renews what is due at NOW in the database at DATABASE_URL, or in the folder DATA_DIR, with the provider at PROVIDER_URL, and ends. */
const { DATABASE_URL = '', DATA_DIR = '', PROVIDER_URL = '', NOW = '' } = process.env
const log = createLog('warn')
const { db, close } = await openDatabase({ databaseUrl: DATABASE_URL || null, dataDir: DATA_DIR, log })
const provider = new Proxy({} as PaymentProvider, {
  get:
    (_, name) =>
    async (...given: unknown[]) => {
      const body = JSON.stringify(given)
      const response = await fetch(`${PROVIDER_URL}/${String(name)}`, { method: 'POST', body })
      return response.json()
    },
})
const parts = processParts(db, provider, new Date(NOW))
process.send?.('begins')
for (const job of Object.values({ ...subscriptionJobs(parts), ...orderJobs(parts) })) await job()
await close()
process.exit(0)
