import { describe, expect, test } from 'vitest'
import { guarded, type SignUpProgress } from './guards.ts'

const nothing: SignUpProgress = { onboarding: {}, team: {} }
const progress = (change: Partial<SignUpProgress>): SignUpProgress => ({ ...nothing, ...change })

describe('route guards (R10 to R13)', () => {
  test.each([
    [['onboarding-start'], nothing, { flow: 'onboarding', step: 'start' }],
    [['onboarding-start'], progress({ onboarding: { start: true } }), null],
    [
      ['onboarding-start', 'onboarding-contact'],
      progress({ onboarding: { start: true } }),
      { flow: 'onboarding', step: 'contact' },
    ],
    [
      ['onboarding-start', 'onboarding-contact'],
      progress({ onboarding: { contact: true } }),
      { flow: 'onboarding', step: 'start' },
    ],
    [
      ['onboarding-start', 'onboarding-contact', 'onboarding-image'],
      progress({ onboarding: { start: true, contact: true } }),
      { flow: 'onboarding', step: 'image' },
    ],
    [
      ['onboarding-start', 'onboarding-contact', 'onboarding-image'],
      progress({ onboarding: { start: true, contact: true, image: true } }),
      null,
    ],
    [['team-user'], nothing, { flow: 'team', step: 'user' }],
    [['team-user', 'team-contact'], progress({ team: { user: true } }), { flow: 'team', step: 'contact' }],
    [['team-user', 'team-contact'], progress({ team: { user: true, contact: true } }), null],
    [[], nothing, null],
  ])('%j with %j: %j', (names, done, instead) => expect(guarded(names, done)).toEqual(instead))

  test.each(['team-payment', 'toString', ''])('row "Unknown route guard": %j throws', (name) =>
    expect(() => guarded([name], nothing)).toThrow(`Unknown route guard: ${name}`),
  )
})
