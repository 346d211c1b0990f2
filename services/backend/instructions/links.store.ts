import type { Insertable } from 'kysely'
import type { InstructionLinkTable } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Tx } from '../orders/orders.store.ts'

export async function addLink(tx: Tx, row: Insertable<InstructionLinkTable>): Promise<void> {
  await tx.insertInto('instructionLink').values(row).execute()
}

/** Returns whose link it is, also for some days after its end; null when there is none to this instruction. */
export async function findLink(db: Database, { slug, tokenHash }: { slug: string; tokenHash: Buffer }) {
  const row = await db
    .selectFrom('instructionLink as link')
    .innerJoin('instruction', 'instruction.id', 'link.instructionId')
    .select(['link.memberId as member', 'link.expiresAt'])
    .where('link.tokenHash', '=', tokenHash)
    .where('instruction.slug', '=', slug)
    .executeTakeFirst()
  return row ?? null
}

/** Deletes the links of a member. */
export async function deleteLinksOf(tx: Tx, member: number): Promise<void> {
  await tx.deleteFrom('instructionLink').where('memberId', '=', member).execute()
}

/** Deletes links that ended before a time. */
export async function deleteOldLinks(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('instructionLink').where('expiresAt', '<', before).execute()
}
