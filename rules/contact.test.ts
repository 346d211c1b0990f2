import { assert as assertProperty, date, property, record, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Contact } from '../contracts/sign-up.ts'
import { frida } from './contact.fixture.ts'
import { ageOn, birthDate, type ContactCase, contactFaults, isMinor, minimumAge } from './contact.ts'

const fine: Contact = { ...frida, lastName: 'Müller-Łukasz' }
const given: ContactCase = {
  today: '2026-11-23',
  email: 'frida@example.org',
  hasRequirement: false,
  country: 'DE',
}
const company = { ...fine, buysFor: 'company', company: 'Fräswerk GmbH' } as const
const young = { ...fine, birthDay: '1', birthMonth: '2', birthYear: '2010' }
const guarded = { ...young, guardianName: 'Ada Müller', guardianEmail: 'ada@example.org' }

const titled = { ...fine, firstName: 'Dr. Max', lastName: 'St. John Jr.' }

test.each([fine, company, guarded, titled, { ...fine, phone: '+49 (221) 4710-909' }])(
  'nothing is wrong with %j',
  (contact) => expect(contactFaults(contact, given)).toEqual([]),
)

test.each<[string, Partial<Contact>]>([
  ['firstName missing', { firstName: '  ' }],
  ['firstName long', { firstName: 'x'.repeat(81) }],
  ['firstName latin', { firstName: 'Фрида' }],
  ['firstName latin', { firstName: 'Frida 2' }],
  ['firstName latin', { firstName: 'Fri\nda' }],
  ['lastName latin', { lastName: '<b>Müller</b>' }],
  ['firstName dot', { firstName: 'evil.example' }],
  ['lastName dot', { lastName: 'Müller www.e.de' }],
  ['lastName missing', { lastName: '' }],
  ['birth missing', { birthDay: '', birthMonth: ' ', birthYear: '' }],
  ['birth form', { birthDay: '' }],
  ['birth form', { birthDay: '31', birthMonth: '4' }],
  ['birth form', { birthDay: '29', birthMonth: '2', birthYear: '1990' }],
  ['birth form', { birthYear: '90' }],
  ['birth form', { birthYear: '1899' }],
  ['birth form', { birthDay: '1e1' }],
  ['birth future', { birthYear: '2026' }],
  ['birth young', { birthYear: '2012' }],
  ['street missing', { street: '' }],
  ['street long', { street: 'x'.repeat(121) }],
  ['street latin', { street: '東京1' }],
  ['zip missing', { zip: '' }],
  ['zip form', { zip: '5106' }],
  ['zip form', { zip: '51063', country: 'AT' }],
  ['zip form', { zip: '1234', country: 'NL' }],
  ['zip form', { zip: "1'; drop", country: 'US' }],
  ['city missing', { city: '' }],
  ['country missing', { country: 'XX' }],
  ['country missing', { country: '' }],
  ['phone form', { phone: 'ruf mich an' }],
])('%s', (fault, change) => {
  const found = contactFaults({ ...fine, ...change }, given).map(({ field, why }) => `${field} ${why}`)
  expect(found).toEqual([fault])
})

test.each<[string, Partial<Contact>]>([
  ['country business', { country: 'AT', zip: '1010' }],
  ['company missing', { company: '' }],
  ['vatId form', { vatId: 'DE1' }],
  ['vatId digit', { vatId: 'DE123456789' }],
  ['vatId foreign', { vatId: 'ATU12345678' }],
  ['reference long', { reference: 'x'.repeat(61) }],
  ['invoiceEmail form', { invoiceEmail: 'rechnung' }],
])('of a company: %s', (fault, change) => {
  const found = contactFaults({ ...company, ...change }, given).map(({ field, why }) => `${field} ${why}`)
  expect(found).toEqual([fault])
  const ofPerson = { ...company, ...change, buysFor: 'self' } as const
  expect(contactFaults(ofPerson, given)).toEqual([])
})

