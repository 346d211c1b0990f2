import { createHash, randomBytes } from 'node:crypto'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { BillingSettings, Seller } from '../../../contracts/invoice.ts'
import { Offer, Order, OrderBuyer, type OrderConsent, PaysBy } from '../../../contracts/order.ts'
import type { Locale } from '../../../contracts/problem.ts'
import type { CustomerOrderTable, Tables } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Day } from '../../../rules/time.ts'
import type { OrderRights } from './offers.ts'

export type Tx = Transaction<Tables>

/** Paths of the site to come back to; `{number}` stands for the order's. */
export interface ReturnPaths {
  success: string
  cancel: string
}

export interface StoredOrder extends Omit<
  Selectable<CustomerOrderTable>,
  'kind' | 'state' | 'buyer' | 'offer' | 'rights' | 'paysBy' | 'returnPaths'
> {
  kind: Order['kind']
  state: Order['state']
  buyer: OrderBuyer
  offer: Offer | null
  rights: OrderRights
  paysBy: PaysBy
  returnPaths: ReturnPaths
}

export interface NewOrder extends Pick<
  StoredOrder,
  | 'kind'
  | 'buyer'
  | 'offer'
  | 'rights'
  | 'totalCents'
  | 'paysBy'
  | 'requestKey'
  | 'startsEarly'
  | 'returnPaths'
> {
  space: number
  member: number | null
  /** The invoice that it pays. */
  invoice: number | null
  openKey: string
  /** YYYY-MM-DD at the space. */
  today: string
  now: Date
}

/**
 * Adds an order that is to be paid, with a number of its own. One without a price is paid, and a change of package waits
 * for the next period.
 * @throws the database's own error for `customer_order_open_key_unique` and `customer_order_request_key_unique`
 */
export async function insertOrder(tx: Tx, given: NewOrder): Promise<StoredOrder> {
  const { space: spaceId, member: memberId, invoice: invoiceId, openKey, today, now, ...rest } = given
  const waits = rest.kind === 'change'
  const isPaid = rest.totalCents === 0 && !waits
  const isDue = isPaid || (rest.paysBy === 'invoice' && !waits)
  const row = await tx
    .insertInto('customerOrder')
    .values({
      ...rest,
      spaceId,
      memberId,
      invoiceId,
      number: newNumber(today),
      state: isPaid ? 'paid' : 'placed',
      openKey: isDue ? null : openKey,
      dueAt: isDue ? now : null,
      placedAt: now,
      paidAt: isPaid ? now : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toOrder(row)
}

/** Six figures of Crockford's base 32: a billion numbers a year, without letters that look alike. */
function newNumber(today: string): string {
  const code = Array.from(randomBytes(6), (byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[byte % 32])
  return `B-${today.slice(0, 4)}-${code.join('')}`
}

/** Keeps texts that somebody agreed to, each distinct one once. */
export async function keepTexts<Kind extends string>(
  tx: Tx,
  locale: Locale,
  consents: { kind: Kind; text: string }[],
): Promise<{ kind: Kind; sha256: Buffer }[]> {
  const texts = consents.map(({ kind, text: body }) => {
    const sha256 = createHash('sha256').update(`${kind}\n${locale}\n${body}`).digest()
    return { sha256, kind, locale, body }
  })
  await tx
    .insertInto('legalText')
    // Those who agree at the same time wait for one another's texts: in one order of kinds, no two for each other. A place adds
    // `adult` after the texts of its order.
    .values(texts.toSorted((one, other) => (one.kind < other.kind ? 1 : -1)))
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
  return texts
}

/** Keeps what a buyer agreed to. */
export async function insertConsents(
  tx: Tx,
  { order, locale, consents, now }: { order: number; locale: Locale; consents: OrderConsent[]; now: Date },
): Promise<void> {
  if (consents.length === 0) return
  const texts = await keepTexts(tx, locale, consents)
  await tx
    .insertInto('consent')
    .values(texts.map(({ kind, sha256 }) => ({ orderId: order, kind, textSha256: sha256, givenAt: now })))
    .onConflict((conflict) => conflict.columns(['orderId', 'kind']).doNothing())
    .execute()
}

/** Returns the texts that the buyer of an order agreed to. */
export async function consentsOf(db: Database | Tx, order: number) {
  return db
    .selectFrom('consent')
    .innerJoin('legalText', 'legalText.sha256', 'consent.textSha256')
    .select(['consent.kind', 'legalText.body'])
    .where('orderId', '=', order)
    .orderBy('consent.kind')
    .execute()
}

type Unique = 'number' | 'requestKey' | 'openKey' | 'id'

/** Returns the order with this value of a unique column, null when there is none. */
export async function findOrder(
  db: Database | Tx,
  column: Unique,
  value: string | number,
): Promise<StoredOrder | null> {
  const row = await db.selectFrom('customerOrder').selectAll().where(column, '=', value).executeTakeFirst()
  return row ? toOrder(row) : null
}

/** Locks an order until the transaction ends: before its payments, always. */
export async function lockOrder(tx: Tx, id: number): Promise<StoredOrder> {
  const row = await tx
    .selectFrom('customerOrder')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return toOrder(row)
}

/** The order whose claim link has this hash. */
export async function lockClaimed(tx: Tx, claimHash: Buffer): Promise<StoredOrder | null> {
  const row = await tx
    .selectFrom('customerOrder')
    .selectAll()
    .where('claimHash', '=', claimHash)
    .forUpdate()
    .executeTakeFirst()
  return row ? toOrder(row) : null
}

type Change = Partial<
  Pick<
    StoredOrder,
    | 'state'
    | 'paysBy'
    | 'openKey'
    | 'dueAt'
    | 'holder'
    | 'attempts'
    | 'memberId'
    | 'invoiceId'
    | 'waitsFor'
    | 'claimHash'
    | 'paidAt'
    | 'fulfilledAt'
    | 'lastError'
    | 'fromDate'
    | 'untilDate'
  >
>

export async function changeOrder(tx: Database | Tx, id: number, change: Change): Promise<void> {
  await tx.updateTable('customerOrder').set(change).where('id', '=', id).execute()
}

/** Mails about the orders of a member, and about the contracts behind them, are in this language from now on. */
export async function setLocaleOf(db: Database, member: number, locale: Locale): Promise<void> {
  await db
    .updateTable('customerOrder')
    .set({ buyer: sql`jsonb_set(buyer, '{locale}', to_jsonb(${locale}::text))` })
    .where('memberId', '=', member)
    .where('erasedAt', 'is', null)
    .where(sql`buyer ->> 'locale'`, '<>', locale)
    .execute()
}

/** Whether a member has a live contract, apart from that of the order `besides`. */
export async function hasMembership(db: Database, member: number, besides = 0): Promise<boolean> {
  const live = await db
    .selectFrom('subscription')
    .select('id')
    .where('memberId', '=', member)
    .where('teamId', 'is', null)
    .where('state', '<>', 'ended')
    .where('orderId', '<>', besides)
    .executeTakeFirst()
  return live !== undefined
}

/** Whether a member owns a team whose contract goes on, apart from the one of the order `besides`. */
export async function ownsTeam(db: Database | Tx, member: number, besides = 0): Promise<boolean> {
  const live = await db
    .selectFrom('team')
    .innerJoin('subscription', 'subscription.teamId', 'team.id')
    .select('team.id')
    .where('team.ownerId', '=', member)
    .where('subscription.state', '<>', 'ended')
    .where('team.id', '<>', besides)
    .executeTakeFirst()
  return live !== undefined
}

/**
 * Ends the contract that an order began, and its package with the day `endsOn`, which the workshop system learns by a job;
 * there may be none.
 */
export async function endSubscription(tx: Tx, order: number, endsOn: Day): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ state: 'ended', endsOn, isTold: false })
    .where('orderId', '=', order)
    .where('state', '<>', 'ended')
    .execute()
}

