import { expect, test } from 'vitest'
import { isIban } from './iban.ts'
import { testAccounts } from './methods.ts'

test.each([
  ...Object.values(testAccounts),
  'AT611904300234573201',
  'NL91ABNA0417164300',
  'FR1420041010050500013M02606',
  'CH9300762011623852957',
])('%s is an IBAN', (iban) => {
  expect(isIban(iban)).toBe(true)
})

test.each([
  ['nothing', ''],
  ['another digit', 'DE89370400440532013001'],
  ['two digits that changed places', 'DE89370400440532010300'],
  ['one digit too few', 'DE8937040044053201300'],
  ['one digit too many', 'DE893704004405320130000'],
  ['another country', 'AT89370400440532013000'],
  ['a country outside the area', 'US89370400440532013000'],
  ['lower case', 'de89370400440532013000'],
  ['spaces', 'DE89 3704 0044 0532 0130 00'],
])('%s is none', (_, iban) => {
  expect(isIban(iban)).toBe(false)
})
