import type { Database } from '../../../platform/database/database.ts'
import * as store from './sign-ups.store.ts'

/** Gives members the photos of their sign-ups, then deletes the sign-ups whose time is over. */
export async function tendSignUps(db: Database, now: Date): Promise<void> {
  await store.movePhotos(db, now)
  await store.removeExpired(db, now)
}
