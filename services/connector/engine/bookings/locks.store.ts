import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../../db/tables.gen.ts'

/**
 * Classes of the advisory locks. Every transaction locks one piece of equipment first, then members in order of their
 * ids, so that no two wait for each other. Without the locks a rush for one slot deadlocks, and PostgreSQL takes a
 * second to end each deadlock.
 */
const [equipmentLock, memberLock, memberNumbersLock] = [1, 2, 3]

/** Locks equipment and member until the transaction ends. PostgreSQL evaluates a select list from left to right. */
export async function lockForBooking(
  tx: Transaction<Tables>,
  { equipment, member }: { equipment: number; member: number },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${equipmentLock}, ${equipment}),
    pg_advisory_xact_lock(${memberLock}, ${member})`.execute(tx)
}

export async function lockEquipment(tx: Transaction<Tables>, equipment: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${equipmentLock}, ${equipment})`.execute(tx)
}

export async function lockMembers(tx: Transaction<Tables>, members: number[]): Promise<void> {
  for (const member of [...new Set(members)].toSorted((one, other) => one - other)) {
    await sql`select pg_advisory_xact_lock(${memberLock}, ${member})`.execute(tx)
  }
}

/** Lets one transaction at a time give out member numbers. */
export async function lockMemberNumbers(tx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${memberNumbersLock}, 0)`.execute(tx)
}
