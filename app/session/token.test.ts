import { expect, test } from 'vitest'
import { actionFor, MissingScope, requireDpop, requireScopes } from './token.ts'

test('E14: fewer scopes than asked for are an error', () => {
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
])('%s: %s', (error, action) => expect(actionFor({ error })).toBe(action))

test.each([undefined, null, 'timeout', new Error('timeout')])('%s has no code', (error) =>
  expect(actionFor(error)).toBe('log'),
)

test('V5: a proof without DPoP throws', () => {
  expect(() => requireDpop(false)).toThrow(/^useDpop option must be enabled before using DPoP\.$/)
  expect(() => requireDpop(true)).not.toThrow()
})
