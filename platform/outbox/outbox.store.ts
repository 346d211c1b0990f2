import type { Selectable } from 'kysely'
import type { OutboxTable } from '../../db/tables.gen.ts'
import type { Database } from '../database/database.ts'

export type OutboxItem = Selectable<OutboxTable>

/** How an attempt ended: done, to be repeated at `dueAt`, or given up. */
export type Outcome = { doneAt: Date } | ({ lastError: string } & ({ dueAt: Date } | { failedAt: Date }))

type Claimed = Pick<OutboxItem, 'id' | 'attempts'>

/**
 * Claims the item of a kind that is due first and hides it from other processes until `until`; null when none is due. The
 * counted attempt marks the claim. A new item from ahead is due: the clock was set back since.
 */
export async function claim(db: Database, kind: string, now: Date, until: Date): Promise<OutboxItem | null> {
  const item = await db
    .with('due', (with_) =>
      with_
        .selectFrom('outbox')
        .select('id')
        .where('kind', '=', kind)
        .where('doneAt', 'is', null)
        .where('failedAt', 'is', null)
        .where(({ and, eb, or }) =>
          or([eb('dueAt', '<=', now), and([eb('attempts', '=', 0), eb('createdAt', '>', now)])]),
        )
        .orderBy('dueAt')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('outbox')
    .from('due')
    .whereRef('outbox.id', '=', 'due.id')
    .set((set) => ({ attempts: set('outbox.attempts', '+', 1), dueAt: until }))
    .returningAll('outbox')
    .executeTakeFirst()
  return item ?? null
}

/** Hides a claimed item from other processes until `until`; false when another process has it. */
export function renew(db: Database, claimed: Claimed, until: Date): Promise<boolean> {
  return write(db, claimed, { dueAt: until })
}

/** Writes the outcome of a claimed item; false, and nothing is written, when another process has it. */
export function settle(db: Database, claimed: Claimed, outcome: Outcome): Promise<boolean> {
  return write(db, claimed, outcome)
}

async function write(db: Database, { id, attempts }: Claimed, change: Outcome | { dueAt: Date }) {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set(change)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('doneAt', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0
}

/** Returns the kinds with open items, how many each has, and when the oldest was made. */
export function open(db: Database): Promise<{ kind: string; count: number; oldestAt: Date }[]> {
  return db
    .selectFrom('outbox')
    .select(({ fn }) => [
      'kind',
      fn.countAll<number>().as('count'),
      fn.min('createdAt').$notNull().as('oldestAt'),
    ])
    .where('doneAt', 'is', null)
    .where('failedAt', 'is', null)
    .groupBy('kind')
    .execute()
}
