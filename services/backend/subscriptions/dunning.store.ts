import { type Selectable, sql } from 'kysely'
import type { DunningTable } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Day } from '../../../rules/time.ts'
import type { Tx } from '../orders/orders.store.ts'

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

/** Selects the invoices of contracts: of their periods, and of what a withdrawal leaves to be paid. */
const ofContracts = sql<number>`(select invoice_id from subscription_period where invoice_id is not null
  union all select invoice.id from subscription join customer_order on customer_order.id = subscription.order_id
    join invoice on invoice.purpose = 'withdrawal-' || customer_order.number where customer_order.state = 'refunded')`

/** Returns invoices of subscriptions in a space that are overdue, that nobody is charged for, and that were not reminded of. */
export async function overdue(db: Database, space: number, today: Day): Promise<number[]> {
  const rows = await db
    .selectFrom('invoice')
    .leftJoin('dunning', 'dunning.invoiceId', 'invoice.id')
    .select('invoice.id')
    .where('invoice.id', 'in', ofContracts)
    .where('invoice.spaceId', '=', space)
    .where('invoice.dueOn', '<', today)
    .where('dunning.invoiceId', 'is', null)
    .where(
      sql<boolean>`gross_cents > (select coalesce(sum(amount_cents), 0) from invoice_payment where invoice_id = invoice.id)`,
    )
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

/** Returns how often an invoice was asked for by the kept method, also in reminders that were closed since. */
export async function attemptsOf(tx: Tx, invoice: number): Promise<number> {
  const { attempts } = await tx
    .selectFrom('customerOrder')
    .select(sql<number>`count(*)::int`.as('attempts'))
    .where('invoiceId', '=', invoice)
    .where('requestKey', 'like', 'charge-%')
    .executeTakeFirstOrThrow()
  return attempts
}

/** Returns invoices that were reminded of and are paid or cancelled. */
export async function settledReminders(db: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('dunning')
    .select('invoiceId')
    .where('closedAt', 'is', null)
    .where(
      sql<boolean>`(exists (select from invoice other where other.cancels = dunning.invoice_id)
        or (select gross_cents from invoice where id = dunning.invoice_id)
          <= (select coalesce(sum(amount_cents), 0) from invoice_payment where invoice_id = dunning.invoice_id))`,
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
