import { expect, test } from 'vitest'
import { canonicalAddress } from './canonical-path.ts'

test.each([
  ['/', '/'],
  ['/maschinen?a=%6D', '/maschinen?a=%6D'],
  ['/%6Daschinen', '/maschinen'],
  ['/%6d%61schinen?x=//', '/maschinen?x=//'],
  ['/s%C3%A4ge', '/s%C3%A4ge'],
  ['/s%c3%a4ge', '/s%C3%A4ge'],
  ['/a%2fb', '/a%2Fb'],
  ['/a%2Fb', '/a%2Fb'],
  ['/100%', '/100%'],
  ['/%ff%6D', '/%ff%6D'],
  ['/faq/', '/faq'],
  ['/en/%66aq//', '/en/%66aq//'],
  ['/en///faq', '/en///faq'],
  ['///', '///'],
  ['//faq/', '//faq/'],
  ['/%', '/%'],
])('%s is %s, and stays so', (given, canonical) => {
  expect(canonicalAddress(given)).toBe(canonical)
  expect(canonicalAddress(canonical)).toBe(canonical)
})
