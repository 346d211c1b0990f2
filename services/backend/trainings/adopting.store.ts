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

/** Returns what came from the workshop system and is not over. */
export function importedEntries(db: Database): Promise<{ memberId: number; workshopId: number | null }[]> {
  return db
    .selectFrom('trainingGrant')
    .select(['memberId', 'workshopId'])
    .where('source', '=', 'import')
    .where('state', '=', 'given')
    .where(isLive)
    .execute()
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

/** Notes that an entry is there no longer. One with its id that is there again is a new one. */
export async function noteRemoved(
  db: Database,
  id: number,
  { on, by }: { on: Day; by: string },
): Promise<void> {
  await db
    .updateTable('trainingGrant')
    .set({
      state: 'revoked',
      isTold: true,
      workshopId: null,
      revokedOn: on,
      revokeReason: removedThere,
      revokedBy: by,
    })
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