/** The name of the space that sells, and its account, for mails. */
export async function sellerBank(
  tx: Database | Tx,
  { spaceId }: Pick<StoredOrder, 'spaceId'>,
): Promise<{ seller: string; bank: Seller['bank'] }> {
  const row = await tx
    .selectFrom('billingSettings')
    .select('settings')
    .where('spaceId', '=', spaceId)
    .executeTakeFirst()
  // They were checked when they were written.
  const { seller } = (row?.settings ?? {}) as Partial<BillingSettings>
  return { seller: seller?.name ?? '', bank: seller?.bank ?? null }
}

export async function sellerName(tx: Database | Tx, order: StoredOrder): Promise<string> {
  return (await sellerBank(tx, order)).seller
}

/** Returns the newest orders first. */
export async function listOrders(db: Database, limit: number): Promise<StoredOrder[]> {
  const rows = await db
    .selectFrom('customerOrder')
    .selectAll()
    .orderBy('placedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toOrder)
}

/** Returns orders of `paysBy` that were placed before a time and are not paid. */
export async function unpaidSince(
  db: Database,
  { paysBy, before }: { paysBy: PaysBy; before: Date },
): Promise<number[]> {
  const rows = await db
    .selectFrom('customerOrder')
    .select('id')
    .where('state', '=', 'placed')
    .where('kind', '<>', 'change')
    .where('paysBy', '=', paysBy)
    .where('placedAt', '<', before)
    // A buyer whose debit came back can pay by another way.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment')
            .select('payment.id')
            .whereRef('payment.orderId', '=', 'customerOrder.id')
            .where('returnedAt', '>=', before),
        ),
      ),
    )
    .orderBy('id')
    .limit(100)
    .execute()
  return rows.map(({ id }) => id)
}

function toOrder(row: Selectable<CustomerOrderTable>): StoredOrder {
  return {
    ...row,
    kind: Order.shape.kind.parse(row.kind),
    state: Order.shape.state.parse(row.state),
    paysBy: PaysBy.parse(row.paysBy),
    buyer: OrderBuyer.parse(row.buyer),
    offer: row.offer === null ? null : Offer.parse(row.offer),
    // Only this file writes them.
    rights: row.rights as OrderRights,
    returnPaths: row.returnPaths as ReturnPaths,
  }
}
