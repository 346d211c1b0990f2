import { isMailAddress, queueMail } from '../../../platform/mail/mail.ts'
import { invoiceXml } from './cii.ts'
import * as store from './documents.store.ts'
import * as invoices from './invoices.store.ts'
import { invoiceMail } from './invoice-mail.ts'
import type { Invoicing } from './parts.ts'

/**
 * Makes the paper of each invoice that has none, and sends it. Paper and mail are one transaction, so every invoice is
 * sent once.
 * @returns how many papers were made
 */
export async function makeDocuments(invoicing: Invoicing): Promise<number> {
  let made = 0
  for (const id of await store.withoutDocument(invoicing.db)) {
    try {
      if (await makeDocument(invoicing, id)) made += 1
    } catch (error) {
      invoicing.log.error({ err: error, invoice: id }, 'the paper of an invoice was not made')
    }
  }
  return made
}

async function makeDocument({ db, clock, siteUrl, pdfs, provider }: Invoicing, id: number): Promise<boolean> {
  const invoice = await invoices.readInvoice(db, id)
  if (!invoice) return false
  const payments = await invoices.paymentsOf(db, id)
  const openCents = (await invoices.findInvoice(db, { id }))?.openCents ?? 0
  const collection = openCents > 0 && provider ? await invoices.collectionOf(db, id) : null
  const money = { payments, collection }
  // An e-invoice is for companies.
  const xml = invoice.buyer.company ? invoiceXml(invoice, money) : null
  const pdf = await pdfs.invoicePdf(invoice, xml, money)
  const { email, memberNumber } = invoice.buyer
  const hasAccount = memberNumber !== '' && !(await store.isWithoutAccount(db, id))
  return db.transaction().execute(async (tx) => {
    if (!(await store.addDocument(tx, { invoice: id, pdf, xml, now: clock() }))) return false
    if (email && isMailAddress(email))
      await queueMail(tx, invoiceMail(invoice, { email, pdf, siteUrl, openCents, hasAccount, collection }))
    return true
  })
}
