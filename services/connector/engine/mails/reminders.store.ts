import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { addMinutes } from '../../../../rules/time.ts'

const mostAtOnce = 100
const aheadMinutes = 24 * 60

/** Bookings that begin within 24 hours and whose members are to be reminded, the next first. */
export async function dueReminders(db: Database, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from booking where ${isDue(now)} order by starts_at, id limit ${mostAtOnce}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Marks the booking as reminded of for its start. @returns false when it is not due, or somebody else was quicker */
export async function markReminded(tx: Transaction<Tables>, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update booking set reminded_for = starts_at where id = ${id} and ${isDue(now)} returning id`.execute(tx)
  return rows.length > 0
}

/**
 * Of what was made or moved within those 24 hours a mail has just told. Nothing lasts longer than a day, so the end
 * finds it by the index of what is to be charged.
 */
function isDue(now: Date) {
  const until = addMinutes(now, aheadMinutes)
  return sql<boolean>`not charged and state = 'confirmed'
    and ends_at > ${now} and ends_at <= ${addMinutes(until, 25 * 60)}
    and starts_at > ${now} and starts_at <= ${until}
    and updated_at < starts_at - interval '24 hours'
    and reminded_for is distinct from starts_at`
}
