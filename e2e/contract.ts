import type { Database } from '../platform/database/database.ts'
import { invoiceSums } from '../rules/vat.ts'
import { insertInvoice } from '../services/backend/invoices/invoices.store.ts'
import { read } from '../services/backend/invoices/settings.store.ts'
import { noteFailure } from '../services/backend/subscriptions/failures.ts'
import { addContract } from '../tests/contract.fixture.ts'
import { dayFromToday } from './fixtures.ts'

/** An open invoice of a member. @returns its id */
export async function addInvoice(db: Database, email: string, grossCents: number): Promise<number> {
  const settings = await read(db, 1)
  const { id, memberNumber } = await db
    .selectFrom('member')
    .select(['id', 'memberNumber'])
    .where('emailAddress', '=', email)
    .executeTakeFirstOrThrow()
  if (!settings) throw new Error('the demo space has no billing settings')
  const { seller, prefix, scheme } = settings
  const today = new Date().toISOString().slice(0, 10)
  const days = { suppliedFrom: today, suppliedUntil: today }
  const line = { text: 'Lasercutter', quantity: 1, ...days, taxPercent: '19.00', grossCents }
  const address = { street: '', zip: '', city: '', country: 'DE', email: null, vatId: null }
  return db.transaction().execute((tx) =>
    insertInvoice(tx, {
      space: 1,
      member: id,
      prefix,
      kind: 'invoice',
      purpose: `usage-${id}-2026-10`,
      cancels: null,
      locale: 'en',
      issuedOn: today,
      dueOn: today,
      retainUntil: '2099-12-31',
      scheme,
      seller,
      buyer: { name: 'Ada Berg', company: null, memberNumber, reference: null, ...address },
      ...invoiceSums([line], scheme),
      now: new Date(),
    }),
  )
}

/** Adds a contract that is suspended today, after four failed payments in two weeks. */
export async function addSuspendedContract(db: Database, email: string): Promise<void> {
  const invoice = await addInvoice(db, email, 3900)
  await addContract(db, email, invoice)
  const siteUrl = process.env['BASE_URL'] ?? ''
  for (const daysAgo of [14, 11, 7, 0])
    await db
      .transaction()
      .execute((tx) =>
        noteFailure({ siteUrl }, tx, { invoice, failure: 'card_declined', today: dayFromToday(-daysAgo) }),
      )
}
