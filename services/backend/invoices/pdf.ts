import { Worker } from 'node:worker_threads'
import type { Invoice, InvoiceMoney } from '../../../contracts/invoice.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { CertificatePaper } from '../certificates/pdf-certificate.ts'
import type { PdfAnswer, PdfOrder } from './pdf-worker.ts'

export interface Pdfs {
  /**
   * Returns an invoice as tagged PDF/A-3a; the same invoice gives the same bytes.
   * @param xml what `invoiceXml` returns, to be attached for a company, or null
   * @param money what has been paid of it, and how the rest comes; default: nothing is paid
   * @throws {Problem} `overloaded` when 20 papers wait
   * @throws {Error} when the thread breaks, or draws for more than 10 s
   */
  invoicePdf(invoice: Invoice, xml: string | null, money?: InvoiceMoney): Promise<Uint8Array>
  /** Returns certificates as one file of the same kind. @throws as `invoicePdf` */
  certificatePdf(paper: CertificatePaper): Promise<Uint8Array>
  /** Ends the thread. Papers that are not drawn yet are rejected. */
  close(): Promise<void>
}

const mostWaiting = 20
const drawsForMs = 10_000
const restsForMs = 60_000
/** Enough for an invoice of 1,000 lines. A thread that needs more is ended, and its paper is rejected. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }

const unpaid: InvoiceMoney = { payments: [], collection: null }

interface Job {
  order: PdfOrder
  resolve: (pdf: Uint8Array) => void
  reject: (error: unknown) => void
}

/**
 * Draws one paper at a time in a worker thread, which starts with the first and ends after a minute of rest: pdfkit and
 * its fonts take 50 MB.
 * @param file the thread's code, another one in tests
 */
export function createPdfs(file = new URL('./pdf-worker.ts', import.meta.url)): Pdfs {
  const queue = new Queue(file)
  return {
    invoicePdf: (invoice, xml, money = unpaid) => queue.add({ invoice, xml, money }),
    certificatePdf: (paper) => queue.add(paper),
    close: () => queue.close(),
  }
}

class Queue {
  private readonly file: URL
  private readonly waiting: Job[] = []
  private current: Job | null = null
  private worker: Worker | null = null
  private timer: NodeJS.Timeout | undefined

  constructor(file: URL) {
    this.file = file
  }

  add(order: PdfOrder): Promise<Uint8Array> {
    if (this.waiting.length >= mostWaiting) return Promise.reject(new Problem('overloaded'))
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    this.waiting.push({ order, resolve, reject })
    if (!this.current) this.next()
    return promise
  }

  async close(): Promise<void> {
    const closed = new Error('The drawing of papers is closed')
    this.current?.reject(closed)
    for (const job of this.waiting.splice(0)) job.reject(closed)
    this.current = null
    await this.end()
  }

  private next(): void {
    clearTimeout(this.timer)
    this.current = this.waiting.shift() ?? null
    if (!this.current) {
      // A command that is done does not wait for the thread.
      this.worker?.unref()
      this.timer = setTimeout(() => void this.end(), restsForMs).unref()
      return
    }
    this.worker ??= this.start()
    this.worker.ref()
    this.worker.postMessage(this.current.order, [])
    const late = () => this.fail(new Error(`Drawing a paper took more than ${drawsForMs} ms`))
    this.timer = setTimeout(late, drawsForMs)
  }

  private start(): Worker {
    const worker = new Worker(this.file, { resourceLimits })
    // A thread that was ended may still report.
    const isEnded = () => worker !== this.worker
    worker.on('message', (answer: PdfAnswer) => {
      if (!isEnded()) this.receive(answer)
    })
    worker.on('error', (error) => {
      if (!isEnded()) this.fail(error)
    })
    worker.on('exit', (code) => {
      if (!isEnded()) this.fail(new Error(`The thread of papers ended with ${code}`))
    })
    return worker
  }

  private receive(answer: PdfAnswer): void {
    if ('pdf' in answer) this.current?.resolve(answer.pdf)
    else this.current?.reject(answer.error)
    this.next()
  }

  /** The thread is in an unknown state: the next paper gets a new one. */
  private fail(error: unknown): void {
    void this.end()
    this.current?.reject(error)
    this.next()
  }

  private async end(): Promise<void> {
    const { worker } = this
    this.worker = null
    clearTimeout(this.timer)
    await worker?.terminate()
  }
}
