// A thread that answers with its own id, and that an invoice's number makes fail.
import { parentPort, threadId } from 'node:worker_threads'
import type { PdfAnswer, PdfOrder } from './pdf-worker.ts'

const orders: Record<string, () => PdfAnswer | null> = {
  hang: () => null,
  loop: () => {
    for (;;);
  },
  exit: () => process.exit(3),
  throw: () => {
    throw new Error('thrown in the thread')
  },
  refuse: () => ({ error: new Error('refused by the thread') }),
}

parentPort?.on('message', (order: PdfOrder) => {
  const number = 'invoice' in order ? order.invoice.number : ''
  const answer = (orders[number] ?? (() => ({ pdf: Uint8Array.of(threadId) })))()
  if (answer) parentPort?.postMessage(answer, [])
})
