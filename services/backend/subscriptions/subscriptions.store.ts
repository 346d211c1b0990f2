import { type Selectable, sql } from 'kysely'
import { OrderBuyer } from '../../../contracts/order.ts'
import type { DunningTable, SubscriptionTable } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Period } from '../../../rules/periods.ts'
import type { Day } from '../../../rules/time.ts'
import { findOrder, type StoredOrder, type Tx } from '../orders/orders.store.ts'

export interface StoredSubscription extends Omit<Selectable<SubscriptionTable>, 'state' | 'period'> {
  state: 'active' | 'past_due' | 'suspended' | 'ended'
  period: 'month' | 'year'
  /** Last day of its last period. */
  lastDay: Day
}

const lastDay = sql<Day>`(select max(until_date)::text from subscription_period where subscription_id = subscription.id)`

const subscriptions = (db: Database | Tx) =>
  db.selectFrom('subscription').selectAll().select(lastDay.as('lastDay'))

async function first(query: ReturnType<typeof subscriptions>): Promise<StoredSubscription | null> {
  // The database knows no other states and periods.
  return ((await query.executeTakeFirst()) as StoredSubscription | undefined) ?? null
}

/** Returns the subscriptions of a space whose last period is over, and that are not cancelled, in order of their ids. */
export async function dueSubscriptions(
  db: Database,
  { space, today, after }: { space: number; today: Day; after: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('subscription')
    .innerJoin('customerOrder', 'customerOrder.id', 'subscription.orderId')
    .select('subscription.id')
    .where('customerOrder.spaceId', '=', space)
    .where('subscription.state', '=', 'active')
    .where('subscription.id', '>', after)
    .where(sql<boolean>`${lastDay}::date < ${today}`)
    .where(sql<boolean>`(subscription.cancel_on is null or subscription.cancel_on > ${lastDay}::date)`)
    .orderBy('subscription.id')
    .limit(200)
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks a subscription until the transaction ends; null while another process works on it. */
export async function tryLock(tx: Tx, id: number): Promise<StoredSubscription | null> {
  return first(subscriptions(tx).where('id', '=', id).forUpdate().skipLocked())
}

/** Locks the subscription that an invoice is of; null = it is of none. */
export async function lockOfInvoice(tx: Tx, invoice: number): Promise<StoredSubscription | null> {
  const found = await tx
    .selectFrom('subscription')
    .select('id')
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('subscriptionPeriod').select('subscriptionId').where('invoiceId', '=', invoice),
    )
    .forUpdate()
    .executeTakeFirst()
  // Read after the lock: a renewal that was waited for has begun a period since.
  return found ? findSubscription(tx, found.id) : null
}

/** Returns the contract of a member's own package that has not ended; null when there is none. */
export async function liveOf(db: Database, member: number): Promise<StoredSubscription | null> {
  return first(
    subscriptions(db)
      .where('memberId', '=', member)
      .where('teamId', 'is', null)
      .where('state', '<>', 'ended'),
  )
}

/** Returns the contract of a team; null once it has ended. */
export async function liveOfTeam(db: Database | Tx, team: number): Promise<StoredSubscription | null> {
  return first(subscriptions(db).where('teamId', '=', team).where('state', '<>', 'ended'))
}

/** Returns the order that a contract began with, with whoever buys now. */
export async function orderOf(
  db: Database | Tx,
  { orderId, buyer }: Pick<StoredSubscription, 'orderId' | 'buyer'>,
): Promise<StoredOrder | null> {
  const order = await findOrder(db, 'id', orderId)
  return order && buyer ? { ...order, buyer: OrderBuyer.parse(buyer) } : order
}

/** Locks a subscription until the transaction ends; null once it has ended. */
export async function lockLive(tx: Tx, id: number): Promise<StoredSubscription | null> {
  const live = await tx
    .selectFrom('subscription')
    .select('id')
    .where('id', '=', id)
    .where('state', '<>', 'ended')
    .forUpdate()
    .executeTakeFirst()
  // As above.
  return live ? findSubscription(tx, id) : null
}

/** Returns the contract that an order began; null when it began none. */
export async function ofOrder(db: Database | Tx, order: number): Promise<StoredSubscription | null> {
  return first(subscriptions(db).where('orderId', '=', order))
}

/** Returns the last day of the period that a day is in; null where none was begun for it. */
export async function periodEnd(tx: Tx, subscription: number, day: Day): Promise<Day | null> {
  const row = await tx
    .selectFrom('subscriptionPeriod')
    .select('untilDate')
    .where('subscriptionId', '=', subscription)
    .where('fromDate', '<=', day)
    .where('untilDate', '>=', day)
    .executeTakeFirst()
  return row?.untilDate ?? null
}

export async function findSubscription(db: Database | Tx, id: number): Promise<StoredSubscription | null> {
  return first(subscriptions(db).where('id', '=', id))
}

/** Whether the periods of a subscription that is charged by itself include the one that an invoice is of. */
export async function isCharged(db: Database, invoice: number): Promise<boolean> {
  const row = await db
    .selectFrom('subscriptionPeriod')
    .innerJoin('subscription', 'subscription.id', 'subscriptionPeriod.subscriptionId')
    .innerJoin('customerOrder', 'customerOrder.id', 'subscription.orderId')
    .select('subscription.id')
    .where('subscriptionPeriod.invoiceId', '=', invoice)
    .where('subscription.state', '<>', 'ended')
    .where('customerOrder.paysBy', '=', 'provider')
    .executeTakeFirst()
  return row !== undefined
}

type Change = Partial<
  Pick<
    StoredSubscription,
    'state' | 'anchor' | 'suspendedOn' | 'cancelOn' | 'endsOn' | 'isTold' | 'priceCents' | 'memberId'
  >
> & { buyer?: OrderBuyer }

export async function changeSubscription(tx: Tx, id: number, change: Change): Promise<void> {
  await tx.updateTable('subscription').set(change).where('id', '=', id).execute()
}

export async function insertPeriod(
  tx: Tx,
  {
    subscription: subscriptionId,
    ...row
  }: Period & { subscription: number; invoiceId: number | null; seats: number | null },
): Promise<void> {
  await tx
    .insertInto('subscriptionPeriod')
    .values({ subscriptionId, ...row })
    .execute()
}

/** Appends days to the last period of a subscription. */
export async function prolong(
  tx: Tx,
  { id, lastDay: was }: StoredSubscription,
  untilDate: Day,
): Promise<void> {
  await tx
    .updateTable('subscriptionPeriod')
    .set({ untilDate })
    .where('subscriptionId', '=', id)
    .where('untilDate', '=', was)
    .execute()
}

export interface UncreditedPeriod extends Period {
  subscription: number
  member: number
  order: number
  /** The team that the contract is for; null = a member's own package. */
  team: number | null
  seats: number | null
}

const openCents = sql<number>`(select gross_cents from invoice where id = subscription_period.invoice_id)
  - (select coalesce(sum(amount_cents), 0) from invoice_payment where invoice_id = subscription_period.invoice_id)`
/** A debit takes days: it counts for somebody who has paid before. */
const isPending = sql<boolean>`exists (select from payment join customer_order paying on paying.id = payment.order_id
    where paying.invoice_id = subscription_period.invoice_id and payment.state = 'pending')
  and exists (select from subscription_period earlier join invoice_payment using (invoice_id)
    where earlier.subscription_id = subscription.id and earlier.from_date < subscription_period.from_date)`

/** Returns periods whose credits may be given now: free, paid, being debited, or on invoice. */
export async function uncredited(db: Database): Promise<UncreditedPeriod[]> {
  return db
    .selectFrom('subscriptionPeriod')
    .innerJoin('subscription', 'subscription.id', 'subscriptionPeriod.subscriptionId')
    .innerJoin('customerOrder', 'customerOrder.id', 'subscription.orderId')
    .select([
      'subscription.id as subscription',
      'subscription.memberId as member',
      'subscription.orderId as order',
      'subscription.teamId as team',
      'subscriptionPeriod.seats',
      'subscriptionPeriod.fromDate',
      'subscriptionPeriod.untilDate',
    ])
    .where('creditedAt', 'is', null)
    .where((is) =>
      is.or([
        is('subscriptionPeriod.invoiceId', 'is', null),
        is('customerOrder.paysBy', '<>', 'provider'),
        sql<boolean>`${openCents} <= 0`,
        isPending,
      ]),
    )
    .orderBy('subscription.id')
    .limit(500)
    .execute()
}

export async function markCredited(
  db: Database,
  { subscription, fromDate }: Pick<UncreditedPeriod, 'subscription' | 'fromDate'>,
  creditedAt: Date,
): Promise<void> {
  await db
    .updateTable('subscriptionPeriod')
    .set({ creditedAt })
    .where('subscriptionId', '=', subscription)
    .where('fromDate', '=', fromDate)
    .execute()
}

/** Returns subscriptions whose end the workshop system does not know yet. */
export async function untold(db: Database) {
  return db
    .selectFrom('subscription')
    .select(['id', 'memberId', 'memberPackageId', 'teamId', 'endsOn'])
    .where('isTold', '=', false)
    .orderBy('id')
    .limit(200)
    .execute()
}

/** Notes that the workshop system knows the end, unless it has changed meanwhile. */
export async function markTold(
  db: Database,
  { id, endsOn }: Pick<StoredSubscription, 'id' | 'endsOn'>,
): Promise<void> {
  await db
    .updateTable('subscription')
    .set({ isTold: true })
    .where('id', '=', id)
    .where('endsOn', 'is not distinct from', endsOn)
    .execute()
}

export type Dunning = Selectable<DunningTable>

export async function findDunning(db: Database | Tx, invoice: number): Promise<Dunning | null> {
  const row = await db.selectFrom('dunning').selectAll().where('invoiceId', '=', invoice).executeTakeFirst()
  return row ?? null
}

export async function storeDunning(tx: Tx, row: Omit<Dunning, 'closedAt'>): Promise<void> {
  const { invoiceId: _, ...change } = row
  await tx
    .insertInto('dunning')
    .values(row)
    .onConflict((conflict) => conflict.column('invoiceId').doUpdateSet({ ...change, closedAt: null }))
    .execute()
}

export async function changeDunning(
  tx: Tx,
  invoice: number,
  change: Partial<Pick<Dunning, 'nextOn' | 'closedAt'>>,
): Promise<void> {
  await tx.updateTable('dunning').set(change).where('invoiceId', '=', invoice).execute()
}

/** Returns invoices whose next attempt is due in a space. */
export async function dueReminders(db: Database, space: number, today: Day): Promise<number[]> {
  const rows = await db
    .selectFrom('dunning')
    .innerJoin('invoice', 'invoice.id', 'dunning.invoiceId')
    .select('invoiceId')
    .where('invoice.spaceId', '=', space)
    .where('closedAt', 'is', null)
    .where('nextOn', '<=', today)
    .orderBy('nextOn')
    .limit(200)
    .execute()
  return rows.map(({ invoiceId }) => invoiceId)
}

/**
 * Returns open invoices for bookings in a space that announced their debit on a day or before, of members with a kept
 * method, and that nobody was charged for yet.
 */
export async function announcedUsage(
  db: Database,
  { space, until, leastCents }: { space: number; until: Day; leastCents: number },
) {
  return db
    .selectFrom('invoice')
    .innerJoin('paymentProfile', 'paymentProfile.memberId', 'invoice.memberId')
    .select(['invoice.id', 'invoice.locale', 'invoice.memberId as member'])
    .where('invoice.spaceId', '=', space)
    .where('invoice.issuedOn', '<=', until)
    .where('invoice.kind', '=', 'invoice')
    .where('invoice.purpose', 'like', 'usage-%')
    .where(
      sql<boolean>`gross_cents - (select coalesce(sum(amount_cents), 0) from invoice_payment where invoice_id = invoice.id)
        >= ${leastCents}`,
    )
    .where(sql<boolean>`not exists (select from invoice other where other.cancels = invoice.id)`)
    .where(
      sql<boolean>`not exists (select from customer_order where request_key = 'charge-' || invoice.id || '-1')`,
    )
    .orderBy('invoice.id')
    .limit(200)
    .execute()
}

/** Returns invoices of subscriptions in a space that are overdue, that nobody is charged for, and that were not reminded of. */
export async function overdue(db: Database, space: number, today: Day): Promise<number[]> {
  const rows = await db
    .selectFrom('subscriptionPeriod')
    .innerJoin('invoice', 'invoice.id', 'subscriptionPeriod.invoiceId')
    .leftJoin('dunning', 'dunning.invoiceId', 'invoice.id')
    .select('invoice.id')
    .where('invoice.spaceId', '=', space)
    .where('invoice.dueOn', '<', today)
    .where('dunning.invoiceId', 'is', null)
    .where(sql<boolean>`${openCents} > 0`)
    .where(sql<boolean>`not exists (select from invoice other where other.cancels = invoice.id)`)
    .where(
      sql<boolean>`not exists (select from payment join customer_order paying on paying.id = payment.order_id
        where paying.invoice_id = invoice.id and payment.state in ('created', 'open', 'pending'))`,
    )
    .orderBy('invoice.id')
    .limit(200)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns invoices that were reminded of and are paid or cancelled. */
export async function settledReminders(db: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('dunning')
    .select('invoiceId')
    .where('closedAt', 'is', null)
    .where(
      sql<boolean>`exists (select from invoice other where other.cancels = dunning.invoice_id)
        or (select gross_cents from invoice where id = dunning.invoice_id)
          <= (select coalesce(sum(amount_cents), 0) from invoice_payment where invoice_id = dunning.invoice_id)`,
    )
    .orderBy('invoiceId')
    .limit(200)
    .execute()
  return rows.map(({ invoiceId }) => invoiceId)
}

/** Whether another invoice of a subscription is still reminded of. */
export async function hasOpenDunning(tx: Tx, subscription: number): Promise<boolean> {
  const open = await tx
    .selectFrom('dunning')
    .select('invoiceId')
    .where('subscriptionId', '=', subscription)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  return open !== undefined
}

/** Ends cancelled subscriptions of a space whose last day is over. */
export async function endCancelled(db: Database, space: number, today: Day): Promise<void> {
  await db
    .updateTable('subscription')
    .set({ state: 'ended' })
    .where('state', '<>', 'ended')
    .where('cancelOn', '<', today)
    .where('orderId', 'in', ({ selectFrom }) =>
      selectFrom('customerOrder').select('id').where('spaceId', '=', space),
    )
    .execute()
}
