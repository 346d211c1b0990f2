import { violates } from '../../../platform/database/database.ts'
import { type Day, dayOf, toLocal } from '../../../rules/time.ts'
import { cancelled } from '../../../rules/vat.ts'
import * as store from './invoices.store.ts'
import type { Invoicing } from './parts.ts'
import { recordLater } from './recording.ts'
import * as settingsStore from './settings.store.ts'

/**
 * Books the transfer that pays an invoice in full, once however often it is called.
 * @param day when the money arrived; today of the space by default
 * @returns the amount in cents that was open; 0 = it was paid already
 * @throws Error when there is nothing to pay under this number
 */
export async function bookTransfer(invoicing: Invoicing, number: string, day?: Day): Promise<number> {
  const { db, clock } = invoicing
  const { id, space } = await known(invoicing, number)
  const paidOn = day ?? (await today(invoicing, space))
  const key = `invoice-${number}`
  const cents = await db.transaction().execute(async (tx) => {
    // A payment by card at the same time changes what is open.
    const invoice = await store.lockInvoice(tx, id)
    if (!invoice || invoice.kind === 'cancellation' || invoice.isCancelled)
      throw new Error(`${number} is not to be paid: it is cancelled.`)
    const { openCents: open } = invoice
    const payment = { invoice: id, key, method: 'transfer' as const, cents: open, paidOn, now: clock() }
    if (open > 0) await store.bookPayment(tx, payment, invoice)
    return open
  })
  await recordLater(invoicing, key)
  return cents
}

/**
 * Corrects an invoice by a cancellation invoice, which negates it: the only way to change what was issued.
 * @returns the number of the cancellation
 * @throws Error when there is no such invoice, or it is cancelled already
 */
export async function cancelInvoice(invoicing: Invoicing, number: string): Promise<string> {
  const { db, clock } = invoicing
  const { id, member, space } = await known(invoicing, number)
  const issued = await store.readInvoice(db, id)
  const settings = await settingsStore.read(db, space)
  if (!issued || !settings) throw new Error(`There is no invoice ${number}.`)
  const { id: _, number: __, ...invoice } = issued
  if (invoice.kind === 'cancellation') throw new Error(`${number} is a cancellation itself.`)
  const issuedOn = await today(invoicing, space)
  try {
    const written = await db.transaction().execute(async (tx) => {
      const made = await store.insertInvoice(tx, {
        ...invoice,
        ...cancelled(issued),
        space,
        member,
        prefix: settings.prefix,
        kind: 'cancellation',
        cancels: id,
        purpose: `cancel-${number}`,
        issuedOn,
        dueOn: issuedOn,
        retainUntil: `${Number(issuedOn.slice(0, 4)) + settings.retainYears}-12-31`,
        now: clock(),
      })
      return store.readInvoice(tx, made)
    })
    return written?.number ?? ''
  } catch (error) {
    if (violates(error, 'invoice_cancels_unique') || violates(error, 'invoice_purpose_unique'))
      throw new Error(`${number} is cancelled already.`, { cause: error })
    throw error
  }
}

async function known({ db }: Invoicing, number: string) {
  const found = await store.findInvoice(db, { number })
  if (!found) throw new Error(`There is no invoice ${number}.`)
  return found
}

async function today({ connector, clock }: Invoicing, spaceId: number): Promise<Day> {
  const space = await connector.space(spaceId)
  if (!space) throw new Error(`There is no space ${spaceId}.`)
  return dayOf(toLocal(clock(), space.timezone))
}
