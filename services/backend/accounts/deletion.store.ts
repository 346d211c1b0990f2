import { type Selectable, sql, type Transaction } from 'kysely'
import type { Locale } from '../../../contracts/problem.ts'
import type { DeletionBlock } from '../../../contracts/personal-data.ts'
import type { MemberDeletionTable, Tables } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'

type Tx = Transaction<Tables>

export interface StoredDeletion extends Omit<Selectable<MemberDeletionTable>, 'state' | 'locale'> {
  state: 'asked' | 'confirmed' | 'told' | 'done'
  locale: Locale
}

export interface NewDeletion {
  subject: string
  member: number | null
  /** In lower case; the first one gets the mails. */
  emails: string[]
  name: string
  locale: Locale
  tokenHash: Buffer
  now: Date
  expiresAt: Date
}

/**
 * Notes that a person asks to be deleted; the link of an earlier request stops working.
 * @returns false when the deletion is under way
 */
export async function addDeletion(tx: Tx, asked: NewDeletion): Promise<boolean> {
  const { member: memberId, now: createdAt, ...row } = asked
  const values = { ...row, memberId, createdAt, state: 'asked' }
  const added = await tx
    .insertInto('memberDeletion')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet(values).where('memberDeletion.state', '=', 'asked'),
    )
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export async function findDeletion(
  db: Database,
  by: { tokenHash: Buffer } | { id: number },
): Promise<StoredDeletion | null> {
  const row = await db
    .selectFrom('memberDeletion')
    .selectAll()
    .$if('id' in by, (query) => query.where('id', '=', 'id' in by ? by.id : 0))
    .$if('tokenHash' in by, (query) =>
      query.where('tokenHash', '=', 'tokenHash' in by ? by.tokenHash : Buffer.alloc(0)),
    )
    .executeTakeFirst()
  return row ? toDeletion(row) : null
}

/** Locks a deletion until the transaction ends. */
export async function lockDeletion(tx: Tx, id: number): Promise<StoredDeletion | null> {
  const row = await tx
    .selectFrom('memberDeletion')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? toDeletion(row) : null
}

/** Locks the deletion of a member that is asked for or under way; false = there is none. */
export async function lockOpenDeletion(
  tx: Tx,
  { member, now }: { member: number; now: Date },
): Promise<boolean> {
  const open = await tx
    .selectFrom('memberDeletion')
    .select('id')
    .where('memberId', '=', member)
    .where('state', '<>', 'done')
    .where((is) => is.or([is('state', '<>', 'asked'), is('expiresAt', '>', now)]))
    .forUpdate()
    .executeTakeFirst()
  return open !== undefined
}

type Change = Partial<
  Pick<
    StoredDeletion,
    'state' | 'subject' | 'emails' | 'name' | 'confirmedAt' | 'toldAt' | 'doneAt' | 'triedAt' | 'byHand'
  >
>

export async function changeDeletion(db: Database | Tx, id: number, change: Change): Promise<void> {
  await db.updateTable('memberDeletion').set(change).where('id', '=', id).execute()
}

/** Returns deletions that are under way, the one that was not tried for the longest time first. */
export async function openDeletions(db: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('memberDeletion')
    .select('id')
    .where('state', 'in', ['confirmed', 'told'])
    .orderBy(sql`tried_at nulls first`)
    .limit(100)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes requests whose link is over, and what is left of deletions that ended before a time. */
export async function removeOver(db: Database, { now, before }: { now: Date; before: Date }): Promise<void> {
  await db
    .deleteFrom('memberDeletion')
    .where((is) =>
      is.or([
        is.and([is('state', '=', 'asked'), is('expiresAt', '<=', now)]),
        is.and([is('state', '=', 'done'), is('doneAt', '<', before)]),
      ]),
    )
    .execute()
}

/** Returns the orders of a member that are neither given nor over, apart from those that end with an invoice or a contract. */
export async function runningOrders(db: Database, member: number): Promise<DeletionBlock[]> {
  const rows = await db
    .selectFrom('customerOrder')
    .select('number')
    .where('memberId', '=', member)
    .where('kind', 'not in', ['invoice', 'change'])
    .where('state', 'in', ['placed', 'paid'])
    .orderBy('id')
    .execute()
  return rows.map(({ number }) => ({ kind: 'order', number }))
}

/** Returns the teams of an owner whose contract goes on. */
export async function ownedTeams(db: Database, member: number): Promise<DeletionBlock[]> {
  const rows = await db
    .selectFrom('team')
    .innerJoin('subscription', 'subscription.teamId', 'team.id')
    .select(['team.id', 'team.name'])
    .where('team.ownerId', '=', member)
    .where('subscription.state', '<>', 'ended')
    .orderBy('team.id')
    .execute()
  return rows.map(({ id, name }) => ({ kind: 'team', number: String(id), name }))
}

/** Whether something of a member is on its way to an invoice, its paper, or its payment. */
export async function isInTheBooks(db: Database, member: number): Promise<boolean> {
  const { rows } = await sql<{ busy: boolean }>`
    select exists (select from usage_bill where member_id = ${member} and invoice_id is null)
      or exists (select from invoice left join invoice_document on invoice_document.invoice_id = invoice.id
        where member_id = ${member} and invoice_document.invoice_id is null)
      or exists (select from declaration join customer_order on customer_order.id = declaration.order_id
        where member_id = ${member} and declaration.kind = 'withdraw' and declaration.state = 'applied')
      or exists (select from customer_order where member_id = ${member} and state in ('placed', 'paid')) as busy
  `.execute(db)
  return rows[0]?.busy ?? false
}

function toDeletion(row: Selectable<MemberDeletionTable>): StoredDeletion {
  // The database knows no others.
  return { ...row, state: row.state as StoredDeletion['state'], locale: row.locale as Locale }
}
