import { expect, test } from 'vitest'
import { noTypedAddress, typedAddressCookie, typedAddressIn } from './typed-address.ts'

test.each([
  [null, ''],
  ['', ''],
  ['typed_address=', ''],
  ['typed_address=mia%40example.org', 'mia@example.org'],
  ['theme=dark; typed_address=mia%2Bbau%40example.org; other=1', 'mia+bau@example.org'],
  ['mytyped_address=mia%40example.org', ''],
  ['typed_address=%E0%A4%A', ''],
  ['typed_address=%3Cb%3E', ''],
  [`typed_address=${'m'.repeat(300)}%40example.org`, ''],
])('the typed address in the cookies %j is %j', (cookies, address) => {
  expect(typedAddressIn(cookies)).toBe(address)
})

test('what is written is read, over https only where the site is', () => {
  const cookie = typedAddressCookie(' mia+bau@example.org ', true) ?? ''
  expect(cookie).toMatch(/; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  expect(typedAddressIn(cookie.split(';')[0] ?? '')).toBe('mia+bau@example.org')
  expect(typedAddressCookie('mia@example.org', false)).not.toContain('Secure')
  expect(typedAddressIn(noTypedAddress.split(';')[0] ?? '')).toBe('')
})

test.each(['', 'mia', 'a@b.de; Domain=evil.example', 'a@b.de\r\nset-cookie: x=1'])(
  'no cookie carries %j',
  (text) => {
    expect(typedAddressCookie(text, false)).toBeNull()
  },
)
