import { Worker } from 'node:worker_threads'
import type { Invoice } from '../../../contracts/invoice.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { PdfAnswer, PdfOrder } from './pdf-worker.ts'

export interface InvoicePdfs {
  /**
   * Returns an invoice as tagged PDF/A-3a; the same invoice gives the same bytes.
   * @param xml what `invoiceXml` returns, to be attached for a company, or null
   * @throws {Problem} `overloaded` when 20 invoices wait
   * @throws {Error} when the thread breaks, or draws for more than 10 s
   */
  invoicePdf(invoice: Invoice, xml: string | null): Promise<Uint8Array>
  /** Ends the thread. Invoices that are not drawn yet are rejected. */
  close(): Promise<void>
}

const mostWaiting = 20
const drawsForMs = 10_000
const restsForMs = 60_000

interface Job {
  order: PdfOrder
  resolve: (pdf: Uint8Array) => void
  reject: (error: unknown) => void
}

/**
 * Draws one invoice at a time in a worker thread, which starts with the first and ends after a minute of rest: pdfkit and
 * its fonts take 50 MB.
 * @param file the thread's code, another one in tests
 */
export function createInvoicePdfs(file = new URL('./pdf-worker.ts', import.meta.url)): InvoicePdfs {
  const waiting: Job[] = []
  let current: Job | null = null
  let worker: Worker | null = null
  let timer: NodeJS.Timeout | undefined

  function next(): void {
    if (current) return
    current = waiting.shift() ?? null
    clearTimeout(timer)
    if (!current) {
      // A command that is done does not wait for the thread.
      worker?.unref()
      timer = setTimeout(() => void end(), restsForMs).unref()
      return
    }
    worker ??= started()
    worker.ref()
    worker.postMessage(current.order)
    timer = setTimeout(
      () => fail(new Error(`Drawing an invoice took more than ${drawsForMs} ms`)),
      drawsForMs,
    )
  }

  function started(): Worker {
    const own = new Worker(file)
    const unlessEnded = (report: () => void) => () => {
      if (own === worker) report()
    }
    own.on('message', (answer: PdfAnswer) => unlessEnded(() => receive(answer))())
    own.on('error', (error) => unlessEnded(() => fail(error))())
    own.on('exit', (code) =>
      unlessEnded(() => fail(new Error(`The thread of invoices ended with ${code}`)))(),
    )
    return own
  }

  function receive(answer: PdfAnswer): void {
    if ('pdf' in answer) current?.resolve(answer.pdf)
    else current?.reject(answer.error)
    current = null
    next()
  }

  /** The thread is in an unknown state: the next invoice gets a new one. */
  function fail(error: unknown): void {
    void end()
    current?.reject(error)
    current = null
    next()
  }

  async function end(): Promise<void> {
    const ended = worker
    worker = null
    clearTimeout(timer)
    await ended?.terminate()
  }

  return {
    invoicePdf(invoice, xml) {
      if (waiting.length >= mostWaiting) return Promise.reject(new Problem('overloaded'))
      const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
      waiting.push({ order: { invoice, xml }, resolve, reject })
      next()
      return promise
    },
    async close() {
      for (const job of [...(current ? [current] : []), ...waiting.splice(0)]) {
        job.reject(new Error('The drawing of invoices is closed'))
      }
      current = null
      await end()
    },
  }
}
