import { sql } from 'kysely'
import type { Granted } from '../../../../contracts/grant.ts'
import type { Database } from '../../../../platform/database/database.ts'
import type { GrantRecord } from '../../grant-record.ts'

interface Claim {
  key: string
  /** The attempt that works on the grant. */
  holder: string
}

/** Rows of `grant_record`: grants, and which attempt works on each. */
export function createGrantStore(db: Database) {
  const own = ({ key, holder }: Claim) =>
    db.updateTable('grantRecord').where('key', '=', key).where('holder', '=', holder)

  return {
    /** Takes the grant; false when it is complete, has another content, or another attempt works on it. */
    async claim({ now, ...row }: Claim & { fingerprint: Buffer; claimedUntil: Date; now: Date }) {
      const { holder, claimedUntil } = row
      const taken = await db
        .insertInto('grantRecord')
        .values({ ...row, createdAt: now })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet({ holder, claimedUntil })
            .whereRef('grantRecord.fingerprint', '=', sql.ref('excluded.fingerprint'))
            .where('grantRecord.result', 'is', null)
            .where((is) =>
              is.or([is('grantRecord.holder', 'is', null), is('grantRecord.claimedUntil', '<=', now)]),
            ),
        )
        .returning('key')
        .executeTakeFirst()
      return taken !== undefined
    },
    async read(key: string): Promise<GrantRecord | null> {
      const query = db.selectFrom('grantRecord').select(['fingerprint', 'result']).where('key', '=', key)
      return (await query.executeTakeFirst()) ?? null
    },
    async complete(claim: Claim, result: Granted): Promise<void> {
      await own(claim).set({ result }).execute()
    },
    /** Ends an attempt. A grant that has written nothing leaves no record, so that its key stays free. */
    async release(claim: Claim): Promise<void> {
      await own(claim).set({ holder: null, claimedUntil: null }).execute()
      await db
        .deleteFrom('grantRecord')
        .where('key', '=', claim.key)
        .where('holder', 'is', null)
        .where('result', 'is', null)
        .where((is) =>
          is.not(
            is.exists(
              is.selectFrom('fabmanWrite').select('key').whereRef('fabmanWrite.key', '=', 'grantRecord.key'),
            ),
          ),
        )
        .execute()
    },
  }
}
