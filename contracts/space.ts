import { z } from 'zod'

/** `dayOfWeek` 1 = Monday to 7 = Sunday; times are HH:mm wall clock, null = closed; `24:00` and `00:00` end the day. */
export const OpeningHours = z.object({
  dayOfWeek: z.number().int().min(1).max(7),
  fromTime: z.string().nullable(),
  untilTime: z.string().nullable(),
})
export type OpeningHours = z.infer<typeof OpeningHours>

/** Wall clock of the space, end not included. */
const Holiday = z.object({ title: z.string(), fromDateTime: z.string(), untilDateTime: z.string() })
export type Holiday = z.infer<typeof Holiday>

const limit = z.number().int().nullable()

/** A location with its booking rules, with exactly the fields of N11 to N13; null = no limit. */
export const Space = z.object({
  id: z.number().int(),
  name: z.string(),
  timezone: z.string(),
  lockVersion: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  account: z.number().int(),
  updatedBy: z.number().int().nullable(),
  locale: z.string(),
  bookingTermsOfService: z.string().nullable(),
  bookingSlotsPerHour: z.number().int().positive(),
  bookingWindowMinHours: limit,
  bookingWindowMaxDays: limit,
  bookingLockInHours: limit,
  bookingMaxMinutesPerMemberDay: limit,
  bookingMaxMinutesPerMemberWeek: limit,
  bookingOpeningHours: z.string().nullable(),
  bookingExclusiveMinutes: limit,
  state: z.string(),
  bookingRefundable: z.boolean(),
  emailAddress: z.string().nullable(),
  website: z.string().nullable(),
  phone: z.string().nullable(),
  shortName: z.string().nullable(),
  infoText: z.string().nullable(),
  calendarToken: z.string().nullable(),
  bookingNamesPublic: z.boolean(),
  calendarUrl: z.string().nullable(),
  /** `holidays` is absent when the workshop system has none. */
  _embedded: z.object({ openingHours: z.array(OpeningHours), holidays: z.array(Holiday).optional() }),
})
export type Space = z.infer<typeof Space>
