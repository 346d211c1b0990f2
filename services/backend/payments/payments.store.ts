import { type Selectable, sql } from 'kysely'
import type { PaymentTable } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { PaymentState } from '../../../rules/payment-state.ts'
import type { Tx } from '../orders/orders.store.ts'
import type { PaymentProfile } from './provider.ts'

export interface StoredPayment extends Omit<Selectable<PaymentTable>, 'state' | 'mode' | 'profile'> {
  state: PaymentState
  mode: 'checkout' | 'manual' | 'saved'
  profile: PaymentProfile | null
}

const running = ['created', 'open', 'pending'] as const

/**
 * Adds the next attempt to pay an order.
 * @throws the database's own error for `payment_one_running`
 */
export async function insertPayment(
  tx: Tx,
  { order, mode, cents, now }: { order: number; mode: StoredPayment['mode']; cents: number; now: Date },
): Promise<void> {
  const attempt = sql<number>`(select count(*)::int + 1 from payment where order_id = ${order})`
  await tx
    .insertInto('payment')
    .values({ orderId: order, attempt, mode, state: 'created', amountCents: cents, createdAt: now })
    .execute()
}

/** Returns the payments of an order, newest first. */
export async function paymentsOf(db: Database | Tx, order: number): Promise<StoredPayment[]> {
  const rows = await db
    .selectFrom('payment')
    .selectAll()
    .where('orderId', '=', order)
    .orderBy('attempt', 'desc')
    .execute()
  return rows.map(toPayment)
}

/**
 * Returns the paid payments of an order and of its invoice, and locks them: a buyer pays the invoice anew once a bank took
 * the money of the order back. One whose money is still held comes first.
 */
export async function paidFor(
  tx: Tx,
  { id, invoiceId }: { id: number; invoiceId: number | null },
): Promise<StoredPayment[]> {
  const rows = await tx
    .selectFrom('payment')
    .innerJoin('customerOrder as paying', 'paying.id', 'payment.orderId')
    .selectAll('payment')
    .where('payment.state', '=', 'paid')
    .where('payment.isSurplus', '=', false)
    .where((is) =>
      is.or([
        is('paying.id', '=', id),
        is.and([is('paying.kind', '=', 'invoice'), is('paying.invoiceId', '=', invoiceId)]),
      ]),
    )
    .orderBy(
      // What a bank gave back is the buyer's until it is booked.
      sql`amount_cents > refund_cents + greatest(disputed_cents, booked_disputed_cents)`,
      'desc',
    )
    .orderBy('payment.id')
    .forUpdate('payment')
    .execute()
  return rows.map(toPayment)
}

/** Returns which of these names of the provider are of payments that are paid. */
export async function paidRefs(db: Database, refs: string[]): Promise<Set<string>> {
  if (refs.length === 0) return new Set()
  const rows = await db
    .selectFrom('payment')
    .select('providerRef')
    .where('providerRef', 'in', refs)
    .where('state', '=', 'paid')
    .execute()
  return new Set(rows.flatMap(({ providerRef }) => providerRef ?? []))
}

export async function findPayment(db: Database, id: number): Promise<StoredPayment | null> {
  const row = await db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toPayment(row) : null
}

/** Locks a payment; the caller holds the lock of its order. */
export async function lockPayment(tx: Tx, id: number): Promise<StoredPayment> {
  const row = await tx
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return toPayment(row)
}

export type PaymentChange = Partial<
  Pick<
    StoredPayment,
    | 'state'
    | 'refundCents'
    | 'disputedCents'
    | 'bookedDisputedCents'
    | 'isSurplus'
    | 'failure'
    | 'paidAt'
    | 'returnedAt'
    | 'lookedAt'
    | 'triedAt'
    | 'providerRef'
    | 'url'
    | 'expiresAt'
  >
> & { profile?: PaymentProfile | null }

export async function changePayment(tx: Database | Tx, id: number, change: PaymentChange): Promise<void> {
  await tx.updateTable('payment').set(change).where('id', '=', id).execute()
}

