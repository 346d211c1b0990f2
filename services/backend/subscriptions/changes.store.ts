import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { findOrder, lockOrder, type StoredOrder, type Tx } from '../orders/orders.store.ts'
import { type StoredSubscription, subscriptions } from './subscriptions.store.ts'

/** Names the one change of a contract that has not begun. */
export const changeKeyOf = (subscription: number): string => `change-${subscription}`

/** Returns the order of the change that begins with the next period of a contract; null when there is none. */
export async function pendingChange(db: Database | Tx, subscription: number): Promise<StoredOrder | null> {
  return findOrder(db, 'openKey', changeKeyOf(subscription))
}

/** Locks that order until the transaction ends: before the contract, so that nobody waits for each other. */
export async function lockPending(tx: Tx, subscription: number): Promise<StoredOrder | null> {
  const pending = await pendingChange(tx, subscription)
  const order = pending && (await lockOrder(tx, pending.id))
  return order?.state === 'placed' ? order : null
}

/** The same behind a lock of the contract. @throws the database's error when another transaction has the lock: nothing waits */
export async function lockPendingNow(tx: Tx, subscription: number): Promise<StoredOrder | null> {
  await tx
    .selectFrom('customerOrder')
    .select('id')
    .where('openKey', '=', changeKeyOf(subscription))
    .forUpdate()
    .noWait()
    .execute()
  return pendingChange(tx, subscription)
}

/** Returns contracts whose change the workshop system does not know yet. */
export async function untoldChanges(db: Database): Promise<StoredSubscription[]> {
  const query = subscriptions(db).where('isChangeTold', '=', false).orderBy('id').limit(200)
  return (await query.execute()) as StoredSubscription[]
}

/** Notes the package that a change was granted with, unless the next change has begun meanwhile. Its end is told anew. */
export async function markChangeTold(
  db: Database,
  { id, changeOrderId }: StoredSubscription,
  memberPackageId: number,
): Promise<void> {
  await db
    .updateTable('subscription')
    .set({ memberPackageId, isChangeTold: true, isTold: sql`ends_on is null` })
    .where('id', '=', id)
    .where('changeOrderId', '=', changeOrderId)
    .where('isChangeTold', '=', false)
    .execute()
}

/** Ends changes that can begin no more, because their contracts have ended. */
export async function endOrphans(db: Database): Promise<void> {
  await db
    .updateTable('customerOrder')
    .set({ state: 'cancelled', openKey: null })
    .where('kind', '=', 'change')
    .where('state', '=', 'placed')
    .where(
      sql<boolean>`not exists (select from subscription
        where 'change-' || subscription.id = customer_order.open_key and subscription.state <> 'ended')`,
    )
    .execute()
}
