import type { Selectable } from 'kysely'
import type { PaymentProfileTable } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Period } from '../../../rules/periods.ts'
import type { PaymentProfile } from '../payments/provider.ts'
import { findOrder, type StoredOrder, type Tx } from './orders.store.ts'

/** One attempt to give an order. */
export interface Attempt {
  order: number
  /** Tells this attempt from any other. */
  holder: string
}

/**
 * Takes an order that is to be given now and hides it from others until `until`; null when it is not, or another process
 * works on it.
 */
export async function takeOrder(
  db: Database,
  { order, holder, now, until }: Attempt & { now: Date; until: Date },
): Promise<StoredOrder | null> {
  const taken = await db
    .updateTable('customerOrder')
    .set((set) => ({ holder, dueAt: until, attempts: set('attempts', '+', 1) }))
    .where('id', '=', order)
    .where('dueAt', '<=', now)
    .where((is) =>
      is.or([is('state', '=', 'paid'), is.and([is('state', '=', 'placed'), is('paysBy', '=', 'invoice')])]),
    )
    .returning('id')
    .executeTakeFirst()
  return taken ? findOrder(db, 'id', order) : null
}

/** Ends an attempt that failed; another one begins at `dueAt`. */
export async function putBack(
  db: Database,
  { order, holder }: Attempt,
  { dueAt, lastError }: { dueAt: Date; lastError: string },
): Promise<void> {
  await db
    .updateTable('customerOrder')
    .set({ holder: null, dueAt, lastError })
    .where('id', '=', order)
    .where('holder', '=', holder)
    .execute()
}

/** Notes what the total pays for, the first time, so that every attempt gives the same days. */
export async function fixPeriod(
  db: Database,
  { order, holder }: Attempt,
  period: { fromDate: string; untilDate: string },
): Promise<{ fromDate: string; untilDate: string }> {
  await db
    .updateTable('customerOrder')
    .set(period)
    .where('id', '=', order)
    .where('holder', '=', holder)
    .where('fromDate', 'is', null)
    .execute()
  const { fromDate, untilDate } = await db
    .selectFrom('customerOrder')
    .select(['fromDate', 'untilDate'])
    .where('id', '=', order)
    .executeTakeFirstOrThrow()
  if (!fromDate || !untilDate) throw new LostAttempt()
  return { fromDate, untilDate }
}

/**
 * Locks an order for its attempt until the transaction ends.
 * @throws LostAttempt when another attempt has taken over
 */
export async function holdAttempt(tx: Tx, { order, holder }: Attempt): Promise<void> {
  const held = await tx
    .selectFrom('customerOrder')
    .select('id')
    .where('id', '=', order)
    .where('holder', '=', holder)
    .forUpdate()
    .executeTakeFirst()
  if (!held) throw new LostAttempt()
}

/**
 * Ends an attempt with an outcome, and the work on the order with it.
 * @throws LostAttempt when another attempt has taken over: the transaction must roll back
 */
export async function endAttempt(
  tx: Tx,
  { order, holder }: Attempt,
  outcome: Partial<
    Pick<StoredOrder, 'state' | 'memberId' | 'fulfilledAt' | 'dueAt' | 'waitsFor' | 'claimHash' | 'openKey'>
  >,
): Promise<void> {
  const ended = await tx
    .updateTable('customerOrder')
    .set({ dueAt: null, ...outcome, holder: null, lastError: null })
    .where('id', '=', order)
    .where('holder', '=', holder)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw new LostAttempt()
  await endMembershipTurn(tx, order)
}

/**
 * Takes the turn to give a buyer their membership until the attempt ends, by address and by member, before anything is given
 * elsewhere. A repeat by the same order is harmless.
 * @returns false while another order has it
 * @throws LostAttempt when another attempt has taken over: nobody would end the turn
 */
