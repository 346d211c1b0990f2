import { type Selectable, sql } from 'kysely'
import type { MethodSetupTable } from '../../../db/tables.gen.ts'
import type { Locale } from '../../../contracts/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { toProfile } from '../orders/fulfilment.store.ts'
import type { Tx } from '../orders/orders.store.ts'
import type { ObservedSetup, PaymentProfile } from '../payments/provider.ts'

/** A member's way to another kept method: a page of the provider, and what came of it. */
export interface MethodSetup extends Omit<Selectable<MethodSetupTable>, 'state' | 'locale'> {
  state: ObservedSetup['state']
  locale: Locale
}

async function first(query: ReturnType<typeof setups>): Promise<MethodSetup | null> {
  // The database knows no other states and locales.
  return ((await query.executeTakeFirst()) as MethodSetup | undefined) ?? null
}

const setups = (db: Database | Tx) => db.selectFrom('methodSetup').selectAll()

/** Returns what a member began last; null = nothing. */
export function latestOf(db: Database, member: number): Promise<MethodSetup | null> {
  return first(setups(db).where('memberId', '=', member).orderBy('id', 'desc').limit(1))
}

/** Returns the setup that a page of the provider is for; null = it is for none. */
export function ofPage(db: Database, ref: string): Promise<MethodSetup | null> {
  return first(setups(db).where('providerRef', '=', ref))
}

/** Begins a setup, unless one of the member is open. */
export async function insertSetup(
  db: Database,
  row: { memberId: number; subscriptionId: number; locale: Locale; createdAt: Date },
): Promise<void> {
  await db
    .insertInto('methodSetup')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('memberId')
        .where(sql<boolean>`state = 'open'`)
        .doNothing(),
    )
    .execute()
}

/** Stores the page of a setup, the first time. */
export async function storePage(
  db: Database,
  id: number,
  { ref: providerRef, url, expiresAt }: { ref: string; url: string; expiresAt: Date },
): Promise<void> {
  await db
    .updateTable('methodSetup')
    .set({ providerRef, url, expiresAt })
    .where('id', '=', id)
    .where('providerRef', 'is', null)
    .execute()
}

/** Ends an open setup without a method. */
export async function endSetup(db: Database, id: number, state: 'failed' | 'expired'): Promise<void> {
  await db
    .updateTable('methodSetup')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()
}

/** Notes that the provider was asked for an open setup at this time. */
export async function markLooked(db: Database, id: number, lookedAt: Date): Promise<void> {
  await db.updateTable('methodSetup').set({ lookedAt }).where('id', '=', id).execute()
}

/**
 * Keeps what a member has left on the page of a setup, once, in the caller's transaction.
 * @returns false when it is not open any more, or while a charge of the old method is under way: nothing has changed
 */
export async function keepMethod(
  tx: Tx,
  { id, memberId }: MethodSetup,
  { customer, method, ...shown }: PaymentProfile,
  now: Date,
): Promise<boolean> {
  const open = await tx
    .selectFrom('methodSetup')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst()
  if (!open) return false
  await lockProfile(tx, memberId)
  if (await isBeingCharged(tx, memberId)) return false
  await tx.updateTable('methodSetup').set({ state: 'saved', url: null }).where('id', '=', id).execute()
  const row = { customerRef: customer, methodRef: method, ...shown, updatedAt: now, chosenAt: now }
  await tx
    .insertInto('paymentProfile')
    .values({ memberId, ...row })
    .onConflict((conflict) => conflict.column('memberId').doUpdateSet(row))
    .execute()
  return true
}

/**
 * Fixes in the caller's transaction what a charge takes the money from: until it is decided, the member's method stays as it
 * is. @returns null when nothing is kept
 */
export async function claimProfile(
  tx: Tx,
  { payment, member }: { payment: number; member: number },
): Promise<PaymentProfile | null> {
  const row = await lockProfile(tx, member)
  const profile = row && toProfile(row)
  await tx.updateTable('payment').set({ profile }).where('id', '=', payment).execute()
  return profile
}

async function lockProfile(tx: Tx, member: number) {
  const row = await tx
    .selectFrom('paymentProfile')
    .selectAll()
    .where('memberId', '=', member)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

async function isBeingCharged(tx: Tx, member: number): Promise<boolean> {
  const charge = await tx
    .selectFrom('payment')
    .innerJoin('customerOrder', 'customerOrder.id', 'payment.orderId')
    .select('payment.id')
    .where('customerOrder.memberId', '=', member)
    .where('payment.mode', '=', 'saved')
    .where('payment.state', '=', 'created')
    .where('payment.profile', 'is not', null)
    .executeTakeFirst()
  return charge !== undefined
}

/** Returns open setups that the provider was not asked for since a time, the oldest look first. */
export async function notLookedSince(db: Database, before: Date): Promise<MethodSetup[]> {
  const rows = await setups(db)
    .where('state', '=', 'open')
    .where(sql<boolean>`coalesce(looked_at, created_at) < ${before}`)
    .orderBy(sql`coalesce(looked_at, created_at)`)
    .limit(100)
    .execute()
  // As above.
  return rows as MethodSetup[]
}

/** Deletes setups that ended, and were begun before a time. */
export async function deleteEnded(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('methodSetup').where('state', '<>', 'open').where('createdAt', '<', before).execute()
}
