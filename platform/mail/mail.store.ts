import { randomUUID } from 'node:crypto'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { MailAttachmentTable, MailTable, Tables } from '../../db/tables.gen.ts'
import type { Database } from '../database/database.ts'
import type { Mail } from './mail.ts'

export type StoredMail = Selectable<MailTable>
export type StoredAttachment = Selectable<MailAttachmentTable>

/** Tried again at `dueAt`, or given up. */
export type NotSent = { lastError: string } & ({ dueAt: Date } | { failedAt: Date })

/** Adds mails with their attachments to the outbox, in one statement. */
export async function add(db: Database | Transaction<Tables>, mails: Mail[]): Promise<void> {
  const keyed = mails.map((mail) => ({ ...mail, messageKey: randomUUID() }))
  const rows = keyed.map(({ kind, locale, to, subject, text, html, validUntil = null, messageKey }) => {
    return {
      kind,
      locale,
      toName: to.name,
      toAddress: to.address,
      subject,
      text,
      html,
      validUntil,
      messageKey,
    }
  })
  const files = keyed.flatMap(({ attachments = [], messageKey }) =>
    attachments.map((file, position) => ({ ...file, position, messageKey })),
  )
  if (rows.length === 0) return
  if (files.length === 0) {
    await db.insertInto('mail').values(rows).execute()
    return
  }
  await db
    .with('added', (with_) => with_.insertInto('mail').values(rows).returning(['id', 'messageKey']))
    .insertInto('mailAttachment')
    .values((values) =>
      files.map(({ name, type, content, position, messageKey }) => ({
        mailId: values.selectFrom('added').select('id').where('messageKey', '=', messageKey),
        position,
        name,
        type,
        content: Buffer.from(content),
      })),
    )
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

/** Empties the bodies of mails made before `before`, attachments with them. @returns how many */
export async function forgetBodies(db: Database, before: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .with('forgotten', (with_) =>
      with_
        .deleteFrom('mailAttachment')
        .using('mail')
        .whereRef('mail.id', '=', 'mailAttachment.mailId')
        .where('mail.createdAt', '<', before),
    )
    .updateTable('mail')
    .set({ text: null, html: null })
    .where('createdAt', '<', before)
    .where((where) => where.or([where('text', 'is not', null), where('html', 'is not', null)]))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Attachments of mails by the id of the mail, in their order. */
export async function attachmentsOf(db: Database, mails: number[]): Promise<Map<number, StoredAttachment[]>> {
  if (mails.length === 0) return new Map()
  const rows = await db
    .selectFrom('mailAttachment')
    .selectAll()
    .where('mailId', 'in', mails)
    .orderBy('position')
    .execute()
  return Map.groupBy(rows, ({ mailId }) => mailId)
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
