import { expect, test } from 'vitest'
import { aMachine, aSpace } from '../../app/booking/booking.fixture.ts'
import { accessOn, trainedOn } from './access.ts'

const laser = { fromDate: '2026-12-02', untilDate: '2026-12-04', resources: [7, 2] }
const wood = { fromDate: '2026-12-04', untilDate: null, resources: [2, 10] }

test.each([
  ['2026-12-01', []],
  ['2026-12-02', [2, 7]],
  ['2026-12-04', [2, 7, 10]],
  ['2026-12-05', [2, 10]],
])('on %s trainings unlock %o: first and last day included, each id once', (day, ids) => {
  expect(trainedOn(day, [wood, laser])).toEqual(ids)
})

test('the discount is the best of the packages that cover the equipment on the day; absent without one', () => {
  const covering = { coversEquipment: true, allowsBooking: true, fromDate: '2026-12-02', untilDate: null }
  const packages = [
    { ...covering, bookingFeeDiscountPercent: '10.00' },
    { ...covering, fromDate: '2026-12-04', bookingFeeDiscountPercent: '33.50' },
    { ...covering, coversEquipment: false, bookingFeeDiscountPercent: '90.00' },
  ]
  const discountOn = (day: string) => {
    const [access] = accessOn(day, {
      equipment: [aMachine()],
      spaces: [aSpace()],
      member: { id: 7, state: 'active' },
      packagesFor: () => packages,
    })
    return access && 'bookingFeeDiscountPercent' in access ? access.bookingFeeDiscountPercent : 'absent'
  }
  expect(['2026-12-01', '2026-12-02', '2026-12-04'].map(discountOn)).toEqual(['absent', '10', '33.5'])
})
