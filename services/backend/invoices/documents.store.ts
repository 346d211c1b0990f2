import type { Transaction } from 'kysely'
import { Invoice } from '../../../contracts/invoice.ts'
import type { Tables } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'

/** Papers that one turn of the job makes. */
const batch = 50

/** Returns invoices without a paper, oldest first. */
export async function withoutDocument(db: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('invoice')
    .leftJoin('invoiceDocument', 'invoiceDocument.invoiceId', 'invoice.id')
    .select('invoice.id')
    .where('invoiceDocument.invoiceId', 'is', null)
    .orderBy('invoice.id')
    .limit(batch)
    .execute()
  return rows.map(({ id }) => id)
}

/** Stores a paper; false when another process has. */
export async function addDocument(
  tx: Transaction<Tables>,
  document: { invoice: number; pdf: Uint8Array; xml: string | null; now: Date },
): Promise<boolean> {
  const { invoice: invoiceId, pdf, xml, now: createdAt } = document
  const added = await tx
    .insertInto('invoiceDocument')
    .values({ invoiceId, pdf: Buffer.from(pdf), xml, createdAt })
    .onConflict((conflict) => conflict.column('invoiceId').doNothing())
    .returning('invoiceId')
    .executeTakeFirst()
  return added !== undefined
}

/**
 * Whether an invoice goes to a member who never signed in and has no reason to any more: it cancels another one, or says
 * what a withdrawal leaves to be paid. Whoever has just ordered will sign in.
 */
export async function isWithoutAccount(db: Database, invoice: number): Promise<boolean> {
  const row = await db
    .selectFrom('invoice')
    .select('id')
    .where('id', '=', invoice)
    .where((is) => is.or([is('kind', '=', 'cancellation'), is('purpose', 'like', 'withdrawal-%')]))
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('accountLink')
            .select('subject')
            .whereRef('accountLink.memberId', '=', 'invoice.memberId'),
        ),
      ),
    )
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the paper of a member's invoice; null when there is none, or it is another's. */
export async function documentOf(db: Database, { member, invoice }: { member: number; invoice: number }) {
  const row = await db
    .selectFrom('invoiceDocument')
    .innerJoin('invoice', 'invoice.id', 'invoiceDocument.invoiceId')
    .select([
      'invoice.number',
      'invoice.kind',
      'invoice.locale',
      'invoiceDocument.pdf',
      'invoiceDocument.xml',
    ])
    .where('invoice.id', '=', invoice)
    .where('invoice.memberId', '=', member)
    .executeTakeFirst()
  return row
    ? { ...row, kind: Invoice.shape.kind.parse(row.kind), locale: Invoice.shape.locale.parse(row.locale) }
    : null
}
