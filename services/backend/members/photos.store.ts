import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'

/** One transaction at a time writes photos: what a member chooses now is not replaced by what an order of theirs brings. */
export async function lockPhotos(tx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('photo'))`.execute(tx)
}

/** Returns the photo of a member as JPEG; null without one. */
export async function photoOf(db: Database, memberId: number): Promise<Buffer | null> {
  const row = await db.selectFrom('photo').select('jpeg').where('memberId', '=', memberId).executeTakeFirst()
  return row?.jpeg ?? null
}

/** Stores the photo of a member in place of the one before; null = removes it. */
export async function writePhoto(
  db: Database,
  { memberId, jpeg, now }: { memberId: number; jpeg: Buffer | null; now: Date },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockPhotos(tx)
    await tx.deleteFrom('photo').where('memberId', '=', memberId).execute()
    if (jpeg) await tx.insertInto('photo').values({ memberId, jpeg, updatedAt: now }).execute()
  })
}
