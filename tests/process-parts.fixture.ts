import type { Database } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import { managing } from '../server/commands/connector.fixture.ts'
import type { Ordering } from '../services/backend/orders/parts.ts'
import type { PaymentProvider } from '../services/backend/payments/provider.ts'
import { shieldConnector } from '../services/backend/workshop.ts'
import { createEngine } from '../services/connector/engine/engine.ts'

/** Returns the parts of a process with the embedded workshop system over one database, at a moment that stays. */
export function processParts(db: Database, provider: PaymentProvider | null, now: Date): Ordering {
  const clock = () => now
  const log = createLog('warn')
  const siteUrl = 'http://localhost'
  return {
    db,
    clock,
    log,
    siteUrl,
    provider,
    legalTextOf: async (page) => page,
    connector: shieldConnector(managing(createEngine({ db, clock, siteUrl }), clock), log),
    pdfs: { invoicePdf: async () => new Uint8Array([1]), certificatePdf: async () => new Uint8Array([2]) },
  }
}
