import { type Selectable, sql } from 'kysely'
import { OrderBuyer } from '../../../contracts/order.ts'
import type { SubscriptionTable } from '../../../db/tables.gen.ts'
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

/** All contracts, with the last day of their last periods. */
export const subscriptions = (db: Database | Tx) =>
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

/** Locks the subscription that an invoice is of, also that of its compensation after a withdrawal; null = it is of none. */
export async function lockOfInvoice(tx: Tx, invoice: number): Promise<StoredSubscription | null> {
  const found = await tx
    .selectFrom('subscription')
    .select('id')
    .where((is) =>
      is.or([
        is('id', '=', ({ selectFrom }) =>
          selectFrom('subscriptionPeriod').select('subscriptionId').where('invoiceId', '=', invoice),
        ),
        is('orderId', '=', ({ selectFrom }) =>
          selectFrom('customerOrder')
            .innerJoin('invoice', (on) =>
              on.on(sql<boolean>`customer_order.number = replace(purpose, 'withdrawal-', '')`),
            )
            .select('customerOrder.id')
            .where('invoice.id', '=', invoice),
        ),
      ]),
    )
    .forUpdate()
    .executeTakeFirst()
  // Read after the lock: a renewal that was waited for has begun a period since.
  return found ? findSubscription(tx, found.id) : null
}

/** Returns the contract of a member's own package that has not ended; null when there is none. */
export async function liveOf(db: Database | Tx, member: number): Promise<StoredSubscription | null> {
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

/** Locks the contract of a team until the transaction ends: before the team, always. null once it has ended. */
export async function lockOfTeam(tx: Tx, team: number): Promise<StoredSubscription | null> {
  const live = await liveOfTeam(tx, team)
  return live && lockLive(tx, live.id)
}

/** Returns the number of an invoice of a contract that is not paid; null when there is none. */
export async function openInvoiceOf(tx: Tx, subscription: number): Promise<string | null> {
  const row = await tx
    .selectFrom('subscriptionPeriod')
    .innerJoin('invoice', 'invoice.id', 'subscriptionPeriod.invoiceId')
    .select('invoice.number')
    .where('subscriptionId', '=', subscription)
    .where(sql<boolean>`${openCents} > 0`)
    .where(sql<boolean>`not exists (select from invoice other where other.cancels = invoice.id)`)
    .orderBy('invoice.id')
    .executeTakeFirst()
  return row?.number ?? null
}

/** Returns the order whose package and price a contract has, with whoever buys now. */
export async function orderOf(
  db: Database | Tx,
  { orderId, changeOrderId, buyer }: Pick<StoredSubscription, 'orderId' | 'changeOrderId' | 'buyer'>,
): Promise<StoredOrder | null> {
  const order = await findOrder(db, 'id', changeOrderId ?? orderId)
  return order && buyer ? { ...order, buyer: OrderBuyer.parse(buyer) } : order
}

/** Returns the order whose package an invoice of a contract is for, with whoever buys now; without a period that it began by. */
export async function orderOfInvoice(
  tx: Tx,
  { orderId, buyer }: Pick<StoredSubscription, 'orderId' | 'buyer'>,
  invoice: number,
): Promise<StoredOrder | null> {
  const period = await tx
    .selectFrom('subscriptionPeriod')
    .select('orderId')
    .where('invoiceId', '=', invoice)
    .executeTakeFirst()
  return orderOf(tx, { orderId: period?.orderId ?? orderId, changeOrderId: null, buyer })
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

/** Returns the contract that an order began or changes; null when it does neither. */
export async function ofOrder(db: Database | Tx, order: number): Promise<StoredSubscription | null> {
  return first(
    subscriptions(db).where((is) =>
      is.or([
        is('orderId', '=', order),
        is('changeOrderId', '=', order),
        is(sql<string>`'change-' || id`, '=', ({ selectFrom }) =>
          selectFrom('customerOrder').select('openKey').where('id', '=', order),
        ),
      ]),
    ),
  )
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
    | 'state'
    | 'anchor'
    | 'period'
    | 'suspendedOn'
    | 'cancelOn'
    | 'endsOn'
    | 'isTold'
    | 'priceCents'
    | 'memberId'
    | 'packageId'
    | 'changeOrderId'
    | 'isChangeTold'
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
  }: Period & { subscription: number; orderId: number; invoiceId: number | null; seats: number | null },
): Promise<void> {
  await tx
    .insertInto('subscriptionPeriod')
    .values({ subscriptionId, ...row })
    .execute()
}

/** Appends days to the last period of a subscription; credits that were given already end before `appendedFrom`. */
export async function prolong(
  tx: Tx,
  { id, lastDay: was }: StoredSubscription,
  { appendedFrom, untilDate }: { appendedFrom: Day; untilDate: Day },
): Promise<void> {
  const whenCredited = <T>(value: T) =>
    sql<T>`case when credited_at is null then null else ${value}::date end`
  await tx
    .updateTable('subscriptionPeriod')
    .set({
      untilDate,
      appendedFrom: whenCredited(appendedFrom),
      creditedUntil: sql<Day>`case when credited_at is null then null else coalesce(credited_until, until_date) end`,
      appendedCreditedAt: null,
    })
    .where('subscriptionId', '=', id)
    .where('untilDate', '=', was)
    .execute()
}

/** What is open of the invoice of a row of `subscription_period`. */
export const openCents = sql<number>`(select gross_cents from invoice where id = subscription_period.invoice_id)
  - (select coalesce(sum(amount_cents), 0) from invoice_payment where invoice_id = subscription_period.invoice_id)`
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
    .select(['invoice.id', 'invoice.locale', 'paymentProfile.memberId as member'])
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
