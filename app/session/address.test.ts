import { expect, test } from 'vitest'
import { askedBy, rememberReturn, takeReturn, ticketIn } from './address.ts'
import { safeReturnTo, withoutCallback } from './return-path.ts'

const origin = 'https://halle9.example'

test.each([
  ['?code=1&state=2', 'callback'],
  ['?connect_code=1&state=2', 'callback'],
  ['?error=login_required&state=2', 'callback'],
  ['?code=1', 'nothing'],
  ['?state=2', 'nothing'],
  ['', 'nothing'],
  ['?error=unauthorized&error_description=verify-mail', 'refusal'],
  ['?error=unauthorized&error_description=verify-mail&state=2', 'refusal'],
  ['?error=access_denied&error_description=verify-mail&state=2', 'refusal'],
  ['?error=access_denied&error_description=blocked&state=2', 'callback'],
])('%s asks for %s', (search, asked) => expect(askedBy(search)).toBe(asked))

test('the provider’s parameters leave the address, others stay', () => {
  expect(withoutCallback(`${origin}/me/profil?code=1&state=2&iss=x&tab=a#b`)).toBe('/me/profil?tab=a#b')
})

test.each(['/booking?machine=1', '/en/me/bookings', '/me#x', '/a%2f%2fb'])('%s is a return address', (path) =>
  expect(safeReturnTo(path, origin, '/me')).toBe(path),
)

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https://evil.example',
  'evil.example',
  'javascript:alert(1)',
  '/..//evil.example',
  '/./\\evil.example',
  '',
  undefined,
  {},
])('%j is not', (value) => expect(safeReturnTo(value, origin, '/me')).toBe('/me'))

const ticket = 'aB-_'.repeat(10) + 'xyz'
test.each([
  [`#ticket=${ticket}`, ticket],
  [`#ticket=${ticket}x`, null],
  [`#ticket=${ticket.slice(1)}`, null],
  [`#other=1&ticket=${ticket}`, null],
  [`#ticket=${ticket.slice(1)}%`, null],
  ['', null],
])('the fragment %s has the ticket %j', (hash, expected) => expect(ticketIn(hash)).toBe(expected))

test('where somebody wanted to sign in is remembered for a day, and told once', () => {
  const values = new Map<string, string>()
  const memory = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
  expect(takeReturn(memory, 0)).toBeNull()
  rememberReturn('/booking?machine=1', memory, 0)
  expect(takeReturn(memory, 86_399_999)).toBe('/booking?machine=1')
  expect(takeReturn(memory, 0)).toBeNull()
  rememberReturn('/booking', memory, 0)
  expect(takeReturn(memory, 86_400_000)).toBeNull()
  values.set('session.returnTo', 'nonsense')
  expect(takeReturn(memory, 0)).toBeNull()
})
