import { expect, test } from 'vitest'
import { guestForm, guestRequestOf } from './guest-fields.ts'

const typed = {
  firstName: 'Gina',
  lastName: 'Gast',
  email: 'gina@gast.example',
  bornOn: '1980-05-05',
  accepted: 'on',
}

/** Asks with these lines about those who come along to a course from 8 years on. */
function ask(companions: string) {
  return guestForm({ hasAgeRule: true, minAge: 8 }).safeParse({ ...typed, companions })
}

test.each([
  'Mia Muster, 9\n\nOtto Gast 41',
  'Mia Muster,9\r\nOtto Gast (41)',
  'Mia Muster;9\nOtto Gast; 41 ',
])('a course with a rule about age takes a name and an age of each line: %j', (lines) => {
  const { data } = ask(lines)
  expect(data && guestRequestOf(data, 7)).toMatchObject({
    dateId: 7,
    bornOn: '1980-05-05',
    companions: ['Mia Muster', 'Otto Gast'],
    companionAges: [9, 41],
  })
})

test.each([
  ['Mia Muster', 'guest_error_companion_ages'],
  ['9', 'guest_error_companion_ages'],
  ['Mia Muster, 9\nOtto Gast', 'guest_error_companion_ages'],
  ['Mia Muster, 199', 'guest_error_companion_ages'],
  ['Mia Muster, 7', 'guest_error_companion_young'],
])('the field of %j says what is wrong', (lines, message) => {
  const issues = ask(lines).error?.issues.map((issue) => [issue.path.join(), issue.message])
  expect(issues).toEqual([['companions', message]])
})
