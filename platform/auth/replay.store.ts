import { createHash } from 'node:crypto'
import type { Database } from '../database/database.ts'
import type { Replay } from './dpop.ts'

/** Remembers what counts once, DPoP proofs and proofs of work, in `dpop_replay`, shared by all processes; ids are stored as SHA-256. */
export function createReplay(db: Database): Replay & { cleanUp(now: Date): Promise<void> } {
  return {
    async remember(jti, expiresAt) {
      const rows = await db
        .insertInto('dpopReplay')
        .values({ jtiHash: createHash('sha256').update(jti).digest(), expiresAt })
        .onConflict((conflict) => conflict.column('jtiHash').doNothing())
        .returning('expiresAt')
        .execute()
      return rows.length === 1
    },

    /** Deletes proofs that their own time already refuses. */
    async cleanUp(now) {
      await db.deleteFrom('dpopReplay').where('expiresAt', '<', now).execute()
    },
  }
}
