import type { Booking } from '../../contracts/booking.ts'
import { Equipment } from '../../contracts/equipment.ts'
import { Space } from '../../contracts/space.ts'

/** Stands in everything that a visitor must never read: names, notes, inputs, calendar address. */
export const canary = 'CANARY'

/** A Saturday, 11:00 in Berlin. */
export const now = new Date('2026-11-21T10:00:00Z')

/** Open Monday to Saturday, 9:00 to 18:00, half-hour slots, bookable up to 30 days ahead. */
export function aSpace(changes: Partial<Space> = {}): Space {
  return Space.parse({
    id: 1,
    name: 'Halle 9',
    timezone: 'Europe/Berlin',
    lockVersion: 1,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    account: 1,
    updatedBy: null,
    locale: 'de',
    bookingTermsOfService: null,
    bookingSlotsPerHour: 2,
    bookingWindowMinHours: 0,
    bookingWindowMaxDays: 30,
    bookingLockInHours: 24,
    bookingMaxMinutesPerMemberDay: null,
    bookingMaxMinutesPerMemberWeek: null,
    bookingOpeningHours: 'during',
    bookingExclusiveMinutes: null,
    state: 'active',
    bookingRefundable: true,
    emailAddress: canary,
    website: null,
    phone: canary,
    shortName: null,
    infoText: canary,
    calendarToken: canary,
    bookingNamesPublic: true,
    calendarUrl: canary,
    _embedded: {
      openingHours: [1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
        dayOfWeek,
        fromTime: '09:00',
        untilTime: '18:00',
      })),
    },
    ...changes,
  })
}

/** Equipment with the canary in every internal field. */
export function aMachine(changes: Partial<Equipment> = {}): Equipment {
  return Equipment.parse({
    id: 1,
    space: 1,
    name: 'Lasercutter',
    type: 'laser',
    state: 'active',
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    canBeBooked: true,
    bookingMaxMinutesPerMemberDay: null,
    bookingMaxMinutesPerMemberWeek: null,
    exclusiveUsage: true,
    mustBeBooked: false,
    input1: canary,
    input2: canary,
    inputAC: canary,
    input1Inverted: false,
    input2Inverted: false,
    inputACInverted: false,
    displayTitle: null,
    safetyMessage: canary,
    description: canary,
    maintenanceNotes: canary,
    idlePowerThreshold: null,
    preventPowerOffWhileBusy: false,
    deadManIntervalBusy: 0,
    deadManIntervalIdle: 0,
    exhaustErrorShutdown: null,
    muteDeadMan: false,
    stopAfterBusy: false,
    hasCountdown: false,
    controlType: canary,
    inUse: false,
    offline: false,
    pricePerTimeBusy: '0.00',
    pricePerTimeBusySeconds: null,
    pricePerTimeIdle: '0.00',
    pricePerTimeIdleSeconds: null,
    pricePerUsage: '0.00',
    pricingMinDurationSeconds: null,
    pricePerBooking: '12.00',
    pricePerBookingSeconds: 3600,
    requiresTraining: true,
    notes: canary,
    visibleForMembers: true,
    ...changes,
  })
}

/** A booking of equipment 1 by member 7 with the canary in every text. */
export function aBooking(from: string, until: string, changes: Partial<Booking> = {}): Booking {
  return {
    id: 21,
    resource: { id: 1, name: 'Lasercutter', state: 'active' },
    member: { ...person, id: 7 },
    fromDateTime: from,
    untilDateTime: until,
    state: 'confirmed',
    lockVersion: 1,
    createdAt: '2026-11-01T00:00:00Z',
    updatedAt: '2026-11-01T00:00:00Z',
    updatedBy: null,
    account: 1,
    charged: false,
    ...changes,
  }
}

const person = { memberNumber: canary, firstName: canary, lastName: canary, state: 'active', company: canary }
