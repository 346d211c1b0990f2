import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { invoiceXml } from '../services/backend/invoices/cii.ts'
import { grossLines, invoiceOf } from '../services/backend/invoices/invoice.fixture.ts'
import { createPdfs } from '../services/backend/invoices/pdf.ts'
import type { OnEnd, Row } from './measurement.ts'
import { median, quantile } from './median.ts'

const rounds = 50
const lines = 60

/** Draws invoices of a company in the thread of the product, and measures how long this thread is held up meanwhile. */
export async function measureInvoicePdf(onEnd: OnEnd): Promise<Row[]> {
  const pdfs = createPdfs()
  onEnd(() => pdfs.close())
  const invoices = [1, lines].map((count) =>
    invoiceOf({
      lines: Array.from({ length: count }, (_, index) => grossLines[index % 3]).filter((line) => !!line),
    }),
  )
  const rows: Row[] = []
  for (const invoice of invoices) {
    const xml = invoiceXml(invoice)
    const times: number[] = []
    let bytes = 0
    let before = process.cpuUsage()
    // The first ones warm up the thread.
    for (let round = -10; round < rounds; round++) {
      const began = performance.now()
      bytes = (await pdfs.invoicePdf(invoice, xml)).length
      if (round >= 0) times.push(performance.now() - began)
      else before = process.cpuUsage()
    }
    const { user, system } = process.cpuUsage(before)
    const name = `invoice of ${invoice.lines.length} ${invoice.lines.length === 1 ? 'line' : 'lines'} as PDF with XML`
    rows.push(
      { measurement: `${name}, median`, value: Math.round(median(times)), unit: 'ms' },
      { measurement: name, value: Math.round((user + system) / 1000 / rounds), unit: 'CPU ms/invoice' },
      { measurement: `${name}, p95`, value: Math.round(quantile(times, 0.95)), unit: 'ms' },
      { measurement: `${name}, size`, value: bytes, unit: 'bytes' },
    )
  }
  return [
    ...rows,
    ...(await measureMainThread(() => Promise.all(invoices.map((one) => pdfs.invoicePdf(one, null))))),
  ]
}

/** How busy this thread is while the other one draws. */
async function measureMainThread(draw: () => Promise<unknown>): Promise<Row[]> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const before = performance.eventLoopUtilization()
  delay.enable()
  for (let round = 0; round < rounds; round++) await draw()
  delay.disable()
  const { utilization } = performance.eventLoopUtilization(before)
  return [
    {
      measurement: 'main thread while invoices are drawn, share of time',
      value: Number(utilization.toFixed(3)),
      unit: '×',
    },
    {
      measurement: 'main thread while invoices are drawn, p99 of its delay',
      value: Math.round(delay.percentile(99) / 1e6),
      unit: 'ms',
    },
  ]
}
