// Draws invoices in a thread of its own: an invoice with many lines takes 100 ms.
import { parentPort } from 'node:worker_threads'
import type { Invoice } from '../../../contracts/invoice.ts'
import { drawInvoice } from './pdf-invoice.ts'

export interface PdfOrder {
  invoice: Invoice
  xml: string | null
}

/** One answer for each order, in their order. */
export type PdfAnswer = { pdf: Uint8Array } | { error: unknown }

if (!parentPort) throw new Error('This file runs as a worker thread of services/backend/invoices/pdf.ts')
const port = parentPort

port.on('message', ({ invoice, xml }: PdfOrder) => {
  drawInvoice(invoice, xml).then(
    (pdf) => port.postMessage({ pdf } satisfies PdfAnswer),
    (error: unknown) => port.postMessage({ error } satisfies PdfAnswer),
  )
})
