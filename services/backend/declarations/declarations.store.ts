import { type Selectable, sql } from 'kysely'
import { Declaration } from '../../../contracts/declaration.ts'
import type { Locale } from '../../../contracts/problem.ts'
import type { DeclarationTable } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Tx } from '../orders/orders.store.ts'

export interface StoredDeclaration extends Omit<
  Selectable<DeclarationTable>,
  'kind' | 'content' | 'locale' | 'state'
> {
  kind: Declaration['kind']
  content: Declaration
  locale: Locale
  state: 'received' | 'unmatched' | 'refused' | 'repeated' | 'applied' | 'disowned' | 'settled'
}

/** Stores a declaration once per receipt. @returns false when it is there already */
export async function insert(
  tx: Tx,
  { content, ...row }: Pick<StoredDeclaration, 'content' | 'locale' | 'zone' | 'receivedAt' | 'receiptHash'>,
): Promise<boolean> {
  const added = await tx
    .insertInto('declaration')
    .values({ ...row, kind: content.kind, content })
    .onConflict((conflict) => conflict.column('receiptHash').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** Returns the declaration with a receipt that was received after a time; null when there is none. */
export async function findReceipt(
  db: Database,
  receiptHash: Buffer,
  after: Date,
): Promise<StoredDeclaration | null> {
  const row = await db
    .selectFrom('declaration')
    .selectAll()
    .where('receiptHash', '=', receiptHash)
    .where('receivedAt', '>', after)
    .executeTakeFirst()
  return row ? toDeclaration(row) : null
}

/** Returns declarations that nobody has looked at, first those not tried for the longest time. */
export async function received(db: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('declaration')
    .select('id')
    .where('state', '=', 'received')
    .orderBy((row) => row.fn.coalesce('triedAt', 'receivedAt'))
    .orderBy('id')
    .limit(50)
    .execute()
  return rows.map(({ id }) => id)
}

export async function find(db: Database, id: number): Promise<StoredDeclaration | null> {
  const row = await db.selectFrom('declaration').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toDeclaration(row) : null
}

/** Locks the declaration whose mailed link has this hash; null when there is none. */
export async function lockDisowned(tx: Tx, disownHash: Buffer): Promise<StoredDeclaration | null> {
  const row = await tx
    .selectFrom('declaration')
    .selectAll()
    .where('disownHash', '=', disownHash)
    .forUpdate()
    .executeTakeFirst()
  return row ? toDeclaration(row) : null
}

/** Returns the id of the order that an invoice is for: its own, or that whose package it renews. */
export async function orderOfInvoice(db: Database, invoice: number): Promise<number | null> {
  const own = await db
    .selectFrom('customerOrder')
    .select('id')
    .where('invoiceId', '=', invoice)
    .where('kind', '<>', 'invoice')
    .executeTakeFirst()
  if (own) return own.id
  const renewed = await db
    .selectFrom('subscriptionPeriod')
    .select('subscriptionPeriod.orderId')
    .where('subscriptionPeriod.invoiceId', '=', invoice)
    .executeTakeFirst()
  return renewed?.orderId ?? null
}

/** Returns the newest order of each running contract that an address has ordered, with the names of its packages until now. */
export async function runningOrders(
  db: Database,
  email: string,
): Promise<{ id: number; names: { de: string; en: string }[] }[]> {
  return db
    .selectFrom('subscription')
    .innerJoin('subscriptionPeriod', 'subscriptionPeriod.subscriptionId', 'subscription.id')
    .innerJoin('customerOrder', 'customerOrder.id', 'subscriptionPeriod.orderId')
    .select(({ fn, ref }) => [
      fn.coalesce('subscription.changeOrderId', 'subscription.orderId').as('id'),
      sql<{ de: string; en: string }[]>`jsonb_agg(${ref('customerOrder.offer')} -> 'name')`.as('names'),
    ])
    .where('subscription.state', '<>', 'ended')
    .where('customerOrder.erasedAt', 'is', null)
    .where(sql<string>`lower(${sql.ref('customerOrder.buyer')} ->> 'email')`, '=', email.toLowerCase())
    .groupBy('subscription.id')
    .execute()
}

/** Whether an order was withdrawn from by another declaration. */
export async function isWithdrawn(tx: Database | Tx, order: number): Promise<boolean> {
  const found = await tx
    .selectFrom('declaration')
    .select('id')
    .where('orderId', '=', order)
    .where('kind', '=', 'withdraw')
    .where('state', 'in', ['applied', 'settled'])
    .executeTakeFirst()
  return found !== undefined
}

/** Returns withdrawals whose time to disown them has passed, the oldest first. */
export async function dueWithdrawals(db: Database, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('declaration')
    .select('id')
    .where('kind', '=', 'withdraw')
    .where('state', '=', 'applied')
    .where('disownUntil', '<=', now)
    .orderBy('id')
    .limit(50)
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks a declaration until the transaction ends; null when it is in another state, or another process works on it. */
export async function tryLock(
  tx: Tx,
  id: number,
  state: StoredDeclaration['state'],
): Promise<StoredDeclaration | null> {
  const row = await tx
    .selectFrom('declaration')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', state)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row ? toDeclaration(row) : null
}

type Change = Partial<
  Pick<
    StoredDeclaration,
    | 'state'
    | 'isOpen'
    | 'triedAt'
    | 'orderId'
    | 'subscriptionId'
    | 'endsOn'
    | 'wasOn'
    | 'disownHash'
    | 'disownUntil'
  >
>

export async function change(tx: Database | Tx, id: number, values: Change): Promise<void> {
  await tx.updateTable('declaration').set(values).where('id', '=', id).execute()
}

/** Returns what somebody of the space has to look at, the oldest first: also what waits to be applied since a time. */
export async function open(db: Database, since: Date): Promise<StoredDeclaration[]> {
  const rows = await db
    .selectFrom('declaration')
    .selectAll()
    .where((is) =>
      is.or([is('isOpen', '=', true), is('state', '=', 'received').and('receivedAt', '<', since)]),
    )
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map(toDeclaration)
}

/** Notes that somebody of the space has looked at it. @returns false when there was nothing to look at */
export async function close(db: Database, id: number): Promise<boolean> {
  const closed = await db
    .updateTable('declaration')
    .set({ isOpen: false })
    .where('id', '=', id)
    .where('isOpen', '=', true)
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}

/** Deletes what is done and was received before a time, by whether it fitted a contract. @returns the number */
export async function deleteOld(
  db: Database,
  before: { ofContract: Date; unmatched: Date },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('declaration')
    .where('isOpen', '=', false)
    .where('state', '<>', 'received')
    .where((is) => is.not(is.and([is('kind', '=', 'withdraw'), is('state', '=', 'applied')])))
    .where((is) =>
      is.or([
        is('receivedAt', '<', before.ofContract),
        is.and([is('receivedAt', '<', before.unmatched), is('state', '=', 'unmatched')]),
      ]),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function toDeclaration(row: Selectable<DeclarationTable>): StoredDeclaration {
  return {
    ...row,
    content: Declaration.parse(row.content),
    // The database knows no others.
    kind: row.kind as StoredDeclaration['kind'],
    locale: row.locale as Locale,
    state: row.state as StoredDeclaration['state'],
  }
}
