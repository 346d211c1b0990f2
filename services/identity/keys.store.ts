import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

export interface KeyRow {
  kid: string
  sealed: Buffer
  createdAt: Date
}

/** Rows of `identity_key`: sealed private keys. */
export function createKeyStore(db: Database) {
  return {
    /** Oldest first. */
    all: (): Promise<KeyRow[]> =>
      db.selectFrom('identityKey').selectAll().orderBy('createdAt').orderBy('kid').execute(),

    async add(row: KeyRow): Promise<void> {
      await db.insertInto('identityKey').values(row).execute()
    },

    /** Adds the first key: of processes that start at the same time only one succeeds. */
    async addFirst(row: KeyRow): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(hashtext('identity_key'))`.execute(transaction)
        const known = await transaction.selectFrom('identityKey').select('kid').limit(1).executeTakeFirst()
        if (!known) await transaction.insertInto('identityKey').values(row).execute()
      })
    },

    async remove(kids: string[]): Promise<void> {
      if (kids.length > 0) await db.deleteFrom('identityKey').where('kid', 'in', kids).execute()
    },
  }
}
