import type { BackendApi } from '../../../contracts/http/backend.ts'
import type { InvoiceEntry } from '../../../contracts/invoice.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import { leastCents } from '../payments/provider.ts'
import { documentOf } from './documents.store.ts'
import { fileNameOf } from './invoice-mail.ts'
import { invoicesOf } from './invoices.store.ts'

interface Options {
  callers: Callers
  db: Database
  /** There is a payment provider. */
  paysOnline: boolean
}

export function invoiceHandlers({ callers, db, paysOnline }: Options) {
  return {
    async invoices({ person, query: { memberId } }) {
      await callers.requireOwn(person, memberId)
      return (await invoicesOf(db, memberId)).map((entry) => ({
        ...entry,
        canBePaid: paysOnline && isPayable(entry),
      }))
    },
    async invoiceFile({ person, query: { memberId, invoiceId, format } }) {
      await callers.requireOwn(person, memberId)
      const found = await documentOf(db, { member: memberId, invoice: invoiceId })
      const content = format === 'pdf' ? found?.pdf : found?.xml
      if (!found || !content) throw new Problem('notFound')
      return {
        name: fileNameOf(found, format),
        type: format === 'pdf' ? 'application/pdf' : 'application/xml',
        content: Buffer.from(content).toString('base64'),
      }
    },
  } satisfies Partial<Handlers<BackendApi>>
}

/** Whether something is open that the provider takes. */
export function isPayable({ state, grossCents, paidCents }: Omit<InvoiceEntry, 'canBePaid'>): boolean {
  return state === 'open' && grossCents - paidCents >= leastCents
}
