import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { bookTransfer, cancelInvoice } from '../../services/backend/invoices/correcting.ts'
import type { Invoicing } from '../../services/backend/invoices/parts.ts'
import { setBilling } from '../../services/backend/invoices/settings.ts'
import { toDecimal } from '../../rules/money.ts'

export const invoicesUsage =
  'invoices settings <space> <file.json> | invoices paid <number> [YYYY-MM-DD] | invoices cancel <number>'

/** Sets how a space writes invoices, books a transfer, or cancels an invoice. @throws Error that says what is wrong */
export async function runInvoices([action, first, second]: string[], invoicing: Invoicing): Promise<string> {
  if (action === 'settings' && first && second) {
    const space = await invoicing.connector.space(Number(first))
    if (!space) throw new Error(`There is no space ${first}.`)
    await setBilling(invoicing.db, invoicing.clock, space.id, JSON.parse(readFileSync(second, 'utf8')))
    return `${space.name} writes its next invoices by ${second}.`
  }
  if (action === 'paid' && first) {
    const day = second === undefined ? undefined : z.iso.date('a day like 2026-11-30').parse(second)
    const cents = await bookTransfer(invoicing, first, day)
    return cents === 0 ? `${first} was paid already.` : `${first} is paid: ${toDecimal(cents)} EUR.`
  }
  if (action === 'cancel' && first)
    return `${first} is cancelled by ${await cancelInvoice(invoicing, first)}. Pay back what was paid.`
  throw new Error(`Usage: ${invoicesUsage}`)
}
