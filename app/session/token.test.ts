import { expect, test } from 'vitest'
import { actionFor, MissingScope, requireScopes } from './token.ts'

test('row "Missing scope in returned scope": fewer scopes than asked for are an error', () => {
  expect(() => requireScopes('openid profile')).toThrow(MissingScope)
  expect(() => requireScopes('')).toThrow('Missing scope: openid profile email')
})

test('no scope in the answer means all of it, and offline_access never counts', () => {
  expect(() => requireScopes(undefined)).not.toThrow()
  expect(() => requireScopes('email profile openid extra')).not.toThrow()
  expect(() => requireScopes('openid', 'openid offline_access')).not.toThrow()
})

test.each([
  ['timeout', 'retry'],
  ['cancelled', 'stay'],
  ['state_mismatch', 'again'],
  ['missing_transaction', 'again'],
  ['login_required', 'signedOut'],
  ['missing_refresh_token', 'signedOut'],
  ['mfa_required', 'interactive'],
  ['toString', 'log'],
  [undefined, 'log'],
])('%s: %s', (code, action) => expect(actionFor(code)).toBe(action))