/** Marks a payment as looked at. @returns false when somebody else has looked since it was read */
export async function claimLook(
  db: Database,
  { id, lookedAt }: Pick<StoredPayment, 'id' | 'lookedAt'>,
  now: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('payment')
    .set({ lookedAt: now })
    .where('id', '=', id)
    .where('lookedAt', 'is not distinct from', lookedAt)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Stores the page of a payment, the first time. @returns its state then; null = another page is stored already */
export async function storePage(
  db: Database,
  id: number,
  { ref: providerRef, url, expiresAt }: { ref: string; url: string; expiresAt: Date },
): Promise<Pick<StoredPayment, 'state'> | null> {
  const row = await db
    .updateTable('payment')
    .set((set) => ({
      providerRef,
      url,
      expiresAt,
      state: sql<string>`case when ${set.ref('state')} = 'created' then 'open' else ${set.ref('state')} end`,
    }))
    .where('id', '=', id)
    .where('providerRef', 'is', null)
    .returning('state')
    .executeTakeFirst()
  return row ? { state: row.state as PaymentState } : null
}

/** Stores what the provider calls a payment by the kept method, the first time. */
export async function storeRef(db: Database, id: number, providerRef: string): Promise<void> {
  await db
    .updateTable('payment')
    .set({ providerRef })
    .where('id', '=', id)
    .where('providerRef', 'is', null)
    .execute()
}

/** Returns booked payments of which a bank took back another sum than the books say. */
export async function unbookedDisputes(db: Database) {
  return db
    .selectFrom('payment')
    .innerJoin('invoicePayment', (on) =>
      on.on(sql<boolean>`invoice_payment.request_key = 'payment-' || payment.id`),
    )
    .select(['payment.id', 'payment.orderId'])
    .where(sql<boolean>`disputed_cents <> booked_disputed_cents`)
    .orderBy('payment.id')
    .limit(100)
    .execute()
}

/** Returns payments by the kept method that the provider was not asked for, or did not answer, oldest first. */
export async function uncharged(db: Database, after: number, limit: number): Promise<StoredPayment[]> {
  const rows = await db
    .selectFrom('payment')
    .selectAll()
    .where('mode', '=', 'saved')
    .where('state', '=', 'created')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toPayment)
}

/** Returns running payments on the provider's page that nobody looked at since a time, the oldest look first. */
export async function notSeenSince(
  db: Database,
  { open, pending }: { open: Date; pending: Date },
): Promise<number[]> {
  const rows = await db
    .selectFrom('payment')
    .select('id')
    .where('providerRef', 'is not', null)
    .where((is) =>
      is.or([
        is('state', '=', 'open').and(sql<boolean>`coalesce(looked_at, created_at) < ${open}`),
        is('state', '=', 'pending').and(sql<boolean>`coalesce(looked_at, created_at) < ${pending}`),
      ]),
    )
    // One that cannot be looked at keeps no others waiting.
    .orderBy(sql`coalesce(greatest(looked_at, tried_at), created_at)`)
    .limit(100)
    .execute()
  return rows.map(({ id }) => id)
}

/** Ends attempts whose page nobody has seen: the process died before it knew the page, and nobody came back. */
export async function expireUnopened(db: Database, before: Date): Promise<void> {
  await db
    .updateTable('payment')
    .set({ state: 'expired' })
    .where('state', '=', 'created')
    .where('mode', '=', 'checkout')
    .where('providerRef', 'is', null)
    .where('createdAt', '<', before)
    .execute()
}

/** Ends the attempts of an order that no provider knows. */
export async function endManual(tx: Tx, order: number, state: 'cancelled' | 'expired'): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ state })
    .where('orderId', '=', order)
    .where('state', 'in', running)
    .where('providerRef', 'is', null)
    .execute()
}

export const isRunning = ({ state }: Pick<StoredPayment, 'state'>) =>
  (running as readonly string[]).includes(state)

function toPayment(row: Selectable<PaymentTable>): StoredPayment {
  return {
    ...row,
    // The database knows no others, and only this file writes profiles.
    state: row.state as PaymentState,
    mode: row.mode as StoredPayment['mode'],
    profile: row.profile as PaymentProfile | null,
  }
}
