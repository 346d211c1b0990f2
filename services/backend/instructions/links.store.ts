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

export async function deleteLinks(
  db: Database | Tx,
  { member, before }: { member?: number; before?: Date },
): Promise<void> {
  await db
    .deleteFrom('instructionLink')
    .$if(member !== undefined, (query) => query.where('memberId', '=', member ?? 0))
    .$if(before !== undefined, (query) => query.where('expiresAt', '<', before ?? new Date(0)))
    .execute()
}
