import { expect, test } from 'vitest'
import { MemberContact } from './member-contact.ts'

const fine = {
  phone: '+49 221 4710 911',
  address: 'Deutz-Mülheimer Straße 214',
  zip: '51063',
  city: 'Köln',
  countryCode: 'DE',
  language: 'de',
}

function faults(change: object): string[] {
  const { error } = MemberContact.safeParse({ ...fine, ...change })
  return error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []
}

test.each([
  [{ phone: null }],
  [{ phone: '(0221) 4710/911' }],
  [{ countryCode: 'AT', zip: '1010' }],
  [{ countryCode: 'NL', zip: '1011 AB' }],
  [{ countryCode: 'US', zip: 'NY 10001' }],
  [{ countryCode: 'PL', zip: '00-001', city: 'Łódź' }],
])('%j is fine', (change) => expect(faults(change)).toEqual([]))

test.each([
  ['phone form', { phone: 'ruf mich an' }],
  ['phone form', { phone: '12' }],
  ['address missing', { address: '  ' }],
  ['address missing', { address: undefined }],
  ['address long', { address: 'x'.repeat(121) }],
  ['address latin', { address: '東京都' }],
  ['zip form', { zip: '1010' }],
  ['zip form', { countryCode: 'CH', zip: '51063' }],
  ['zip long', { countryCode: 'US', zip: '1'.repeat(13) }],
  ['city missing', { city: '' }],
  ['countryCode missing', { countryCode: 'Deutschland' }],
  ['language missing', { language: 'fr' }],
])('%s: %j', (fault, change) => expect(faults(change)[0]).toBe(fault))

test('spaces around a value are not stored', () =>
  expect(MemberContact.parse({ ...fine, city: ' Köln ' }).city).toBe('Köln'))