test.each<[string, Partial<Contact>]>([
  ['guardianName missing', { guardianName: '' }],
  ['guardianName dot', { guardianName: 'Ada.example' }],
  ['guardianEmail missing', { guardianEmail: '' }],
  ['guardianEmail form', { guardianEmail: 'ada' }],
  ['guardianEmail own', { guardianEmail: 'Frida@example.org' }],
])('under 18: %s', (fault, change) => {
  const found = contactFaults({ ...guarded, ...change }, given).map(({ field, why }) => `${field} ${why}`)
  expect(found).toEqual([fault])
  const grown = { ...guarded, ...change, birthYear: '1990' }
  expect(contactFaults(grown, given)).toEqual([])
})

test('the condition of a package is asked for where it has one', () => {
  const asked = { ...given, hasRequirement: true }
  expect(contactFaults(fine, asked)).toEqual([{ field: 'requirement', why: 'missing' }])
  expect(contactFaults({ ...fine, requirement: 'on' }, asked)).toEqual([])
})

test('many faults come in the order of the form', () => {
  const empty = Object.fromEntries(Object.keys(fine).map((name) => [name, ''])) as Contact
  expect(contactFaults({ ...empty, buysFor: 'company' }, given).map(({ field }) => field)).toEqual([
    'firstName',
    'lastName',
    'birth',
    'street',
    'zip',
    'city',
    'country',
    'company',
  ])
})

describe('ages', () => {
  test.each([
    ['2008-11-23', '2026-11-22', 17],
    ['2008-11-23', '2026-11-23', 18],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2008-02-29', '2028-02-29', 20],
    ['2026-11-23', '2026-11-23', 0],
  ])('born %s, on %s: %i', (born, day, age) => expect(ageOn(born, day)).toBe(age))

  test('the last day of 17 needs a guardian, the first of 18 none', () => {
    const born = (birthDay: string) => ({ ...fine, birthDay, birthMonth: '11', birthYear: '2008' })
    expect([isMinor(born('24'), given.today), isMinor(born('23'), given.today)]).toEqual([true, false])
  })

  test(`the first day of ${minimumAge} may sign up`, () => {
    const born = (birthDay: string) => ({ ...guarded, birthDay, birthMonth: '11', birthYear: '2012' })
    expect(contactFaults(born('24'), given).map(({ why }) => why)).toEqual(['young'])
    expect(contactFaults(born('23'), given)).toEqual([])
  })

  test('every day of the calendar is read as itself', () => {
    const days = date({ min: new Date('1900-01-01'), max: new Date('2026-11-23'), noInvalidDate: true })
    const same = property(days, (at) => {
      const day = at.toISOString().slice(0, 10)
      const [birthYear = '', birthMonth = '', birthDay = ''] = day.split('-')
      return birthDate({ ...fine, birthYear, birthMonth: String(Number(birthMonth)), birthDay }) === day
    })
    assertProperty(same)
  })
})

test('no text at all makes the rules throw, and what passes has a name, a street and a day of birth', () => {
  const anything = record(Object.fromEntries(Object.keys(fine).map((name) => [name, string()])))
  const survives = property(anything, (texts) => {
    const contact = { ...fine, ...texts, buysFor: 'company' } as Contact
    return contactFaults(contact, given).length > 0 || birthDate(contact) !== null
  })
  assertProperty(survives, { numRuns: 500 })
})

test('a team is a company, whose contact person gives no day of birth', () => {
  const team = { ...given, flow: 'team' as const }
  const typed = { ...frida, birthDay: '', birthMonth: '', birthYear: '' }
  expect(contactFaults(typed, team)).toEqual([{ field: 'company', why: 'missing' }])
  expect(contactFaults({ ...typed, company: 'Schule am Ring' }, team)).toEqual([])
  expect(contactFaults({ ...typed, company: 'Schule am Ring', country: 'FR', zip: '75001' }, team)).toEqual([
    { field: 'country', why: 'business' },
  ])
  const isYoung = { ...frida, birthYear: '2015', company: 'Schule am Ring' }
  expect(contactFaults(isYoung, team)).toEqual([])
})
