import { makeDocuments } from './documents.ts'
import type { Invoicing } from './parts.ts'
import { invoiceUsage } from './usage.ts'

/** The jobs of invoices by name. Each may run in several processes at the same time. */
export function invoiceJobs(invoicing: Invoicing) {
  return {
    'write and send invoices': async () => {
      await invoiceUsage(invoicing)
      await makeDocuments(invoicing)
    },
  }
}
