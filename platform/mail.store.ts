import { type Selectable, sql, type Transaction } from 'kysely'
import type { MailTable, Tables } from '../db/tables.gen.ts'
import type { Database } from './database.ts'
import type { Mail } from './mail.ts'

export type StoredMail = Selectable<MailTable>

/** Tried again at `dueAt`, or given up. */
export type NotSent = { lastError: string } & ({ dueAt: Date } | { failedAt: Date })

/** Adds a mail to the outbox. */
export async function add(db: Database | Transaction<Tables>, mail: Mail): Promise<void> {
  const { kind, locale, to, subject, text, html } = mail
  await db
    .insertInto('mail')
    .values({ kind, locale, toName: to.name, toAddress: to.address, subject, text, html })
    .execute()
}

/**
 * Takes mails that are due and hides them until `until`; no other process gets them before that. Counting the attempt
 * here also makes it the mark of this claim.
 */
export function claim(db: Database, now: Date, until: Date, limit: number): Promise<StoredMail[]> {
  return db
    .with('due', (with_) =>
      with_
        .selectFrom('mail')
        .select('id')
        .where('sentAt', 'is', null)
        .where('failedAt', 'is', null)
        .where('dueAt', '<=', now)
        .orderBy('dueAt')
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('mail')
    .from('due')
    .whereRef('mail.id', '=', 'due.id')
    .set((set) => ({ attempts: set('mail.attempts', '+', 1), dueAt: until }))
    .returningAll('mail')
    .execute()
}

/** What became of a claimed mail. Nothing is written when the claim ran out and another process has it by now. */
export async function settle(
  db: Database,
  claimed: Pick<StoredMail, 'id' | 'attempts'>,
  outcome: { sentAt: Date } | NotSent,
): Promise<void> {
  await db
    .updateTable('mail')
    .set(outcome)
    .where('id', '=', claimed.id)
    .where('attempts', '=', claimed.attempts)
    .where('sentAt', 'is', null)
    .execute()
}

/** Empties the bodies of mails made before `before`. @returns how many */
export async function forgetBodies(db: Database, before: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mail')
    .set({ text: null, html: null })
    .where('createdAt', '<', before)
    .where((where) => where.or([where('text', 'is not', null), where('html', 'is not', null)]))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Newest first. @param to only mails to this address, whatever its case */
export function newest(db: Database, limit: number, to?: string): Promise<StoredMail[]> {
  return db
    .selectFrom('mail')
    .selectAll()
    .$if(to !== undefined, (query) => query.where(sql<boolean>`lower(to_address) = lower(${to})`))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export function byId(db: Database, id: number): Promise<StoredMail | undefined> {
  return db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst()
}
