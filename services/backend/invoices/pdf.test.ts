import { afterEach, expect, test, vi } from 'vitest'
import { invoiceXml } from './cii.ts'
import { invoiceOf } from './invoice.fixture.ts'
import { drawInvoice } from './pdf-invoice.ts'
import { createPdfs, type Pdfs } from './pdf.ts'

let pdfs: Pdfs | null = null
afterEach(async () => {
  vi.useRealTimers()
  await pdfs?.close()
})

/** A thread that answers with its id; numbers of invoices make it fail. */
function failing() {
  const made = createPdfs(new URL('./pdf-worker.fixture.ts', import.meta.url))
  pdfs = made
  return (number = 'fine') => made.invoicePdf(invoiceOf({ number }), null).then(([threadId]) => threadId)
}

const onlyTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

test('the thread draws what is drawn here', async () => {
  pdfs = createPdfs()
  const invoice = invoiceOf()
  const xml = invoiceXml(invoice)
  const [first, second] = await Promise.all([pdfs.invoicePdf(invoice, xml), pdfs.invoicePdf(invoice, null)])
  expect(Buffer.from(first).equals(await drawInvoice(invoice, xml))).toBe(true)
  expect(Buffer.from(second).equals(await drawInvoice(invoice, null))).toBe(true)
})

test.each([
  ['throw', 'thrown in the thread'],
  ['exit', 'ended with 3'],
])('a crash (%s) rejects its own invoice; the next gets a new thread', async (how, message) => {
  const thread = failing()
  const before = await thread()
  const [broken, after] = await Promise.allSettled([thread(how), thread()])
  expect(broken).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining(message) } })
  expect(after).toMatchObject({ status: 'fulfilled', value: expect.any(Number) })
  expect(after).not.toMatchObject({ value: before })
})

test('an invoice that cannot be drawn is rejected, and the thread goes on', async () => {
  const thread = failing()
  const before = await thread()
  await expect(thread('refuse')).rejects.toThrow('refused by the thread')
  expect(await thread()).toBe(before)
})

test.each(['hang', 'loop'])('a thread that does not answer (%s) is ended after 10 s', async (how) => {
  const thread = failing()
  const before = await thread()
  onlyTimers()
  const results = Promise.allSettled([thread(how), thread()])
  await vi.advanceTimersByTimeAsync(9_999)
  const early = await Promise.race([results, Promise.resolve('waits')])
  await vi.advanceTimersByTimeAsync(1)
  const [hung, after] = await results
  expect(early).toBe('waits')
  expect(hung).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('10000 ms') } })
  expect(after).toMatchObject({ status: 'fulfilled', value: expect.any(Number) })
  expect(after).not.toMatchObject({ value: before })
})

test('20 invoices wait, one more is refused', async () => {
  const thread = failing()
  onlyTimers()
  const accepted = Promise.allSettled([thread('hang'), ...Array.from({ length: 20 }, () => thread())])
  await expect(thread()).rejects.toMatchObject({ code: 'overloaded' })
  await vi.advanceTimersByTimeAsync(10_000)
  const [hung, ...drawn] = await accepted
  expect(hung?.status).toBe('rejected')
  expect(drawn.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'fulfilled'))
})

test('the thread ends after a minute of rest, counted from the last invoice', async () => {
  const thread = failing()
  onlyTimers()
  const first = await thread()
  await vi.advanceTimersByTimeAsync(59_999)
  expect(await thread()).toBe(first)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(await thread()).toBe(first)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await thread()).not.toBe(first)
})

test('closing rejects what is not drawn, and may happen twice', async () => {
  const thread = failing()
  const results = Promise.allSettled([thread('hang'), thread()])
  await pdfs?.close()
  await pdfs?.close()
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
