import { expect, test } from 'vitest'
import { signUpFaults, signUpOf } from './sign-up-fields.ts'

/** The form of somebody under 18 who brings one person along. */
function form(change: Record<string, string>): FormData {
  const data = new FormData()
  const typed = {
    firstName: 'Kim',
    lastName: 'Muster',
    companion1: 'Mia Muster',
    companionAge1: '9',
    guardianName: 'Grete Muster',
    guardianPhone: '0221 1234',
    guardianAgrees: 'on',
    accepted: 'on',
  }
  for (const [name, value] of Object.entries({ ...typed, ...change })) data.set(name, value)
  return data
}
const known = { isNameKnown: true, isBirthKnown: true, isMinor: true, minAge: 8 }

test.each([
  [{}, {}],
  [{ companionAge1: '7' }, { companionAge1: 'place_companion_young' }],
  [{ companionAge1: '' }, { companionAge1: 'place_companion_age_missing' }],
  [{ companion1: '' }, { companion1: 'place_companion_missing' }],
  [{ guardianAgrees: '' }, { guardianAgrees: 'place_guardian_agrees_missing' }],
] as const)('with %j the form finds %j', (change, faults) => {
  expect(signUpFaults(form(change), known)).toEqual(faults)
})

test('the first fault is the one that stands first in the form', () => {
  const faults = signUpFaults(form({ companion1: '', companionAge1: '', accepted: '' }), known)
  expect(Object.keys(faults)).toEqual(['companion1', 'companionAge1', 'accepted'])
})

test('names and ages of those who come along are sent in one order', () => {
  const two = form({ companion2: 'Otto Gast', companionAge2: '41' })
  expect(signUpOf(two, { dateId: 7, priceSeen: '0.00' })).toMatchObject({
    companions: ['Mia Muster', 'Otto Gast'],
    companionAges: [9, 41],
  })
})
