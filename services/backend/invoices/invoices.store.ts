import { sql, type Transaction } from 'kysely'
import {
  Invoice,
  type InvoiceCollection,
  type InvoiceEntry,
  type InvoicePayment,
} from '../../../contracts/invoice.ts'
import type { Tables } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'
import { addDays, type Day } from '../../../rules/time.ts'

type Tx = Transaction<Tables>

/** Whether it is for bookings of a month. */
const usage = sql<boolean>`invoice.purpose like 'usage-%'`
/** Whether a charge of the kept method is under way. */
const charge = sql<boolean>`exists (select from payment join customer_order paying on paying.id = payment.order_id
  where paying.invoice_id = invoice.id and payment.mode = 'saved' and payment.state in ('created', 'open', 'pending'))`
const paidCents = sql<number>`(select coalesce(sum(amount_cents), 0)::int from invoice_payment where invoice_id = invoice.id)`

/** Returns the purpose of the invoice that charges what a withdrawal leaves to be paid; the payment that has paid it has the same key. */
export const compensationPurpose = ({ number }: { number: string }) => `withdrawal-${number}`
/** Returns the same for what stays of the price of a place in a course that was cancelled late. */
export const keptPurpose = ({ number }: { number: string }) => `course-kept-${number}`

/** An invoice before it has its number. */
export interface NewInvoice extends Omit<Invoice, 'id' | 'number' | 'cancels'> {
  space: number
  /** null = a guest's. */
  member: number | null
  prefix: string
  /** Why it exists; nothing is invoiced twice. */
  purpose: string
  /** Id of the invoice that a cancellation corrects. */
  cancels: number | null
  retainUntil: string
  now: Date
}

/**
 * Writes an invoice with its lines and taxes; the database gives its number. A rollback gives the number back.
 * @returns its id
 * @throws the database's own error for `invoice_purpose_unique` and `invoice_cancels_unique`
 */
