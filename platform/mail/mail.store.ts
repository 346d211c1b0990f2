import { randomUUID } from 'node:crypto'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { MailAttachmentTable, MailTable, OutboxTable, Tables } from '../../db/tables.gen.ts'
import type { Database } from '../database/database.ts'
import type { Mail } from './mail-content.ts'

export type StoredAttachment = Selectable<MailAttachmentTable>

/** A mail with its state in the outbox and its attachments in their order. */
export type StoredMail = Selectable<MailTable> &
  Pick<Selectable<OutboxTable>, 'key' | 'doneAt'> & { attachments: StoredAttachment[] }

/** Adds mails with their attachments to the outbox, in one statement. */
export async function add(db: Database | Transaction<Tables>, mails: Mail[]): Promise<void> {
  if (mails.length === 0) return
  const keyed = mails.map((mail) => ({ ...mail, key: randomUUID() }))
  const files = keyed.flatMap(({ attachments = [], key }) =>
    attachments.map((file, position) => ({ ...file, position, key })),
  )
  const withMails = db
    .with('queued', (with_) =>
      with_
        .insertInto('outbox')
        .values(keyed.map(({ key, validUntil = null }) => ({ kind: 'mail', key, validUntil })))
        .returning(['id', 'key']),
    )
    .with('added', (with_) =>
      with_.insertInto('mail').values((values) =>
        keyed.map(({ kind, locale, to, subject, text, html, key }) => ({
          id: values.selectFrom('queued').select('id').where('key', '=', key),
          kind,
          locale,
          toName: to.name,
          toAddress: to.address,
          subject,
          text,
          html,
        })),
      ),
    )
  if (files.length === 0) {
    await withMails.selectFrom('queued').select('id').execute()
    return
  }
  await withMails
    .insertInto('mailAttachment')
    .values((values) =>
      files.map(({ name, type, content, position, key }) => ({
        mailId: values.selectFrom('queued').select('id').where('key', '=', key),
        position,
        name,
        type,
        content: Buffer.from(content),
      })),
    )
    .execute()
}

/** Empties the bodies of mails made before `before`, attachments with them, and returns how many. */
export async function eraseBodies(db: Database, before: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .with('erased', (with_) =>
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

/** Returns the newest mails first. @param to only mails to this address, in any case */
export async function newest(db: Database, limit: number, to?: string): Promise<StoredMail[]> {
  const rows = await mails(db)
    .$if(to !== undefined, (query) => query.where(sql<boolean>`lower(to_address) = lower(${to})`))
    .orderBy('mail.id', 'desc')
    .limit(limit)
    .execute()
  return withAttachments(db, rows)
}

export async function byId(db: Database, id: number): Promise<StoredMail | undefined> {
  const [mail] = await withAttachments(db, await mails(db).where('mail.id', '=', id).execute())
  return mail
}

function mails(db: Database) {
  return db
    .selectFrom('mail')
    .innerJoin('outbox', 'outbox.id', 'mail.id')
    .selectAll('mail')
    .select(['outbox.key', 'outbox.doneAt'])
}

async function withAttachments(db: Database, rows: Omit<StoredMail, 'attachments'>[]): Promise<StoredMail[]> {
  if (rows.length === 0) return []
  const files = await db
    .selectFrom('mailAttachment')
    .selectAll()
    .where(
      'mailId',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('position')
    .execute()
  const byMail = Map.groupBy(files, ({ mailId }) => mailId)
  return rows.map((row) => ({ ...row, attachments: byMail.get(row.id) ?? [] }))
}
