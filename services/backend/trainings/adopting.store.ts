import type { Database } from '../../../platform/database/database.ts'
import type { Day } from '../../../rules/time.ts'
import type { Tx } from '../orders/orders.store.ts'
import { isLive, type NewGrant } from './trainings.store.ts'

/** The reason of one that somebody took away at the workshop system. */
const removedThere = 'removed at the workshop system'

/** Adds an entry of the workshop system, unless it is known. */
export async function adopt(tx: Tx, row: NewGrant & { workshopId: number }): Promise<void> {
  await tx
    .insertInto('trainingGrant')
    .values({ ...row, askedUntil: row.until, state: 'given', isTold: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns the members who have something that came from the workshop system. */
export async function importedMembers(db: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('trainingGrant')
    .select('memberId')
    .distinct()
    .where('source', '=', 'import')
    .where('state', '=', 'given')
    .where(isLive)
    .execute()
  return rows.map(({ memberId }) => memberId)
}

/** Returns the entries of the workshop system that are known for a member. */
export async function entriesOf(db: Database, member: number) {
  return db
    .selectFrom('trainingGrant')
    .select(['id', 'workshopId', 'source', 'state', 'until', 'givenOn'])
    .where('memberId', '=', member)
    .where('workshopId', 'is not', null)
    .execute()
}

/** Notes that an entry is there no longer. */
export async function noteRemoved(tx: Tx, id: number, { on, by }: { on: Day; by: string }): Promise<void> {
  await tx
    .updateTable('trainingGrant')
    .set({ state: 'revoked', isTold: true, revokedOn: on, revokeReason: removedThere, revokedBy: by })
    .where('id', '=', id)
    .where('state', '=', 'given')
    .execute()
}

/** Notes the last day that an entry has at the workshop system. */
export async function noteEnd(tx: Tx, id: number, until: Day | null): Promise<void> {
  await tx
    .updateTable('trainingGrant')
    .set({ until, ownUntil: until })
    .where('id', '=', id)
    .where('state', '=', 'given')
    .execute()
}
