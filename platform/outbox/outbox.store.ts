import type { Selectable } from 'kysely'
import type { OutboxTable } from '../../db/tables.gen.ts'
import type { Database } from '../database/database.ts'

export type OutboxItem = Selectable<OutboxTable>

/** How an attempt ended: done, to be repeated at `dueAt`, or given up. */
export type Outcome = { doneAt: Date } | ({ lastError: string } & ({ dueAt: Date } | { failedAt: Date }))

/**
 * Claims items of a kind that are due and hides them from other processes until `until`. The counted attempt marks the
 * claim.
 */
export function claim(
  db: Database,
  kind: string,
  now: Date,
  until: Date,
  limit: number,
): Promise<OutboxItem[]> {
  return db
    .with('due', (with_) =>
      with_
        .selectFrom('outbox')
        .select('id')
        .where('kind', '=', kind)
        .where('doneAt', 'is', null)
        .where('failedAt', 'is', null)
        .where('dueAt', '<=', now)
        .orderBy('dueAt')
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('outbox')
    .from('due')
    .whereRef('outbox.id', '=', 'due.id')
    .set((set) => ({ attempts: set('outbox.attempts', '+', 1), dueAt: until }))
    .returningAll('outbox')
    .execute()
}

/** Writes the outcome of a claimed item. Writes nothing when the claim expired and another process has the item. */
export async function settle(
  db: Database,
  claimed: Pick<OutboxItem, 'id' | 'attempts'>,
  outcome: Outcome,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set(outcome)
    .where('id', '=', claimed.id)
    .where('attempts', '=', claimed.attempts)
    .where('doneAt', 'is', null)
    .execute()
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
