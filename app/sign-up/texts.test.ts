import { expect, test } from 'vitest'
import { signUpDays } from '../../contracts/sign-up.ts'
import { minimumAge } from '../../rules/contact.ts'
import { daysAhead } from '../../rules/sign-up.ts'
import { messageFiles } from '../i18n/message-files.server.ts'

/** The time for a withdrawal is the law's. */
const law = 'onboarding_payment_withdrawal'
const texts = (['de', 'en'] as const).flatMap((locale) =>
  Object.entries(messageFiles[locale]).filter(([key]) => /^(onboarding|signup)_/.test(key) && key !== law),
)

test('no text of a sign-up states a limit itself: the constant is filled in', () => {
  const stated = new RegExp(`\\b(${signUpDays}|${minimumAge}|${daysAhead})\\b`)
  expect(texts.filter(([, text]) => stated.test(text))).toEqual([])
})

test('texts for every kind of order promise no membership, no tax and no day of payment', () => {
  const promises =
    /bist du Mitglied|you are a member|deine Mitgliedschaft ein|mit Mehrwertsteuer|Mitgliedskarte|Mitgliedsnummer|member card|member number|include VAT|Heute zu zahlen|today$/
  // Only somebody with a card reads that it has a photo.
  const others = texts.filter(([key]) => key !== 'onboarding_image_has_old')
  expect(others.filter(([, text]) => promises.test(text))).toEqual([])
})
