import type { FabmanClient, FabmanOptions } from '../../../clients/fabman/fabman.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Log } from '../../../platform/log.ts'
import type { Cache } from '../cache/cache.ts'
import type { ReportsChanges } from '../workshop-system.ts'
import type { Changes } from './bookings/changes.ts'
import type { BookingReader } from './bookings/reader.ts'
import type { Directory } from './directory/directory.ts'

export interface FabmanWorkshopOptions extends Omit<FabmanOptions, 'warn'>, ReportsChanges {
  db: Database
  /** The time in the workshop; deadlines are counted on `now`. */
  clock: Clock
  /** Address of the site, for calendars, without a slash at its end. */
  siteUrl: string
  log: Log
  /** A message of Fabman says that somebody gave, changed or took away a training of a member. */
  trainingChanged?: (member: number) => void
  /** The connector's cache, where Fabman's messages invalidate entries. Default: one of its own. */
  cache?: Cache
}

/** The parts that the functions of the Fabman twin share. `client.forDisplay` gives way to bookings when the rate limit is short. */
export interface Parts extends FabmanWorkshopOptions {
  cache: Cache
  client: FabmanClient
  directory: Directory
  reader: BookingReader
  changes: Changes
}
