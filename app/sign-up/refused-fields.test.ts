import { expect, test } from 'vitest'
import type { z } from 'zod'
import { messageFiles } from '../i18n/message-files.server.ts'
import { contactForm } from './contact-fields.ts'
import { paymentForm, paymentMessage } from './payment-fields.ts'
import { startForm } from './start-fields.ts'

const given = {
  today: '2026-11-21',
  email: 'frida@example.org',
  hasRequirement: true,
  country: 'DE',
  flow: 'onboarding',
} as const
const forms: Record<string, z.ZodObject> = {
  start: startForm([7]),
  contact: contactForm(given),
  payment: paymentForm(true),
}

test.each(
  Object.entries(forms).flatMap(([name, form]) =>
    [undefined, '', 'never', 'x'.repeat(5000), ['a', 'b']].map((value) => [name, value, form] as const),
  ),
)('every text about a form %s whose fields are all %j is ours', (_, value, form) => {
  const fields = Object.fromEntries(Object.keys(form.shape).map((name) => [name, value]))
  const issues = form.safeParse(fields).error?.issues ?? []
  const texts = Object.keys(messageFiles.de)
  expect(issues.map(({ message }) => message).filter((key) => !texts.includes(key))).toEqual([])
  expect(issues.length).toBeGreaterThan(0)
})

test.each(['2026-13-40', '2026-02-30', 'soon'])('a day pass is not for the day %s', (day) => {
  const form = { package: '7', day, account: 'kept' }
  expect(startForm([7]).safeParse(form).error?.issues).toMatchObject([
    { path: ['day'], message: 'signup_error_day_missing' },
  ])
})

test.each([
  ['new', ['package', 'email', 'password', 'altcha']],
  ['existing', ['package', 'email']],
  ['kept', ['package']],
])('an empty first step for an account that is %s names each missing field at once', (account, names) => {
  const issues = startForm([7]).safeParse({ account }).error?.issues
  expect(issues?.map(({ path }) => path[0])).toEqual(names)
  expect(issues?.[0]?.message).toBe('signup_error_package_missing')
})

test('a package that no id names is gone', () =>
  expect(startForm([7]).safeParse({ package: 'x', account: 'kept' }).error?.issues).toMatchObject([
    { path: ['package'], message: 'signup_error_package_gone' },
  ]))

test('a way to pay that the backend refuses is named at its field', () =>
  expect([paymentMessage('paysBy'), paymentMessage('consents')]).toEqual([
    'signup_error_pays_by_missing',
    undefined,
  ]))
