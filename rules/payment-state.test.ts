import fc from 'fast-check'
import { expect, test } from 'vitest'
import { laterState, paymentStates } from './payment-state.ts'

const observations = fc.array(fc.constantFrom(...paymentStates), { minLength: 1, maxLength: 12 })

test('any order and repetition of observations ends in the same state', () => {
  fc.assert(
    fc.property(
      observations.chain((seen) =>
        fc.tuple(
          fc.constant(seen),
          fc.shuffledSubarray([...seen, ...seen], { minLength: 2 * seen.length, maxLength: 2 * seen.length }),
        ),
      ),
      ([seen, shuffled]) => {
        expect(shuffled.reduce(laterState, 'created')).toBe(seen.reduce(laterState, 'created'))
      },
    ),
  )
})

test('money has the last word, and an end is never open again', () => {
  for (const state of paymentStates) expect(laterState(state, 'paid')).toBe('paid')
  for (const state of paymentStates) expect(laterState('paid', state)).toBe('paid')
  for (const ended of ['cancelled', 'expired', 'failed'] as const)
    for (const running of ['created', 'open', 'pending'] as const)
      expect(laterState(ended, running)).toBe(ended)
})
