import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { ReportsChanges } from '../workshop-system.ts'
import type { SendMail } from './mails/mails.ts'

/** The parts that the functions of the engine share. */
export interface Engine extends ReportsChanges {
  db: Database
  clock: Clock
  /** Public address of the site, for links in mails and calendars, without a slash at its end. */
  siteUrl: string
  sendMail: SendMail
}
