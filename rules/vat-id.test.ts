import { assert as assertProperty, constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainVatId, vatIdFault } from './vat-id.ts'

test.each([
  ['DE123456788', null],
  ['de 123 456 788', null],
  ['DE-123.456.788', null],
  ['DE136695976', null],
  ['DE123456789', 'digit'],
  ['DE036695976', 'form'],
  ['DE12345678', 'form'],
  ['123456788', 'form'],
  ['', 'form'],
  ['XX123456788', 'form'],
  ['DEDE123456788', 'form'],
  ['ATU12345678', 'foreign'],
  ['NL123456789B01', 'foreign'],
  ['EL123456789', 'foreign'],
  ['GB123456789', 'form'],
] as const)('%s: %s', (typed, fault) => expect(vatIdFault(typed, 'DE')).toBe(fault))

test('the id of the country itself is no foreign one', () => {
  expect(vatIdFault('ATU12345678', 'AT')).toBeNull()
  expect(vatIdFault('EL123456789', 'GR')).toBeNull()
  expect(vatIdFault('DE123456788', 'AT')).toBe('foreign')
})

describe('the German check digit', () => {
  const eight = integer({ min: 10_000_000, max: 99_999_999 })
  const digitOf = (digits: string) =>
    [...'0123456789'].filter((digit) => vatIdFault(`DE${digits}${digit}`, 'DE') === null)

  test('is exactly one of ten', () => {
    assertProperty(property(eight, (digits) => digitOf(String(digits)).length === 1))
  })

  test('finds every single wrong digit', () => {
    const one = property(
      eight,
      integer({ min: 0, max: 7 }),
      constantFrom(...'0123456789'),
      (digits, at, other) => {
        const right = String(digits) + digitOf(String(digits))[0]
        const wrong = right.slice(0, at) + other + right.slice(at + 1)
        return wrong === right || vatIdFault(`DE${wrong}`, 'DE') !== null
      },
    )
    assertProperty(one)
  })
})

test('the stored form has capital letters and digits alone', () => {
  expect(plainVatId(' de 123.456-788 ')).toBe('DE123456788')
})
