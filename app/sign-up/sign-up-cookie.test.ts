import { expect, test } from 'vitest'
import { signUpCookie, signUpTokenIn } from './sign-up-cookie.ts'

const token = 'abc-DEF_0123456789abc-DEF_0123456789abcdefg'

test.each([true, false])('what is set is read again (https: %s)', (isHttps) => {
  const [pair = ''] = signUpCookie(token, isHttps).split('; ')
  expect(signUpTokenIn(`a=b; ${pair}; c=d`, isHttps)).toBe(token)
  expect(signUpTokenIn(`a=b; ${pair}; c=d`, !isHttps)).toBeNull()
})

test('no script and no other site reads it, and over https no other host sets it', () => {
  expect(signUpCookie(token, true)).toBe(
    `__Host-signup=${token}; Max-Age=1209600; Path=/; HttpOnly; SameSite=Lax; Secure`,
  )
  expect(signUpCookie(token, false)).toBe(`signup=${token}; Max-Age=1209600; Path=/; HttpOnly; SameSite=Lax`)
})

test.each([
  null,
  '',
  'signup=',
  'signup=short',
  `signup=${token}%0d`,
  `xsignup=${token}`,
  `signup=${'a'.repeat(101)}`,
])('none: %s', (cookies) => expect(signUpTokenIn(cookies, false)).toBeNull())
