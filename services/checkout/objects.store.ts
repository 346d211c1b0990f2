import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.gen.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Kind, Kinds, Thing } from './objects.ts'

export type Tx = Transaction<Tables>
type Reader = Database | Tx

/** Returns an object; null = there is none of that kind. */
export async function read<K extends Kind>(db: Reader, kind: K, id: string): Promise<Kinds[K] | null> {
  const row = await db
    .selectFrom('checkoutObject')
    .select('body')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row ? (row.body as Kinds[K]) : null
}

/** The same, and nobody else changes it until the transaction ends. */
export async function lock<K extends Kind>(tx: Tx, kind: K, id: string): Promise<Kinds[K] | null> {
  const row = await tx
    .selectFrom('checkoutObject')
    .select('body')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()
  return row ? (row.body as Kinds[K]) : null
}

/** Returns an object of any kind, for `expand`. */
export async function readAny(db: Reader, id: string): Promise<Thing | null> {
  const row = await db.selectFrom('checkoutObject').select('body').where('id', '=', id).executeTakeFirst()
  return row ? (row.body as Thing) : null
}

/** Returns objects with a value in one of their fields, the newest first. */
export async function listBy<K extends Kind>(
  db: Reader,
  kind: K,
  field: 'payment_intent' | 'customer',
  value: string,
): Promise<Kinds[K][]> {
  const rows = await db
    .selectFrom('checkoutObject')
    .select('body')
    .where('kind', '=', kind)
    .where(sql`body ->> ${sql.lit(field)}`, '=', value)
    .orderBy('createdAt', 'desc')
    .execute()
  return rows.map(({ body }) => body as Kinds[K])
}

/**
 * Writes an object, new or changed.
 * @param dueAt when something happens with it by itself; null = nothing
 */
export async function save(tx: Tx, thing: Thing, now: Date, dueAt: Date | null = null): Promise<void> {
  await tx
    .insertInto('checkoutObject')
    .values({ id: thing.id, kind: thing.object, body: thing, createdAt: now, dueAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ body: thing, dueAt }))
    .execute()
}

/** The answer to a keyed request. */
export interface KeptAnswer {
  fingerprint: string
  status: number
  body: unknown
}

/**
 * Takes a key for this transaction; waits for another that has it.
 * @returns the answer that is kept under it, null for a new one
 */
export async function takeKey(tx: Tx, key: string, now: Date): Promise<KeptAnswer | null> {
  const taken = await tx
    .insertInto('checkoutObject')
    .values({ id: `key:${key}`, kind: 'key', body: {}, createdAt: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (taken) return null
  const row = await tx
    .selectFrom('checkoutObject')
    .select('body')
    .where('id', '=', `key:${key}`)
    .executeTakeFirstOrThrow()
  return row.body as KeptAnswer
}

export async function keepAnswer(tx: Tx, key: string, answer: KeptAnswer): Promise<void> {
  await tx.updateTable('checkoutObject').set({ body: answer }).where('id', '=', `key:${key}`).execute()
}

export interface DueObject {
  thing: Thing
  /** How often it was tried, this time included. */
  attempts: number
}

/** Claims what is due first and hides it from other processes until `until`; null = nothing is due. */
export async function claimDue(
  db: Reader,
  kind: Kind,
  { now, until }: { now: Date; until: Date },
): Promise<DueObject | null> {
  const row = await db
    .with('due', (with_) =>
      with_
        .selectFrom('checkoutObject')
        .select('id')
        .where('kind', '=', kind)
        .where('dueAt', '<=', now)
        .orderBy('dueAt')
        .orderBy('createdAt')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('checkoutObject')
    .from('due')
    .whereRef('checkoutObject.id', '=', 'due.id')
    .set((set) => ({ dueAt: until, attempts: set('checkoutObject.attempts', '+', 1) }))
    .returning(['checkoutObject.body', 'checkoutObject.attempts'])
    .executeTakeFirst()
  return row ? { thing: row.body as Thing, attempts: row.attempts } : null
}

export async function setDue(db: Reader, id: string, dueAt: Date | null): Promise<void> {
  await db.updateTable('checkoutObject').set({ dueAt }).where('id', '=', id).execute()
}

/** Returns all events, the oldest first. */
export async function events(db: Reader): Promise<Kinds['event'][]> {
  const rows = await db
    .selectFrom('checkoutObject')
    .select('body')
    .where('kind', '=', 'event')
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map(({ body }) => body as Kinds['event'])
}
