import { describe, expect, test } from 'vitest'
import { addressLines, nameOf } from './profile.ts'

const full = { address: 'Hallenweg 9', zip: '20095', city: 'Hamburg', countryCode: 'DE' }

describe('address lines', () => {
  test.each([
    ['everything', full, ['Hallenweg 9', '20095 Hamburg', 'Deutschland']],
    ['no street', { ...full, address: null }, ['20095 Hamburg', 'Deutschland']],
    ['no postcode', { ...full, zip: '' }, ['Hallenweg 9', 'Hamburg', 'Deutschland']],
    ['nothing', { address: null, zip: null, city: null, countryCode: null }, []],
  ])('%s', (_, address, lines) => {
    expect(addressLines(address, 'de')).toEqual(lines)
  })
})

describe('names', () => {
  test.each([
    ['region', 'AT', 'en', 'Austria'],
    ['region', 'nowhere', 'en', 'nowhere'],
    ['language', 'de', 'de', 'Deutsch'],
    ['language', 'en', 'de', 'Englisch'],
    ['language', '?', 'de', '?'],
  ] as const)('%s %s in %s', (type, code, locale, name) => {
    expect(nameOf(type, code, locale)).toBe(name)
  })
})
