import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'
import { eraseCertificatesOf } from '../certificates/certificates.store.ts'
import { lockAttempts } from '../instructions/instructions.store.ts'
import { deleteLinksOf } from '../instructions/links.store.ts'
import { eraseOrdersOf } from '../orders/retention.store.ts'
import { erasePlacesOf } from '../places/erasing.store.ts'
import { lockEvidence } from '../trainings/trainings.store.ts'
import type { Person } from './person.ts'

type Tx = Transaction<Tables>

/** Ends contract and seat of a member, whose packages have ended at the workshop system, and forgets how they pay. */
export async function endContract(tx: Tx, member: number, endsOn: string): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ state: 'ended', endsOn, isTold: true })
    .where('memberId', '=', member)
    .where('teamId', 'is', null)
    .where('state', '<>', 'ended')
    .execute()
  await tx
    .updateTable('seatHolding')
    .set({ number: null, endedOn: endsOn, isTold: false })
    .where('memberId', '=', member)
    .where('endedOn', 'is', null)
    .execute()
  await forgetMethod(tx, member)
}

/** Deletes the kept method of payment, and pages for another one: what is still owed is transferred. */
export async function forgetMethod(tx: Tx, member: number): Promise<void> {
  await tx.deleteFrom('methodSetup').where('memberId', '=', member).execute()
  await tx.deleteFrom('paymentProfile').where('memberId', '=', member).execute()
}

/** Deletes what the backend keeps of a person, apart from invoices, ids in the books, and mails. */
export async function eraseOwnData(tx: Tx, person: Person, now: Date): Promise<void> {
  const { subject, member, emails } = person
  const id = member ?? 0
  await tx.deleteFrom('invitation').where('email', 'in', some(emails)).execute()
  await tx
    .deleteFrom('declaration')
    .where((is) =>
      is.or([
        is(sql<string>`lower(content ->> 'email')`, 'in', some(emails)),
        is('orderId', 'in', is.selectFrom('customerOrder').select('id').where('memberId', '=', id)),
      ]),
    )
    .execute()
  await eraseOrdersOf(tx, { member, emails }, now)
  await tx
    .updateTable('team')
    .set({ nextOwnerId: null, nextOwnerUntil: null })
    .where('nextOwnerId', '=', id)
    .execute()
  // The next invoice of a live team goes to this address; its owner is not deleted.
  await tx
    .updateTable('subscription')
    .set({ buyer: null })
    .where('memberId', '=', id)
    .where('state', '=', 'ended')
    .execute()
  await tx
    .deleteFrom('staff')
    .where((is) =>
      is.or([
        is('subject', '=', subject),
        is.and([is('subject', 'is', null), is('email', 'in', some(emails))]),
      ]),
    )
    .execute()
  await eraseCertificatesOf(tx, { subject, member })
  await lockEvidence(tx, id, now)
  await lockAttempts(tx, id, now)
  await deleteLinksOf(tx, id)
  await tx.deleteFrom('photo').where('memberId', '=', id).execute()
  await forgetMethod(tx, id)
  await erasePlacesOf(tx, { subject, member, emails }, now)
  await tx.deleteFrom('idempotencyKey').where('memberId', '=', id).execute()
  await tx.deleteFrom('mailRefusal').where('address', 'in', some(emails)).execute()
  await tx
    .deleteFrom('membershipTurn')
    .where('key', 'in', [`member-${id}`, ...emails.map((email) => `address-${email}`)])
    .execute()
  await tx
    .deleteFrom('signup')
    .where((is) =>
      is.or([
        is('subject', '=', subject),
        is('memberId', '=', id),
        is(sql<string>`lower(email)`, 'in', some(emails)),
      ]),
    )
    .execute()
  await tx
    .deleteFrom('accountLink')
    .where((is) => is.or([is('subject', '=', subject), is('memberId', '=', id)]))
    .execute()
}

/**
 * Deletes the mails to a person, and copies of mails that name them, once they were sent or given up.
 * @param options.all deletes also those that are not sent
 * @returns how many to them are left
 */
export async function eraseMails(
  db: Database | Tx,
  { emails, name }: { emails: string[]; name: string },
  { all = false }: { all?: boolean } = {},
): Promise<number> {
  const isTheirs = sql<boolean>`lower(mail.to_address) in (${sql.join(some(emails))})`
  // One word may be anybody's name.
  const words = [...emails, ...(name.includes(' ') ? [name] : [])].map((word) => word.toLowerCase())
  const names = sql.join(
    words.map((word) => sql`strpos(lower(coalesce(mail.text, '')), ${word}) > 0`),
    sql` or `,
  )
  await sql`delete from outbox using mail where mail.id = outbox.id
    and (${all} or outbox.done_at is not null or outbox.failed_at is not null)
    and (${isTheirs} ${words.length > 0 ? sql`or ${names}` : sql``})`.execute(db)
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from mail where ${isTheirs}`.execute(db)
  return rows[0]?.left ?? 0
}

function some(emails: string[]): string[] {
  return emails.length > 0 ? emails : ['']
}
