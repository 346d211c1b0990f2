import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { ProviderEvent } from './provider.ts'

/** Keeps a message of the provider. @returns whether it is new: repeated ones change nothing */
export async function keepEvent(db: Database, event: ProviderEvent, receivedAt: Date): Promise<boolean> {
  const row = await db
    .insertInto('providerEvent')
    .values({ ...event, receivedAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Returns messages that are not applied: first new ones about payments that somebody waits for, then those not tried for the
 * longest time: one that fails keeps no others waiting.
 */
export function openEvents(db: Database, limit: number): Promise<ProviderEvent[]> {
  return db
    .selectFrom('providerEvent')
    .select(['id', 'type', 'ref'])
    .where('appliedAt', 'is', null)
    .orderBy(
      sql`(tried_at is null and exists (select from payment
        where provider_ref = provider_event.ref and state in ('created', 'open', 'pending')))`,
      'desc',
    )
    .orderBy(sql`coalesce(tried_at, received_at)`)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Notes that messages were not applied at this time. */
export async function markTried(
  db: Database,
  events: Pick<ProviderEvent, 'id'>[],
  triedAt: Date,
): Promise<void> {
  await db
    .updateTable('providerEvent')
    .set({ triedAt })
    .where(
      'id',
      'in',
      events.map(({ id }) => id),
    )
    .execute()
}

/** Deletes messages that were applied before a time. @returns their number */
export async function deleteApplied(db: Database, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('providerEvent')
    .where('appliedAt', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Marks messages as applied; one of no concern counts as that. */
export async function closeEvents(
  db: Pick<Database, 'updateTable'>,
  events: Pick<ProviderEvent, 'id'>[],
  appliedAt: Date,
): Promise<void> {
  await db
    .updateTable('providerEvent')
    .set({ appliedAt })
    .where(
      'id',
      'in',
      events.map(({ id }) => id),
    )
    .where('appliedAt', 'is', null)
    .execute()
}
