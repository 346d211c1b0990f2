import { expect, test } from 'vitest'
import { failedPaymentMail, withdrawalTexts } from './order-mails.ts'
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

const withdrawal = { kind: 'withdrawal', body: '…' }
const early = { kind: 'earlyStart', body: 'Fangt an. Dann zahle ich.' }

test.each([
  ['membership', null, [withdrawal], [/14 Tage lang widerrufen.*im Anhang/]],
  ['membership', null, [withdrawal, early], [/erklärt: „Fangt an\. Dann zahle ich\.“/, /14 Tage/]],
  ['membership', 'Neu GmbH', [], [/Firmen.*kein Widerrufsrecht/]],
  ['dayPass', null, [], [/Tagespass.*kein Widerrufsrecht \(§ 312g/]],
] as const)(
  'a confirmation of %s for %s with %j says what the order page did',
  (kind, company, agreed, said) => {
    const order = { kind, buyer: { locale: 'de', company } } as StoredOrder
    expect(withdrawalTexts(order, [...agreed])).toEqual(said.map((each) => expect.stringMatching(each)))
  },
)
