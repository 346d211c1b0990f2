import { addMonths } from '../../../rules/periods.ts'
import { addDays, type Day, dayStart } from '../../../rules/time.ts'
import { bookTransfer } from '../invoices/correcting.ts'
import { invoiceUsage } from '../invoices/usage.ts'
import type { Ordering } from '../orders/parts.ts'
import { issuedInvoices } from './seed-usage.store.ts'

/** How many beginnings of a month the past of the demo has. */
const months = 4

/**
 * Invoices on the first day of each month what bookings of the demo had cost beside credits, as the job would have done,
 * and books that those invoices were paid. Later invoices have later days and numbers.
 * @param until the last day that may have such invoices
 */
export async function seedUsageInvoices(
  parts: Ordering,
  { until, zone }: { until: Day; zone: string },
): Promise<void> {
  const before = new Set((await issuedInvoices(parts.db)).map(({ number }) => number))
  for (let ago = months - 1; ago >= 0; ago--) {
    const day = addMonths(`${until.slice(0, 7)}-01`, -ago)
    await invoiceUsage({ ...parts, clock: () => dayStart(day, zone) })
  }
  for (const { number, issuedOn } of await issuedInvoices(parts.db)) {
    // What was owed already is not the demo's.
    if (before.has(number)) continue
    const paidOn = addDays(issuedOn, 3)
    await bookTransfer({ ...parts, clock: () => dayStart(paidOn, zone) }, number)
  }
}
