import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database.ts'

/** Longer than any attempt takes. */
const seconds = 20

/** Rows of `fabman_turn`: whose limits are being judged, by whichever process. */
export function createTurnStore(db: Database) {
  return {
    /** Gives what ends the turn; null while another attempt has it. */
    async take(member: number): Promise<(() => Promise<void>) | null> {
      const holder = randomUUID()
      const { rows } = await sql`
        insert into fabman_turn (member_id, holder, until)
        values (${member}, ${holder}, clock_timestamp() + make_interval(secs => ${seconds}))
        on conflict (member_id) do update set holder = excluded.holder, until = excluded.until
          where fabman_turn.until <= clock_timestamp()
        returning member_id`.execute(db)
      if (rows.length === 0) return null
      return async () => {
        await db
          .deleteFrom('fabmanTurn')
          .where('memberId', '=', member)
          .where('holder', '=', holder)
          .execute()
      }
    },
  }
}
export type TurnStore = ReturnType<typeof createTurnStore>
