import { expect, test } from 'vitest'
import '../i18n/message-files.server.ts'
import { translate, type Translate } from '../i18n/messages.ts'
import type { MemberPackage } from '../../contracts/member.ts'
import type { Package } from '../../contracts/package.ts'
import { feeOf, givesOf, lastDayOf, packagesByTime, titleOf } from './member-package.ts'
import { offerOf } from './use-rights.ts'

const plus: MemberPackage = {
  id: 1,
  name: 'Plus',
  fromDate: '2026-03-01',
  untilDate: null,
  allowsBooking: true,
  recurringFee: '39.00',
  recurringFeePeriod: 'month',
  bookingFeeDiscountPercent: '10.00',
}
const youth = {
  name: { de: 'Jugend', en: 'Youth' },
  gives: { de: ['Alles aus Basis'], en: ['Everything in Basic'] },
} as Package
const t: Translate = (key, params) => translate('de', key, params)

test.each([
  ['without an end', {}, 'current'],
  ['on its first day', { fromDate: '2026-11-23' }, 'current'],
  ['from tomorrow', { fromDate: '2026-11-24' }, 'coming'],
  ['on its last day', { untilDate: '2026-11-23' }, 'current'],
  ['after its last day', { untilDate: '2026-11-22' }, 'past'],
  ['that begins later today, as an instant', { fromDate: '2026-11-23T22:00:00Z' }, 'current'],
])('a package %s', (_, change, group) => {
  const groups = packagesByTime([{ ...plus, ...change }], '2026-11-23')
  expect(Object.entries(groups).flatMap(([name, found]) => (found.length > 0 ? [name] : []))).toEqual([group])
})

test('past packages: the one that ended last comes first', () => {
  const ended = ['2024-12-31', '2025-12-31', '2025-06-30'].map((untilDate, id) => ({
    ...plus,
    id,
    untilDate,
  }))
  expect(packagesByTime(ended, '2026-11-23').past.map(({ id }) => id)).toEqual([1, 2, 0])
})

test('the price list gives name and benefits in the language of the page', () => {
  const offer = offerOf({ ...plus, name: 'Jugend' }, [youth])
  expect(titleOf(plus, offer, 'en')).toBe('Youth')
  expect(givesOf(plus, offer, 'en', t)).toEqual(['Everything in Basic'])
})

test('a package that the price list does not know says what the workshop system knows', () => {
  expect(offerOf(plus, [youth])).toBeUndefined()
  expect(titleOf(plus, undefined, 'en')).toBe('Plus')
  expect(givesOf(plus, undefined, 'de', t)).toEqual(['Maschinen buchen', '10\u00a0% Rabatt auf jede Buchung'])
  expect(
    givesOf({ ...plus, allowsBooking: false, bookingFeeDiscountPercent: '0.00' }, undefined, 'de', t),
  ).toEqual([])
})

test.each([
  ['39.00', 'month', { amount: '39,00\u00a0€', period: 'im Monat' }],
  ['39.00', 'quarter', { amount: '39,00\u00a0€', period: '' }],
  ['0.00', 'month', null],
])('a fee of %s in each %s', (recurringFee, recurringFeePeriod, shown) => {
  expect(feeOf({ ...plus, recurringFee, recurringFeePeriod }, 'de', t)).toEqual(shown)
})

test('the last day of a package is that of its contract until the workshop system knows it', () => {
  const contract = { lastDay: '2026-12-22', cancelOn: null, change: null }
  const change = { name: { de: 'Profi', en: 'Pro' }, priceCents: 0, period: 'month', fromDate: '' } as const
  expect(lastDayOf(plus, null)).toBeNull()
  expect(lastDayOf(plus, contract)).toBeNull()
  expect(lastDayOf({ untilDate: '2026-12-01' }, contract)).toBe('2026-12-01')
  expect(lastDayOf(plus, { ...contract, cancelOn: '2027-01-22' })).toBe('2027-01-22')
  expect(lastDayOf(plus, { ...contract, change })).toBe('2026-12-22')
})
