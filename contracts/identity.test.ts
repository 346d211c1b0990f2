import { expect, test } from 'vitest'
import { typedAddressIn } from './identity.ts'

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
