import { type Insertable, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'

const tables = [
  'space',
  'openingHours',
  'holiday',
  'equipment',
  'member',
  'package',
  'memberPackage',
  'training',
  'trainingEquipment',
  'memberTraining',
  'booking',
  'credit',
  'creditUse',
  'creditHold',
  'charge',
] as const

/** Rows by table. */
export type WorkshopRows = { [Table in (typeof tables)[number]]: Insertable<Tables[Table]>[] }

export async function hasSpaces(tx: Transaction<Tables>): Promise<boolean> {
  return (await tx.selectFrom('space').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Inserts the rows in the order of `tables`: a table comes after those that it refers to. */
export async function addRows(tx: Transaction<Tables>, rows: WorkshopRows): Promise<void> {
  for (const table of tables) {
    if (rows[table].length > 0) await tx.insertInto(table).values(rows[table]).execute()
  }
}

/** Moves the sequences of ids behind the ids of the rows, and never backwards. */
export async function restartIds(tx: Transaction<Tables>): Promise<void> {
  for (const table of ['space', 'equipment', 'member', 'package', 'training', 'booking', 'credit']) {
    await sql`
      select setval(sequence, greatest((select max(id) from ${sql.table(table)}), pg_sequence_last_value(sequence::regclass)))
      from pg_get_serial_sequence(${table}, 'id') sequence
    `.execute(tx)
  }
}

/** Lets credits that were given after their first day have come on it: the demo has its past from its first start on. */
export async function dateCredits(db: Database): Promise<void> {
  await sql`
    update credit set created_at = from_date::timestamp at time zone space.timezone + interval '6 hours'
    from member join space on space.id = member.space_id
    where member.id = credit.member_id and from_date::date < (credit.created_at at time zone space.timezone)::date`.execute(
    db,
  )
}