export async function takeMembershipTurn(
  db: Database,
  attempt: Attempt,
  { memberId, buyer }: Pick<StoredOrder, 'memberId' | 'buyer'>,
): Promise<boolean> {
  const { order: orderId } = attempt
  const keys = [`address-${buyer.email.toLowerCase()}`, ...(memberId === null ? [] : [`member-${memberId}`])]
  return db.transaction().execute(async (tx) => {
    await holdAttempt(tx, attempt)
    await tx
      .insertInto('membershipTurn')
      .values(keys.map((key) => ({ key, orderId })))
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
    const other = await tx
      .selectFrom('membershipTurn')
      .select('key')
      .where('key', 'in', keys)
      .where('orderId', '<>', orderId)
      .executeTakeFirst()
    // Nobody else may lose to an order that has lost itself.
    if (other) await endMembershipTurn(tx, orderId)
    return other === undefined
  })
}

/** Ends the turn of an order; it may have none. */
export async function endMembershipTurn(tx: Tx, order: number): Promise<void> {
  await tx.deleteFrom('membershipTurn').where('orderId', '=', order).execute()
}

/** Another process works on the order. */
export class LostAttempt extends Error {}

/** Returns orders that are to be given now. */
export async function dueOrders(db: Database, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('customerOrder')
    .select('id')
    .where('dueAt', '<=', now)
    .where('state', 'in', ['placed', 'paid'])
    .orderBy('dueAt')
    .limit(50)
    .execute()
  return rows.map(({ id }) => id)
}

export async function insertSubscription(
  tx: Tx,
  row: {
    memberId: number
    packageId: number
    /** null for a team: each of its seats has a package of its own. */
    memberPackageId: number | null
    teamId?: number | null
    orderId: number
    anchor: string
    period: 'month' | 'year'
    priceCents: number
    createdAt: Date
  },
  {
    fromDate,
    untilDate,
    invoiceId,
    seats = null,
  }: Period & { invoiceId: number | null; seats?: number | null },
): Promise<void> {
  const { id } = await tx
    .insertInto('subscription')
    .values({ ...row, state: 'active' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('subscriptionPeriod')
    .values({
      subscriptionId: id,
      orderId: row.orderId,
      fromDate,
      untilDate,
      invoiceId,
      seats,
      creditedAt: row.createdAt,
    })
    .execute()
}

/**
 * Keeps how a member paid, for later charges, unless the member has chosen another method since the payment began: a debit
 * takes days.
 */
export async function storeProfile(
  tx: Tx,
  member: number,
  { customer, method, ...shown }: PaymentProfile,
  { begunAt, now }: { begunAt: Date; now: Date },
): Promise<void> {
  const row = { customerRef: customer, methodRef: method, ...shown, updatedAt: now, chosenAt: null }
  await tx
    .insertInto('paymentProfile')
    .values({ memberId: member, ...row })
    .onConflict((conflict) =>
      conflict
        .column('memberId')
        .doUpdateSet(row)
        .where((is) =>
          is.or([is('paymentProfile.chosenAt', 'is', null), is('paymentProfile.chosenAt', '<=', begunAt)]),
        ),
    )
    .execute()
}

/** Forgets how a member paid, if it is this method. */
export async function dropProfile(tx: Tx, member: number, profile: PaymentProfile | null): Promise<void> {
  await tx
    .deleteFrom('paymentProfile')
    .where('memberId', '=', member)
    .$if(profile !== null, (query) => query.where('methodRef', '=', profile?.method ?? ''))
    .execute()
}

/** Returns how a member paid; null = nothing is kept. */
export async function profileOf(db: Database | Tx, member: number): Promise<PaymentProfile | null> {
  const row = await db
    .selectFrom('paymentProfile')
    .selectAll()
    .where('memberId', '=', member)
    .executeTakeFirst()
  return row ? toProfile(row) : null
}

/** Returns what a later charge needs of a kept method. */
export function toProfile(row: Selectable<PaymentProfileTable>): PaymentProfile {
  const { customerRef: customer, methodRef: method, kind, last4 } = row
  // The database knows no other kinds.
  return { customer, method, kind: kind as PaymentProfile['kind'], last4 }
}

/** Returns the customer at the provider that a member is; null = none is known. */
export async function customerOf(db: Database, member: number): Promise<string | null> {
  const row = await db
    .selectFrom('paymentProfile')
    .select('customerRef')
    .where('memberId', '=', member)
    .executeTakeFirst()
  return row?.customerRef ?? null
}
