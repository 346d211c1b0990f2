// Draws invoices in a thread of its own: an invoice with many lines takes 100 ms.
import { parentPort } from 'node:worker_threads'
import type { Invoice, InvoiceMoney } from '../../../contracts/invoice.ts'
import { drawInvoice } from './pdf-invoice.ts'

export interface PdfOrder {
  invoice: Invoice
  xml: string | null
  money: InvoiceMoney
}

/** One answer for each order, in their order. */
export type PdfAnswer = { pdf: Uint8Array } | { error: unknown }

if (!parentPort) throw new Error('This file runs as a worker thread of services/backend/invoices/pdf.ts')
const port = parentPort

port.on('message', ({ invoice, xml, money }: PdfOrder) => {
  drawInvoice(invoice, xml, money).then(
    (pdf) => port.postMessage({ pdf } satisfies PdfAnswer),
    (error: unknown) => port.postMessage({ error } satisfies PdfAnswer),
  )
})
