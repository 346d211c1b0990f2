import { z } from 'zod'
import { CertificateCode } from './certificate.ts'
import { CalendarDay } from './booking.ts'
import type { Locale } from './problem.ts'

/** A member of the workshop system (N15). Dates are YYYY-MM-DD. */
export const Member = z.object({
  id: z.number().int(),
  memberNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  emailAddress: z.string(),
  state: z.string(),
  company: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  zip: z.string().nullable(),
  city: z.string().nullable(),
  countryCode: z.string().nullable(),
  dateOfBirth: z.string().nullable(),
  language: z.string().nullable(),
  space: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Member = z.infer<typeof Member>

/** Returns the language in which a member is written to: German when it is not known, or a third one. */
export function localeOfMember({ language }: Pick<Member, 'language'>): Locale {
  return language?.startsWith('en') ? 'en' : 'de'
}

/** A package of a member; the discount is a percentage as decimal string (N20). */
export const MemberPackage = z.object({
  id: z.number().int(),
  name: z.string(),
  fromDate: z.string(),
  untilDate: z.string().nullable(),
  allowsBooking: z.boolean(),
  recurringFee: z.string(),
  recurringFeePeriod: z.string(),
  bookingFeeDiscountPercent: z.string(),
})
export type MemberPackage = z.infer<typeof MemberPackage>

/** When a package of a member ends: its last day; null = it goes on. */
export const PackageEnd = z.strictObject({ untilDate: CalendarDay.nullable() })
export type PackageEnd = z.infer<typeof PackageEnd>

/** A right to use equipment; `resources` are the equipment ids it unlocks; last day included. */
export const MemberTraining = z.object({
  id: z.number().int(),
  /** What the member is trained in, see contracts/training.ts. */
  training: z.number().int(),
  title: z.string(),
  fromDate: z.string(),
  untilDate: z.string().nullable(),
  resources: z.array(z.number().int()),
})
export type MemberTraining = z.infer<typeof MemberTraining>

/** The same in the list of all members; `id` is that of the entry. */
export const GivenAtWorkshop = MemberTraining.omit({ resources: true }).extend({
  member: z.number().int(),
  name: z.string(),
})
export type GivenAtWorkshop = z.infer<typeof GivenAtWorkshop>

/** A training as its member sees it. */
export const OwnTraining = MemberTraining.extend({
  /** Title of the training that this one needs and ends with; null = it ends by its own rule. */
  endsWith: z.string().nullable().default(null),
  /** Code of its certificate; null = it was not given here. */
  certificate: CertificateCode.nullable().default(null),
})
export type OwnTraining = z.infer<typeof OwnTraining>

/** The last day of a training of a member; null = without end. */
export const TrainingEnd = z.strictObject({ untilDate: CalendarDay.nullable() })
export type TrainingEnd = z.infer<typeof TrainingEnd>

/**
 * What a member's state and packages mean for a piece of equipment on a day. `missing`: reasons that keep them from booking
 * it, apart from taken times and trainings, which trained-resources knows; empty = none.
 */
export const EquipmentAccess = z.object({
  resource: z.number().int(),
  missing: z.array(z.enum(['bookingState', 'noPackage'])),
  /** The best discount of the member's packages on that day, in percent; absent without one. */
  bookingFeeDiscountPercent: z.string().optional(),
})
export type EquipmentAccess = z.infer<typeof EquipmentAccess>

/** Response body of GET /fabman/members/{id}/trained-resources. */
export const TrainedResources = z.array(z.number().int())
