import type { BookingCase, TakenTime } from './booking.ts'
import type { CoveringPackage } from './price.ts'

/** A case that breaks no rule; each test states only its change. */
export const fine: BookingCase = {
  now: new Date('2026-12-01T08:00Z'),
  space: {
    timezone: 'Europe/Berlin',
    bookingSlotsPerHour: 2,
    bookingWindowMinHours: 2,
    bookingWindowMaxDays: 30,
    bookingLockInHours: 24,
    bookingMaxMinutesPerMemberDay: null,
    bookingMaxMinutesPerMemberWeek: null,
    bookingOpeningHours: 'during',
    _embedded: {
      openingHours: [1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
        dayOfWeek,
        fromTime: '09:00',
        untilTime: '22:00',
      })),
    },
  },
  equipment: {
    id: 1,
    state: 'active',
    canBeBooked: true,
    visibleForMembers: true,
    requiresTraining: true,
    exclusiveUsage: true,
    bookingMaxMinutesPerMemberDay: null,
    bookingMaxMinutesPerMemberWeek: null,
    pricePerBooking: '6.00',
    pricePerBookingSeconds: 3600,
  },
  member: {
    id: 7,
    state: 'active',
    trainings: [{ resources: [1], fromDate: '2026-01-01', untilDate: '2026-12-31' }],
    packages: [
      {
        coversEquipment: true,
        allowsBooking: true,
        fromDate: '2026-01-01',
        untilDate: null,
        bookingFeeDiscountPercent: '0.00',
      },
    ],
  },
  existing: [],
  request: { fromDateTime: '2026-12-02T18:00', untilDateTime: '2026-12-02T20:00' },
}

export const taken = (from: string, until: string, change: Partial<TakenTime> = {}): TakenTime => ({
  equipment: 1,
  member: 5,
  fromDateTime: from,
  untilDateTime: until,
  state: 'confirmed',
  ...change,
})

export const own = (from: string, until: string, change: Partial<TakenTime> = {}): TakenTime =>
  taken(from, until, { member: 7, ...change })

export const machine = (change: Partial<BookingCase['equipment']>) => ({
  equipment: { ...fine.equipment, ...change },
})
export const space = (change: Partial<BookingCase['space']>) => ({ space: { ...fine.space, ...change } })
export const package_ = (change: Partial<CoveringPackage>): CoveringPackage => ({
  ...(fine.member.packages?.[0] as CoveringPackage),
  ...change,
})
export const member = (change: Partial<BookingCase['member']>) => ({ member: { ...fine.member, ...change } })

export const at = (fromDateTime: string, untilDateTime: string) => ({
  request: { fromDateTime, untilDateTime },
})
