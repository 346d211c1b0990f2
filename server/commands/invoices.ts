import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { Id } from '../../contracts/booking.ts'
import { bookTransfer, cancelInvoice } from '../../services/backend/invoices/correcting.ts'
import { exportInvoices } from '../../services/backend/invoices/exporting.ts'
import type { Invoicing } from '../../services/backend/invoices/parts.ts'
import { setBilling } from '../../services/backend/invoices/settings.ts'
import { toDecimal } from '../../rules/money.ts'
import { readOptions } from './options.ts'
import { paidDay } from './paid-day.ts'

const exportUsage = 'invoices export [YYYY-MM] [--format csv|datev] [--space <id>]'
export const invoicesUsage = `invoices settings <space> <file.json> | invoices paid <number> [YYYY-MM-DD] | invoices cancel <number> | ${exportUsage}`

/**
 * Sets how a space writes invoices, books a transfer, cancels an invoice, or exports those of a month.
 * @returns what was done, and an exported file, which the caller writes: this may run in the server
 * @throws Error that says what is wrong
 */
export async function runInvoices(args: string[], invoicing: Invoicing) {
  const [action, first, second] = args
  if (action === 'export') return runExport(args.slice(1), invoicing)
  if (action === 'settings' && first && second) {
    const space = await invoicing.connector.space(Number(first))
    if (!space) throw new Error(`There is no space ${first}.`)
    await setBilling(invoicing.db, invoicing.clock, space.id, JSON.parse(readFileSync(second, 'utf8')))
    return `${space.name} writes its next invoices by ${second}.`
  }
  if (action === 'paid' && first) {
    const cents = await bookTransfer(invoicing, first, paidDay(second, invoicing.clock))
    return cents === 0 ? `${first} was paid already.` : `${first} is paid: ${toDecimal(cents)} EUR.`
  }
  if (action === 'cancel' && first)
    return `${first} is cancelled by ${await cancelInvoice(invoicing, first)}. Pay back what was paid.`
  throw new Error(`Usage: ${invoicesUsage}`)
}

const Export = z.object({
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .optional(),
  format: z.enum(['csv', 'datev']).default('csv'),
  space: Id.optional(),
})

async function runExport(args: string[], invoicing: Invoicing) {
  const options = readOptions(args, ['format', 'space'])
  const isOne = options !== null && options.words.length < 2
  const asked = Export.safeParse(isOne && { ...options.values, month: options.words[0] })
  if (!asked.success) throw new Error(`Usage: ${exportUsage}`)
  const { month, format, space } = asked.data
  const { invoices, ...file } = await exportInvoices(invoicing, { month, format, space })
  return { output: `${invoices} ${invoices === 1 ? 'invoice is' : 'invoices are'} in ${file.path}.`, file }
}
