import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { Tx } from '../orders/orders.store.ts'
import type { RefundState } from './provider.ts'

/** Adds a refund once per reason; false when it is there. */
export async function insertRefund(
  tx: Tx,
  given: { payment: number; amount: number; reason: string; state: 'asked' | 'manual' | 'done'; now: Date },
): Promise<boolean> {
  const { payment: paymentId, amount: amountCents, reason, state, now: createdAt } = given
  const added = await tx
    .insertInto('refund')
    .values({ paymentId, amountCents, reason, state, createdAt })
    .onConflict((conflict) => conflict.column('reason').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** Returns the cents of the refund with a reason; null = there is none. */
export async function refundedFor(tx: Tx, reason: string): Promise<number | null> {
  const row = await tx
    .selectFrom('refund')
    .select('amountCents')
    .where('reason', '=', reason)
    .executeTakeFirst()
  return row?.amountCents ?? null
}

/** Returns refunds that the provider was not asked for, or did not answer, first those not tried for the longest time. */
export async function openRefunds(db: Database) {
  return db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .innerJoin('customerOrder', 'customerOrder.id', 'payment.orderId')
    .select(['refund.id', 'refund.paymentId as payment', 'refund.reason', 'refund.amountCents'])
    .select('customerOrder.number')
    .select((row) => row.ref('payment.providerRef').$notNull().as('providerRef'))
    .where('refund.state', '=', 'asked')
    .where('refund.providerRef', 'is', null)
    .where('payment.providerRef', 'is not', null)
    .orderBy(sql`coalesce(refund.tried_at, refund.created_at)`)
    .orderBy('refund.id')
    .limit(50)
    .execute()
}

/** Stores the provider's answer to a refund, the first time. */
export async function storeRefund(
  db: Database,
  id: number,
  { ref: providerRef, state }: { ref: string | null; state: RefundState },
): Promise<void> {
  await db
    .updateTable('refund')
    .set({ providerRef, state })
    .where('id', '=', id)
    .where('providerRef', 'is', null)
    .where('state', '=', 'asked')
    .execute()
}

/** A refund that the provider knows and that may still change. */
const changing = (db: Database) =>
  db
    .selectFrom('refund')
    .select('id')
    .select((row) => row.ref('providerRef').$notNull().as('ref'))
    .where('providerRef', 'is not', null)

/** Returns the refunds of a payment that the provider knows. */
export async function refundsOf(db: Database, payment: number) {
  return changing(db).where('paymentId', '=', payment).where('state', 'in', ['asked', 'done']).execute()
}

/** Returns refunds that wait for a bank and were not looked at since a time, the oldest look first. */
export async function refundsNotSeenSince(db: Database, before: Date) {
  return changing(db)
    .where('state', '=', 'asked')
    .where(sql<boolean>`coalesce(tried_at, created_at) < ${before}`)
    .orderBy(sql`coalesce(tried_at, created_at)`)
    .limit(100)
    .execute()
}

/** Stores what became of a refund. @returns whether that is new */
export async function decideRefund(
  db: Database,
  id: number,
  state: Exclude<RefundState, 'asked'>,
): Promise<boolean> {
  const changed = await db
    .updateTable('refund')
    .set({ state })
    .where('id', '=', id)
    .where('state', 'in', state === 'done' ? ['asked'] : ['asked', 'done'])
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export async function markRefundTried(db: Database, id: number, triedAt: Date): Promise<void> {
  await db.updateTable('refund').set({ triedAt }).where('id', '=', id).execute()
}

/**
 * Returns money that somebody must transfer back, the oldest first: of transfers, and what the provider or a bank refused.
 * A disputed payment was taken back by the buyer's bank.
 */
export async function refundsByHand(db: Database) {
  return db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .innerJoin('customerOrder', 'customerOrder.id', 'payment.orderId')
    .select(['customerOrder.number', 'refund.amountCents as cents', 'refund.state'])
    .where('refund.state', 'in', ['failed', 'manual'])
    .where('payment.disputedCents', '=', 0)
    .orderBy('refund.id')
    .execute()
}

/** Begins the reason of a refund that was made at the provider. */
export const elsewhere = 'elsewhere'
/** The failure of a payment whose buyer paid another amount than was asked for. */
export const otherAmount = 'otherAmount'

/**
 * Returns orders whose money went back at the provider since a time, while nothing else about them has changed.
 * `isWhole`: all of it went back.
 */
export async function refundsElsewhere(db: Database, since: Date) {
  return db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .innerJoin('customerOrder', 'customerOrder.id', 'payment.orderId')
    .select(['customerOrder.number', 'customerOrder.kind', 'refund.amountCents as cents'])
    .select(sql<boolean>`payment.refund_cents = payment.amount_cents`.as('isWhole'))
    .where('refund.reason', 'like', `${elsewhere}-%`)
    .where('refund.createdAt', '>', since)
    .where('customerOrder.state', 'in', ['paid', 'fulfilled'])
    .orderBy('refund.id')
    .execute()
}

/** Returns orders for which another amount was paid than they cost, as long as none of it went back. */
export async function ordersOfOtherAmounts(db: Database) {
  return db
    .selectFrom('payment')
    .innerJoin('customerOrder', 'customerOrder.id', 'payment.orderId')
    .select(['customerOrder.number', 'payment.amountCents as cents'])
    .where('payment.failure', '=', otherAmount)
    .where('payment.refundCents', '=', 0)
    .orderBy('payment.id')
    .execute()
}

/** Somebody has transferred the money of an order back. @returns the amounts in cents */
export async function markRepaid(db: Database, order: number): Promise<number[]> {
  const rows = await db
    .updateTable('refund')
    .set({ state: 'repaid' })
    .where('state', 'in', ['failed', 'manual'])
    .where('paymentId', 'in', (row) => row.selectFrom('payment').select('id').where('orderId', '=', order))
    .returning('amountCents')
    .execute()
  return rows.map(({ amountCents }) => amountCents)
}
