import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../../../platform/database/database.ts'

/** A lock expires this long after its process renewed it last. The process renews it three times as often. */
const lifetimeSeconds = 1.5

/** Rows of `fabman_turn`: the members whose limits some process judges at this moment. */
export function createMemberLockStore(db: Database) {
  return {
    /** Returns the release of the lock; null while another attempt holds it. */
    async take(member: number): Promise<(() => Promise<void>) | null> {
      const holder = randomUUID()
      const until = sql<Date>`clock_timestamp() + make_interval(secs => ${lifetimeSeconds})`
      const { rows } = await sql`
        insert into fabman_turn (member_id, holder, until) values (${member}, ${holder}, ${until})
        on conflict (member_id) do update set holder = excluded.holder, until = excluded.until
          where fabman_turn.until <= clock_timestamp()
        returning member_id`.execute(db)
      if (rows.length === 0) return null
      const renewal = setInterval(
        () => {
          const own = db.updateTable('fabmanTurn').set({ until }).where('holder', '=', holder)
          // A renewal that fails may work the next time.
          void own.execute().catch(() => {})
        },
        (lifetimeSeconds * 1000) / 3,
      )
      return async () => {
        clearInterval(renewal)
        await db.deleteFrom('fabmanTurn').where('holder', '=', holder).execute()
      }
    },
  }
}
export type MemberLockStore = ReturnType<typeof createMemberLockStore>
