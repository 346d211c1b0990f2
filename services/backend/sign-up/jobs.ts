import type { Database } from '../../../platform/database/database.ts'
import * as store from './sign-ups.store.ts'

/** Deletes sign-ups whose time is over, with their photos. */
export function cleanUpSignUps(db: Database, now: Date): Promise<void> {
  return store.removeExpired(db, now)
}
