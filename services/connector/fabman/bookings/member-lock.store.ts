import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../../../platform/database/database.ts'

/** A turn ends so long after its process gave the last sign of life, in seconds; it gives one three times as often. */
const silenceSeconds = 1.5

/** Rows of `fabman_turn`: whose limits are being judged, by whichever process. */
export function createTurnStore(db: Database) {
  return {
    /** Gives what ends the turn; null while another attempt has it. */
    async take(member: number): Promise<(() => Promise<void>) | null> {
      const holder = randomUUID()
      const until = sql<Date>`clock_timestamp() + make_interval(secs => ${silenceSeconds})`
      const { rows } = await sql`
        insert into fabman_turn (member_id, holder, until) values (${member}, ${holder}, ${until})
        on conflict (member_id) do update set holder = excluded.holder, until = excluded.until
          where fabman_turn.until <= clock_timestamp()
        returning member_id`.execute(db)
      if (rows.length === 0) return null
      const alive = setInterval(
        () => {
          const own = db.updateTable('fabmanTurn').set({ until }).where('holder', '=', holder)
          // What fails now may work the next time.
          void own.execute().catch(() => {})
        },
        (silenceSeconds * 1000) / 3,
      )
      return async () => {
        clearInterval(alive)
        await db.deleteFrom('fabmanTurn').where('holder', '=', holder).execute()
      }
    },
  }
}
export type TurnStore = ReturnType<typeof createTurnStore>