export async function insertInvoice(tx: Tx, invoice: NewInvoice): Promise<number> {
  const { space: spaceId, member: memberId, prefix, lines, taxes, now: createdAt, ...row } = invoice
  const year = Number(row.issuedOn.slice(0, 4))
  await tx
    .insertInto('invoiceSeries')
    .values({ spaceId, year, prefix })
    .onConflict((conflict) => conflict.columns(['spaceId', 'year']).doNothing())
    .execute()
  const { id } = await tx
    .insertInto('invoice')
    .values({ ...row, spaceId, memberId, year, createdAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ofInvoice = { invoiceId: id }
  await tx
    .insertInto('invoiceLine')
    .values(lines.map((line, position) => ({ ...line, ...ofInvoice, position: position + 1 })))
    .execute()
  await tx
    .insertInto('invoiceTax')
    .values(taxes.map((tax) => ({ ...tax, ...ofInvoice })))
    .execute()
  return id
}

/** Returns an invoice with everything that its paper says; null when there is none. */
export async function readInvoice(db: Database | Tx, id: number): Promise<Invoice | null> {
  const row = await db
    .selectFrom('invoice')
    .leftJoin('invoice as corrected', 'corrected.id', 'invoice.cancels')
    .selectAll('invoice')
    .select(['corrected.number as correctedNumber', 'corrected.issuedOn as correctedOn'])
    .where('invoice.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const lines = await db
    .selectFrom('invoiceLine')
    .selectAll()
    .where('invoiceId', '=', id)
    .orderBy('position')
    .execute()
  const taxes = await db
    .selectFrom('invoiceTax')
    .selectAll()
    .where('invoiceId', '=', id)
    .orderBy('taxPercent')
    .execute()
  const { correctedNumber: number, correctedOn: issuedOn } = row
  return Invoice.parse({ ...row, lines, taxes, cancels: number ? { number, issuedOn } : null })
}

/** Returns the invoices of a member, newest first. */
export async function invoicesOf(db: Database, member: number): Promise<Omit<InvoiceEntry, 'canBePaid'>[]> {
  const rows = await db
    .selectFrom('invoice')
    .select((row) => [
      'invoice.id',
      'invoice.number',
      'invoice.kind',
      'invoice.locale',
      'invoice.issuedOn',
      'invoice.dueOn',
      'invoice.grossCents',
      sql<boolean>`exists (select from invoice other where other.cancels = invoice.id)`.as('isCancelled'),
      charge.as('isCharged'),
      sql<
        InvoiceEntry['files'] | null
      >`(select case when xml is null then '["pdf"]'::jsonb else '["pdf", "xml"]'::jsonb end
        from invoice_document where invoice_id = invoice.id)`.as('files'),
      paidCents.as('paidCents'),
      row
        .selectFrom('invoiceLine')
        .select(({ fn }) => fn<string>('string_agg', ['text', sql.lit(' · ')]).as('title'))
        .whereRef('invoiceId', '=', 'invoice.id')
        .as('title'),
    ])
    .where('memberId', '=', member)
    .orderBy('invoice.issuedOn', 'desc')
    .orderBy('invoice.id', 'desc')
    .limit(500)
    .execute()
  return rows.map(({ isCancelled, isCharged, title, kind, locale, files, ...row }) => ({
    ...row,
    files: files ?? [],
    kind: Invoice.shape.kind.parse(kind),
    locale: Invoice.shape.locale.parse(locale),
    title: title ?? '',
    state: stateOf({ ...row, kind, isCancelled, isCharged }),
  }))
}

function stateOf(row: {
  kind: string
  isCancelled: boolean
  isCharged: boolean
  grossCents: number
  paidCents: number
}): InvoiceEntry['state'] {
  if (row.isCancelled) return 'cancelled'
  if (row.kind === 'cancellation' || row.grossCents <= 0) return 'settled'
  if (row.paidCents >= row.grossCents) return 'paid'
  return row.isCharged ? 'charged' : 'open'
}

/** One rate of one invoice, with whom it is for. */
export interface IssuedRate {
  number: string
  kind: Invoice['kind']
  issuedOn: Day
  /** null = a guest's. */
  member: number | null
  buyer: Invoice['buyer']
  taxPercent: string
  netCents: number
  taxCents: number
}

/** Returns the rates of all invoices that a space issued on these days, both included, in the order of their numbers. */
export async function ratesIssued(
  db: Database,
  { space, from, until }: { space: number; from: Day; until: Day },
): Promise<IssuedRate[]> {
  const rows = await db
    .selectFrom('invoice')
    .innerJoin('invoiceTax', 'invoiceTax.invoiceId', 'invoice.id')
    .select([
      'invoice.number',
      'invoice.kind',
      'invoice.issuedOn',
      'invoice.memberId as member',
      'invoice.buyer',
      'invoiceTax.taxPercent',
      'invoiceTax.netCents',
      'invoiceTax.taxCents',
    ])
    .where('invoice.spaceId', '=', space)
    .where('invoice.issuedOn', '>=', from)
    .where('invoice.issuedOn', '<=', until)
    .orderBy('invoice.year')
    .orderBy('invoice.sequence')
    .orderBy('invoiceTax.taxPercent', 'desc')
    .execute()
  return rows.map(({ kind, buyer, ...row }) => ({
    ...row,
    kind: Invoice.shape.kind.parse(kind),
    buyer: Invoice.shape.buyer.parse(buyer),
  }))
}

/**
 * Deletes the invoices whose retention has ended before a day, with everything that belongs to them. An invoice stays as
 * long as its cancellation does.
 * @returns their number
 */
export async function deleteEnded(db: Database, today: Day): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('invoice')
    .where('retainUntil', '<', today)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('invoice as correction')
            .select('correction.id')
            .whereRef('correction.cancels', '=', 'invoice.id')
            .where('correction.retainUntil', '>=', today),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** What is needed of an invoice to correct it or to pay it; null when there is no such one. */
export async function findInvoice(db: Database | Tx, by: { number: string } | { id: number }) {
  const row = await db
    .selectFrom('invoice')
    .select([
      'id',
      'number',
      'spaceId as space',
      'memberId as member',
      'kind',
      'grossCents',
      // What is owed for bookings is known to the workshop system; what was ordered is not.
      usage.as('isUsage'),
      paidCents.as('paidCents'),
      sql<boolean>`exists (select from invoice other where other.cancels = invoice.id)`.as('isCancelled'),
    ])
    .$if('id' in by, (query) => query.where('id', '=', 'id' in by ? by.id : 0))
    .$if('number' in by, (query) => query.where('number', '=', 'number' in by ? by.number : ''))
    .executeTakeFirst()
  if (!row) return null
  const isPayable = row.kind === 'invoice' && !row.isCancelled
  return { ...row, openCents: isPayable ? Math.max(row.grossCents - row.paidCents, 0) : 0 }
}

/** Locks an invoice until the transaction ends. @returns it as it is now; null when there is none */
export async function lockInvoice(tx: Tx, id: number) {
  await tx.selectFrom('invoice').select('id').where('id', '=', id).forUpdate().execute()
  return findInvoice(tx, { id })
}

/** Returns the invoice that a payment with one of the keys is booked on; null = none. */
export async function invoiceOfPayment(tx: Tx, ...keys: string[]): Promise<number | null> {
  const row = await tx
    .selectFrom('invoicePayment')
    .select('invoiceId')
    .where('requestKey', 'in', keys)
    .executeTakeFirst()
  return row?.invoiceId ?? null
}

/** Whether a payment with a key is booked. */
export async function isBooked(tx: Tx, key: string): Promise<boolean> {
  return (await invoiceOfPayment(tx, key)) !== null
}

interface NewPayment extends InvoicePayment {
  invoice: number
  key: string
  now: Date
}

/** Returns what has been paid of an invoice, in the order in which it was booked. */
export async function paymentsOf(db: Database, invoice: number): Promise<InvoicePayment[]> {
  const rows = await db
    .selectFrom('invoicePayment')
    .select(['method', 'amountCents as cents', 'paidOn'])
    .where('invoiceId', '=', invoice)
    .orderBy('id')
    .execute()
  return rows.map(({ method, ...row }) => ({ ...row, method: method as InvoicePayment['method'] }))
}

/** Days between the invoice that announces a debit and the debit. */
export const announcedDays = 5

/**
 * Returns how an invoice will be collected: by a charge that is under way, or, for bookings, by one after it was announced;
 * null = the buyer pays.
 */
export async function collectionOf(db: Database, invoice: number): Promise<InvoiceCollection | null> {
  const row = await db
    .selectFrom('invoice')
    .innerJoin('paymentProfile', 'paymentProfile.memberId', 'invoice.memberId')
    .select(['paymentProfile.kind', 'last4', 'issuedOn', usage.as('isUsage')])
    .where('invoice.id', '=', invoice)
    .where('invoice.kind', '=', 'invoice')
    .where(sql<boolean>`(${usage} or ${charge})`)
    .executeTakeFirst()
  if (!row) return null
  const { kind, last4, issuedOn, isUsage } = row
  // The database knows no other kinds.
  return {
    kind: kind as InvoiceCollection['kind'],
    last4,
    on: isUsage ? addDays(issuedOn, announcedDays) : issuedOn,
  }
}

/** Adds a payment once per key. */
export async function addPayment(tx: Database | Tx, payment: NewPayment): Promise<void> {
  const { invoice: invoiceId, key: requestKey, cents: amountCents, now: createdAt, ...rest } = payment
  await tx
    .insertInto('invoicePayment')
    .values({ invoiceId, requestKey, amountCents, createdAt, ...rest })
    .onConflict((conflict) => conflict.column('requestKey').doNothing())
    .execute()
}

/** The same for money that arrived: what it pays of bookings is to be recorded at the workshop system. */
export async function bookPayment(
  tx: Tx,
  payment: NewPayment,
  { isUsage }: { isUsage: boolean },
): Promise<void> {
  await addPayment(tx, payment)
  if (!isUsage) return
  await tx
    .insertInto('unrecordedPayment')
    .values({ requestKey: payment.key, createdAt: payment.now })
    .onConflict((conflict) => conflict.column('requestKey').doNothing())
    .execute()
}
