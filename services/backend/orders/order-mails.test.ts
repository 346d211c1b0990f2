import { expect, test } from 'vitest'
import { failedPaymentMail } from './order-mails.ts'
import type { StoredOrder } from './orders.store.ts'

const where = { seller: 'Halle 9', siteUrl: 'https://halle9.example' }

/** The text of the mail about a debit that came back. @param success where the buyer came back to */
const textOf = (success: string, locale: 'de' | 'en') => {
  const buyer = { locale, email: 'ida@halle9.example', firstName: 'Ida', lastName: 'Neu' }
  const order = { number: 'B-1', buyer, offer: null, totalCents: 4900, returnPaths: { success, cancel: '' } }
  return failedPaymentMail(order as StoredOrder, where).text
}

test('a mail about an order of a sign-up says that its link works only in the browser of the order', () => {
  expect(textOf('/onboarding/confirmation', 'de')).toContain('in dem Browser, in dem du bestellt hast')
  expect(textOf('/team/confirmation', 'en')).toContain('in the browser in which you ordered')
  expect(textOf('/me/order/{number}', 'de')).not.toContain('Browser')
})
