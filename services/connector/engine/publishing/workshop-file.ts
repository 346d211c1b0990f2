import { z } from 'zod'
import { LocalTime } from '../../../../contracts/booking.ts'

const id = z.int().positive().max(1_000_000)
const cents = z.int().min(0).max(100_000_000)
const seconds = z.int().positive().max(31_536_000)
const minutes = z.int().positive().max(100_000)
const title = z.string().trim().min(1).max(200)
const text = z.string().max(10_000)
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time like 08:00')
const zone = z
  .string()
  .refine((name) => Intl.supportedValuesOf('timeZone').includes(name), 'a time zone like Europe/Berlin')

export const SpaceFields = z.strictObject({
  id,
  name: title,
  shortName: title.nullish(),
  timezone: zone,
  locale: z.enum(['de', 'en']),
  emailAddress: z.email().nullish(),
  website: z.url().nullish(),
  phone: title.nullish(),
  infoText: text.nullish(),
  bookingTermsOfService: text.nullish(),
  bookingSlotsPerHour: z.literal([1, 2, 3, 4, 6, 12]),
  bookingWindowMinHours: z.int().min(0).nullish(),
  bookingWindowMaxDays: z.int().min(0).max(400).nullish(),
  bookingLockInHours: z.int().min(0).nullish(),
  bookingMaxMinutesPerMemberDay: minutes.nullish(),
  bookingMaxMinutesPerMemberWeek: minutes.nullish(),
  /** Null = at any hour. */
  bookingOpeningHours: z.enum(['during', 'outside']).nullish(),
  bookingExclusiveMinutes: minutes.nullish(),
  bookingRefundable: z.boolean(),
  bookingNamesPublic: z.boolean(),
})

export const EquipmentFields = z.strictObject({
  id,
  name: title,
  nameEn: title.nullish(),
  /** Of the label group machine-types. */
  type: title.nullish(),
  state: z.enum(['active', 'locked', 'archived']).default('active'),
  visibleForMembers: z.boolean().default(true),
  canBeBooked: z.boolean().default(true),
  mustBeBooked: z.boolean().default(false),
  exclusiveUsage: z.boolean().default(true),
  requiresTraining: z.boolean(),
  bookingMaxMinutesPerMemberDay: minutes.nullish(),
  bookingMaxMinutesPerMemberWeek: minutes.nullish(),
  pricePerBookingCents: cents,
  /** Null = the price is of a booking, however long it is. */
  pricePerBookingSeconds: seconds.nullish(),
  pricePerTimeBusyCents: cents.default(0),
  pricePerTimeBusySeconds: seconds.nullish(),
  pricePerTimeIdleCents: cents.default(0),
  pricePerTimeIdleSeconds: seconds.nullish(),
  pricePerUsageCents: cents.default(0),
  pricingMinDurationSeconds: seconds.nullish(),
  displayTitle: title.nullish(),
  safetyMessage: text.nullish(),
  description: text.nullish(),
  maintenanceNotes: text.nullish(),
  notes: text.nullish(),
})

export const PackageFields = z.strictObject({
  id,
  name: title,
  nameEn: title.nullish(),
  kind: z.enum(['member', 'team', 'day']),
  state: z.enum(['active', 'locked', 'archived']).default('active'),
  description: text.nullish(),
  descriptionEn: text.nullish(),
  requirementDe: text.nullish(),
  requirementEn: text.nullish(),
  givesDe: z.array(title).max(20),
  givesEn: z.array(title).max(20),
  allowsBooking: z.boolean(),
  recurringFeeCents: cents,
  recurringFeePeriod: z.enum(['day', 'month', 'year']),
  bookingFeeDiscountPercent: z
    .string()
    .regex(/^(100|\d{1,2})(\.\d{1,2})?$/, 'a number like 10.00')
    .default('0'),
  monthlyCreditCents: cents.default(0),
  seats: z.int().min(1).max(50).nullish(),
})

const byId = (rows: { id: number }[]) => new Set(rows.map((row) => row.id)).size === rows.length

/** The file of a workshop: amounts in cents, times in the zone of the space. */
export const WorkshopFile = z
  .strictObject({
    space: SpaceFields,
    /** 1 = Monday; a day without an entry is closed. */
    openingHours: z
      .array(
        z.strictObject({
          dayOfWeek: z.int().min(1).max(7),
          fromTime: time,
          untilTime: time.or(z.literal('24:00')),
        }),
      )
      .max(28),
    holidays: z
      .array(
        z
          .strictObject({ title, fromDateTime: LocalTime, untilDateTime: LocalTime })
          .refine((holiday) => holiday.fromDateTime < holiday.untilDateTime, 'ends after it begins'),
      )
      .max(500),
    equipment: z.array(EquipmentFields).max(1000).refine(byId, 'each id once'),
    packages: z.array(PackageFields).max(100).refine(byId, 'each id once'),
    trainings: z
      .array(z.strictObject({ id, title, equipment: z.array(id).max(1000) }))
      .max(500)
      .refine(byId, 'each id once'),
  })
  .superRefine(({ equipment, trainings }, check) => {
    const known = new Set(equipment.map((each) => each.id))
    for (const [index, training] of trainings.entries())
      for (const each of training.equipment)
        if (!known.has(each))
          check.addIssue({
            code: 'custom',
            path: ['trainings', index, 'equipment'],
            message: `${each} is no equipment of this file`,
          })
  })
export type WorkshopFile = z.output<typeof WorkshopFile>
