import { expect, test } from 'vitest'
import { StoreError } from '../../clients/store-error.ts'
import { type ProblemCode, Problem, problemBody } from '../../contracts/problem.ts'
import { failureOf } from './outcome.ts'

const refusal = (code: ProblemCode) => {
  const body = problemBody(new Problem(code), 'de')
  return new StoreError(body.status, body)
}

test.each([
  ['noBookingNow', 'noBooking'],
  ['notFound', 'wrongCode'],
  ['invalidInput', 'wrongCode'],
  ['notSupported', 'notSupported'],
  ['upstreamUnavailable', 'away'],
  ['internal', 'away'],
  ['noMember', 'refused'],
  ['tooManyRequests', 'refused'],
] as const)('%s: %s', (code, failure) => expect(failureOf(refusal(code))).toBe(failure))

test.each([new StoreError(502, null), new TypeError('fetch failed'), new Error('Validation failed'), 'x'])(
  '%s may be better next time',
  (error) => expect(failureOf(error)).toBe('away'),
)
