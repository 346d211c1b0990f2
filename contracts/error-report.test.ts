import { expect, test } from 'vitest'
import { asError, isReported } from './error-report.ts'
import { Problem } from './problem.ts'

test.each([
  [200, true],
  [299, true],
  [300, false],
  [302, false],
  [401, false],
  [404, false],
  [499, false],
  [500, true],
  [503, true],
  ['404', true],
  [undefined, true],
])('E26: an error with the status %s is reported: %s', (status, reported) => {
  expect(isReported({ status })).toBe(reported)
  expect(isReported(Object.assign(new Error('broken'), { status }))).toBe(reported)
})

test.each([null, undefined, 'text', 7])('%j has no status', (thrown) => expect(isReported(thrown)).toBe(true))

test('a thrown value that is no error tells its status or its type, not its text', () => {
  const problem = new Problem('refused')
  expect(asError(problem)).toBe(problem)
  expect(asError({ status: 503, data: 'CANARY' }).message).toBe('status 503')
  expect(asError('CANARY').message).toBe('thrown: string')
  expect(asError(null).message).toBe('thrown: object')
})
