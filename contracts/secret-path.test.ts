import { expect, test } from 'vitest'
import { pages } from './addresses.ts'
import { withBareAddresses, withoutSecret } from './secret-path.ts'

test.each([
  ['/webhooks/fabman/secret', '/webhooks/fabman/…'],
  ['/webhooks/fabman/secret/secret', '/webhooks/fabman/…'],
  ['/webhooks/Fabman/secret', '/webhooks/Fabman/…'],
  ['//webhooks//fabman//secret', '//webhooks//fabman/…'],
  ['/WEBHOOKS%2Ffabman%2fsecret', '/WEBHOOKS%2Ffabman/…'],
  ['/webhooks\\fabman%5Csecret', '/webhooks\\fabman/…'],
  ['/calendars/members/1/secret.ics', '/calendars/members/1/…'],
  ['/en/Calendars//members%2F1/secret.ics', '/en/Calendars//members%2F1/…'],
  ['/en/order/claim/secret', '/en/order/claim/…'],
  ['/account/delete/secret', '/account/delete/…'],
  ['/en//Account%2Fdelete/secret', '/en//Account%2Fdelete/…'],
  ['/en/contract/receipt/secret/Withdrawal.txt', '/en/contract/receipt/…'],
  ['/en/certificates/secret', '/en/certificates/…'],
  ['/en/attendance-list/1.2.secret', '/en/attendance-list/…'],
  ['/attendance-list/1.2.secret.data', '/attendance-list/…'],
  ['/Contract//disown%2fsecret', '/Contract//disown/…'],
  ['/en/course-place/secret', '/en/course-place/…'],
  ['/connector/v1/fabman/calendars/spaces/1/secret', '/connector/v1/fabman/calendars/spaces/1/…'],
  ['/en/invitation/secret', '/en/invitation/…'],
  ['/pay/secret', '/pay/…'],
  ['/u/login/secret', '/u/login/…'],
  ['/authorize/secret', '/authorize/…'],
])('%s is logged as %s', (path, logged) => expect(withoutSecret(path)).toBe(logged))

/** The pages with a secret in their address: a parameter `token`, and the code of a certificate. All routes are in `pages`. */
const secretPaths = Object.keys(pages)
  .filter((path) => /:(token|code)\b/.test(path))
  .map((path) => `/${path}`)

test('the addresses with a secret are found', () => {
  expect(secretPaths).toContain('/invitation/:token')
  expect(secretPaths.length).toBeGreaterThan(8)
})

test.each(secretPaths)('%s is logged without its secret, however it is written', (path) => {
  const written = path.replace(/:(token|code)/, 'CANARY').replace(/:\w+/, 'file')
  for (const form of [
    written,
    `/en${written}`,
    written.replaceAll('/', '//'),
    written.replaceAll('/', '%2f'),
    written.replace(/[a-z]+/g, (part) => part.toUpperCase()),
    `${written}.data`,
  ])
    expect(withoutSecret(form)).not.toMatch(/CANARY/i)
})

test.each([
  '/',
  '/webhooks/storyblok',
  '/webhooks/fabman',
  '/calendars/members/1',
  '/booking/secret',
  '/me/attendance/12',
])('%s holds no secret', (path) => expect(withoutSecret(path)).toBe(path))

test('takes no time that grows with the square of the path', () => {
  for (const path of [
    '/calendars'.repeat(20_000),
    `/calendars${'/'.repeat(100_000)}`,
    `/calendars/a/${'%2'.repeat(100_000)}`,
  ])
    expect(withoutSecret(path).length).toBeGreaterThan(0)
})

test.each([
  [
    'https://halle9.example/auth?code=CANARY&state=CANARY#CANARY failed',
    'https://halle9.example/auth failed',
  ],
  ['https://halle9.example?token=CANARY', 'https://halle9.example'],
  ['https://mia:CANARY@halle9.example/auth', 'https://halle9.example/auth'],
  ['No route matches URL "/me?ticket=CANARY"', 'No route matches URL "/me"'],
  ["'/me?message=it's(CANARY)' failed", "'/me failed"],
  ['at read (https://halle9.example/booking?token=CANARY:3:7)', 'at read (https://halle9.example/booking'],
  ['/u/login/CANARY and /calendars/members/1/CANARY.ics', '/u/login/… and /calendars/members/1/…'],
  ['https://halle9.example/u/login/CANARY', 'https://halle9.example/u/login/…'],
  ['?code=CANARY', ''],
  ['#access_token=CANARY&state=CANARY', ''],
  ['auth?code=CANARY', 'auth'],
])('%j is reported as %j', (text, reported) =>
  expect(withBareAddresses({ text })).toEqual({ text: reported }),
)

test.each([
  "Cannot read properties of undefined (reading 'code')",
  'Cannot read private member #lock from an object',
  'Is this right? No: a?.b is 1/2, text/plain',
  'https://halle9.example/assets/entry-C0ffee.js',
])('%j is reported as it is', (text) => expect(withBareAddresses([text, 7, null])).toEqual([text, 7, null]))

test('texts of a report take no time that grows with the square of their length', () => {
  for (const part of ['a', '/', '?', '&a', 'a://', '?a.a', 'a://b@'])
    expect(withBareAddresses(part.repeat(100_000))).toBeTypeOf('string')
})
