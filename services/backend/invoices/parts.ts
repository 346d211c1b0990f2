import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Log } from '../../../platform/log.ts'
import type { BackendConnector } from '../workshop.ts'
import type { PaymentProvider } from '../payments/provider.ts'
import type { Pdfs } from './pdf.ts'

/** The parts that the functions of invoices share. */
export interface Invoicing {
  db: Database
  connector: BackendConnector
  clock: Clock
  log: Log
  /** Public address of the site, for links in mails, without a slash at its end. */
  siteUrl: string
  pdfs: Pick<Pdfs, 'invoicePdf' | 'certificatePdf'>
  /** null = nobody can pay online here: people transfer. */
  provider: PaymentProvider | null
}
