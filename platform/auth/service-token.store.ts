import type { Database } from '../database/database.ts'

/** Rows of `service_token`. */
export function createServiceTokenStore(db: Database) {
  return {
    async add(row: {
      name: string
      abilities: string[]
      tokenHash: Buffer
      createdAt: Date
    }): Promise<number> {
      const { id } = await db.insertInto('serviceToken').values(row).returning('id').executeTakeFirstOrThrow()
      return id
    },

    valid(id: number) {
      return db
        .selectFrom('serviceToken')
        .select(['id', 'abilities', 'tokenHash'])
        .where('id', '=', id)
        .where('revokedAt', 'is', null)
        .executeTakeFirst()
    },

    all() {
      return db
        .selectFrom('serviceToken')
        .select(['id', 'name', 'abilities', 'createdAt', 'revokedAt', 'lastUsedAt'])
        .orderBy('id')
        .execute()
    },

    async revoke(id: number, now: Date): Promise<boolean> {
      const rows = await db
        .updateTable('serviceToken')
        .set({ revokedAt: now })
        .where('id', '=', id)
        .where('revokedAt', 'is', null)
        .returning('id')
        .execute()
      return rows.length > 0
    },

    /** Notes a use, at most once an hour, so that reading does not mean writing. */
    async touch(id: number, now: Date): Promise<void> {
      await db
        .updateTable('serviceToken')
        .set({ lastUsedAt: now })
        .where('id', '=', id)
        .where((or) =>
          or.or([or('lastUsedAt', 'is', null), or('lastUsedAt', '<', new Date(now.getTime() - 3_600_000))]),
        )
        .execute()
    },
  }
}
