// Draws papers in a thread of its own: an invoice with many lines takes 100 ms.
import { parentPort } from 'node:worker_threads'
import type { Invoice, InvoiceMoney } from '../../../contracts/invoice.ts'
import { type CertificatePaper, drawCertificates } from '../certificates/pdf-certificate.ts'
import { drawInvoice } from './pdf-invoice.ts'

export type PdfOrder = { invoice: Invoice; xml: string | null; money: InvoiceMoney } | CertificatePaper

/** One answer for each order, in their order. */
export type PdfAnswer = { pdf: Uint8Array } | { error: unknown }

if (!parentPort) throw new Error('This file runs as a worker thread of services/backend/invoices/pdf.ts')
const port = parentPort

port.on('message', (order: PdfOrder) => {
  draw(order).then(
    (pdf) => port.postMessage({ pdf } satisfies PdfAnswer),
    (error: unknown) => port.postMessage({ error } satisfies PdfAnswer),
  )
})

function draw(order: PdfOrder): Promise<Uint8Array> {
  if ('certificates' in order) return drawCertificates(order)
  return drawInvoice(order.invoice, order.xml, order.money)
}
