import { expect, test } from 'vitest'
import { invoiceOf } from './invoice.fixture.ts'
import { drawInvoice } from './pdf-invoice.ts'
import { readPdf } from './pdf-reader.fixture.ts'

const textOf = async (invoice: ReturnType<typeof invoiceOf>) =>
  readPdf(await drawInvoice(invoice, null)).structure.join('\n')

/** Alone in its file, because fontkit keeps its glyphs as long as the thread lives: another paper would have drawn the letter. */
test('a letter that an earlier paper has only with an accent is read in the next one', async () => {
  const invoice = invoiceOf()
  const { seller, buyer, lines } = invoice
  const withoutO = invoiceOf({
    seller: { ...seller, bank: null },
    buyer: { ...buyer, name: 'Özlem', company: null, street: 'Weg 1', city: 'Bern' },
    lines: lines.map((line) => ({ ...line, text: 'Laser' })),
  })
  const first = await textOf(withoutO)
  expect(first).toContain('Özlem')
  expect(first).not.toContain('O')
  expect(await textOf(invoice)).toContain('COLSDE33XXX')
})
