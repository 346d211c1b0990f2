import { deleteEnded } from './invoices.store.ts'
import { makeDocuments } from './documents.ts'
import type { Invoicing } from './parts.ts'
import { recordPayments } from './recording.ts'
import { invoiceUsage } from './usage.ts'

/** The jobs of invoices by name. Each may run in several processes at the same time. */
export function invoiceJobs(invoicing: Invoicing) {
  return {
    'write and send invoices': async () => {
      await invoiceUsage(invoicing)
      await makeDocuments(invoicing)
    },
    'record payments of bookings': () => recordPayments(invoicing),
    'delete invoices that need not be kept': () => deleteOld(invoicing),
  }
}

/** Retention ends with a year in any zone: a day in UTC is enough. */
async function deleteOld({ db, clock, log }: Invoicing): Promise<void> {
  const deleted = await deleteEnded(db, clock().toISOString().slice(0, 10))
  if (deleted > 0) log.info({ invoices: deleted }, 'invoices deleted whose retention has ended')
}
