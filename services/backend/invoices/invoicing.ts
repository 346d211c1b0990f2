import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Log } from '../../../platform/log.ts'
import type { BackendConnector } from '../workshop.ts'
import { makeDocuments } from './documents.ts'
import { invoiceUsage } from './usage.ts'

/** The parts that the functions of invoices share. */
export interface Invoicing {
  db: Database
  connector: BackendConnector
  clock: Clock
  log: Log
  /** Public address of the site, for links in mails, without a slash at its end. */
  siteUrl: string
}

/** The jobs of invoices by name. Each may run in several processes at the same time. */
export function invoiceJobs(invoicing: Invoicing) {
  return {
    'write invoices': () => invoiceUsage(invoicing),
    'send invoices': () => makeDocuments(invoicing),
  }
}
