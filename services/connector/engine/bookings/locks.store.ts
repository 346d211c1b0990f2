import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../../db/tables.gen.ts'

/**
 * Classes of the advisory locks. Every transaction locks one piece of equipment first, then members in order of their
 * ids, then the teams whose credits these share in the same order, so that no two wait for each other. Without the locks a rush for one slot deadlocks, and PostgreSQL takes a
 * second to end each deadlock.
 */
const [equipmentLock, memberLock, memberNumbersLock, teamLock] = [1, 2, 3, 4]

/** Locks equipment and member until the transaction ends. PostgreSQL evaluates a select list from left to right. */
export async function lockForBooking(
  tx: Transaction<Tables>,
  { equipment, member }: { equipment: number; member: number },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${equipmentLock}, ${equipment}),
    pg_advisory_xact_lock(${memberLock}, ${member})`.execute(tx)
  await lockTeams(tx, [member])
}

export async function lockEquipment(tx: Transaction<Tables>, equipment: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${equipmentLock}, ${equipment})`.execute(tx)
}

export async function lockMembers(tx: Transaction<Tables>, members: number[]): Promise<void> {
  for (const member of [...new Set(members)].toSorted((one, other) => one - other)) {
    await sql`select pg_advisory_xact_lock(${memberLock}, ${member})`.execute(tx)
  }
  await lockTeams(tx, members)
}

/** Shared credits are spent by one transaction at a time. The order of the inner query is that of the locks. */
async function lockTeams(tx: Transaction<Tables>, members: number[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${teamLock}, team_id) from (
    select distinct team_id from member_package
    where team_id is not null and member_id = any(${members}::int[]) order by team_id) shared`.execute(tx)
}

/** Lets one transaction at a time give out member numbers. */
export async function lockMemberNumbers(tx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${memberNumbersLock}, 0)`.execute(tx)
}
