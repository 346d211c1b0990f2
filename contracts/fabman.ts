import { z } from 'zod'
import { LocalTime } from './booking.ts'

/**
 * Fabman's answers, limited to the fields that this product reads. A field that a real account may leave empty is null,
 * also when it is missing. https://github.com/FabmanHQ/fabman-api
 */

/** The value, or `otherwise` when it is null or missing. */
const or = <T extends z.ZodType, const D>(schema: T, otherwise: D) =>
  schema.nullish().transform((value) => value ?? otherwise)

const id = z.int()
const text = or(z.string(), null)
const whole = or(z.int(), null)
const claim = or(z.boolean(), false)
/** A number, a text or nothing, depending on the account. */
const numberText = or(z.union([z.string(), z.number()]), '').transform(String)
/** Money and percent: a decimal string or a number; the result always has two decimal places. */
const decimal = z
  .union([z.string().regex(/^-?\d{1,12}(\.\d{1,6})?$/), z.number().min(-1e12).max(1e12)])
  .nullish()
  .transform((value) => (Math.round(Number(value ?? 0) * 100) / 100).toFixed(2))
/** Wall clock of the space, sometimes with seconds. */
const localTime = z
  .string()
  .transform((value) => value.replace(/^(.{16}):\d\d$/, '$1'))
  .pipe(LocalTime)
const day = z.iso.date()
const dayOrNull = or(z.union([z.literal(''), day]), null).transform((value) => value || null)
const time = z
  .string()
  .regex(/^\d\d:\d\d(:\d\d)?$/)
  .nullish()
  .transform((value) => value?.slice(0, 5) ?? null)
const zone = z.string().refine(isZone, 'an IANA time zone')
const embedded = <T extends z.ZodRawShape>(shape: T) => z.object(shape).partial().nullish()

export const FabmanOpeningHour = z.object({
  dayOfWeek: z.int().min(1).max(7),
  fromTime: time,
  untilTime: time,
})

export const FabmanSpace = z.object({
  id,
  name: z.string(),
  timezone: zone,
  lockVersion: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  account: z.int(),
  updatedBy: whole,
  locale: text,
  bookingTermsOfService: text,
  bookingSlotsPerHour: or(z.int().positive(), 4),
  bookingWindowMinHours: whole,
  bookingWindowMaxDays: whole,
  bookingLockInHours: whole,
  bookingMaxMinutesPerMemberDay: whole,
  bookingMaxMinutesPerMemberWeek: whole,
  bookingOpeningHours: text,
  bookingExclusiveMinutes: whole,
  state: z.string(),
  bookingRefundable: claim,
  bookingNamesPublic: claim,
  emailAddress: text,
  website: text,
  phone: text,
  shortName: text,
  infoText: text,
  calendarToken: text,
  calendarUrl: text,
  _embedded: embedded({ openingHours: z.array(FabmanOpeningHour) }),
})
export type FabmanSpace = z.infer<typeof FabmanSpace>

export const FabmanResource = z.object({
  id,
  space: id,
  name: z.string(),
  type: or(z.union([z.int(), z.string()]), null),
  state: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  canBeBooked: claim,
  bookingMaxMinutesPerMemberDay: whole,
  bookingMaxMinutesPerMemberWeek: whole,
  exclusiveUsage: claim,
  mustBeBooked: claim,
  input1: text,
  input2: text,
  inputAC: text,
  input1Inverted: claim,
  input2Inverted: claim,
  inputACInverted: claim,
  displayTitle: text,
  safetyMessage: text,
  description: text,
  maintenanceNotes: text,
  idlePowerThreshold: or(z.number(), null),
  preventPowerOffWhileBusy: claim,
  deadManIntervalBusy: or(z.int(), 0),
  deadManIntervalIdle: or(z.int(), 0),
  exhaustErrorShutdown: whole,
  muteDeadMan: claim,
  stopAfterBusy: claim,
  hasCountdown: claim,
  controlType: text,
  pricePerTimeBusy: decimal,
  pricePerTimeBusySeconds: whole,
  pricePerTimeIdle: decimal,
  pricePerTimeIdleSeconds: whole,
  pricePerUsage: decimal,
  pricingMinDurationSeconds: whole,
  pricePerBooking: decimal,
  pricePerBookingSeconds: whole,
  requiresTraining: claim,
  notes: text,
  value: z.unknown().optional(),
  visibleForMembers: claim,
  _embedded: embedded({ bridge: z.object({ inUse: claim, offline: claim }).nullable() }),
})
export type FabmanResource = z.infer<typeof FabmanResource>

const ShortResource = z.object({ id, name: z.string(), state: z.string() })
const ShortMember = z.object({
  id,
  memberNumber: numberText,
  firstName: text,
  lastName: text,
  state: z.string(),
  company: text,
})

/** `resource` and `member` are ids, or short objects with `resolve`. No member = booked by the staff. */
export const FabmanBooking = z.object({
  id,
  resource: z.union([id, ShortResource]),
  member: or(z.union([id, ShortMember]), null),
  fromDateTime: localTime,
  untilDateTime: localTime,
  state: z.string(),
  lockVersion: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.string(),
  updatedBy: whole,
  account: z.int(),
  charged: claim,
})
export type FabmanBooking = z.infer<typeof FabmanBooking>

export const FabmanMember = z.object({
  id,
  memberNumber: numberText,
  firstName: text,
  lastName: text,
  emailAddress: text,
  state: z.string(),
  company: text,
  phone: text,
  address: text,
  zip: text,
  city: text,
  countryCode: text,
  dateOfBirth: text,
  language: text,
  space: whole,
  requireUpfrontPayment: claim,
  upfrontMinimumBalance: decimal,
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type FabmanMember = z.infer<typeof FabmanMember>

/** A member as it is read before a change: Fabman takes the change with the same version only. */
export const FabmanVersionedMember = FabmanMember.extend({ lockVersion: z.int() })
export type FabmanVersionedMember = z.infer<typeof FabmanVersionedMember>

/** The owner of the key. */
export const FabmanUser = z.object({ members: z.array(z.object({ id })) })

/** Payments of a member and what they were used for. Fabman documents only the names of the fields. */
export const FabmanBalance = z.object({
  sumPayments: decimal,
  sumInvoices: decimal,
  sumCharges: decimal,
  sumUnpaidBookings: decimal,
})

/** A training of a member. The embedded course has no `resources`: they stand in FabmanTrainingCourse. */
export const FabmanTraining = z.object({
  id,
  trainingCourse: id,
  date: dayOrNull,
  fromDate: dayOrNull,
  untilDate: dayOrNull,
  _embedded: embedded({ trainingCourse: z.object({ title: z.string() }).nullable() }),
})

/** A member as a list shows their trainings. */
export const FabmanTrained = z.object({
  id,
  firstName: text,
  lastName: text,
  _embedded: embedded({ trainings: z.array(FabmanTraining) }),
})

/** For changes. */
export const FabmanVersionedTraining = z.object({
  date: dayOrNull,
  fromDate: dayOrNull,
  untilDate: dayOrNull,
  lockVersion: z.int(),
})

/** A course, with the equipment that it unlocks. No recorded list shows whether its rows have `resources`. */
export const FabmanTrainingCourse = z.object({
  id,
  title: z.string(),
  state: z.string().nullish(),
  resources: z.array(id).nullish(),
})
export type FabmanTraining = z.infer<typeof FabmanTraining>

const said = z.string().optional().catch(undefined)
const list = z.array(z.string()).optional().catch(undefined)
/** Fields that Fabman does not have: free JSON of the account, so that any part may be malformed. */
const Extras = z.object({
  kind: z.enum(['member', 'team', 'day']).optional().catch(undefined),
  seats: z.int().positive().optional().catch(undefined),
  nameEn: said,
  descriptionEn: said,
  requirementDe: said,
  requirementEn: said,
  givesDe: list,
  givesEn: list,
})

export const FabmanPackage = z.object({
  id,
  name: z.string(),
  description: text,
  state: z.string(),
  allowsBooking: claim,
  recurringFee: decimal,
  recurringFeePeriod: text,
  metadata: z
    .object({ werkbank: Extras.optional().catch(undefined) })
    .nullish()
    .catch(null),
})
export type FabmanPackage = z.infer<typeof FabmanPackage>

/** Everything, one piece of equipment or one type. */
const FabmanCoverage = z.object({ type: text, resource: whole, resourceType: whole })
export type FabmanCoverage = z.infer<typeof FabmanCoverage>
/** The equipment that a credit is for; empty = all. */
const creditCoverage = z
  .array(FabmanCoverage)
  .nullish()
  .transform((value) => value ?? [])

export const FabmanPackageCredit = z.object({
  scope: text,
  amount: decimal,
  period: text,
  resources: creditCoverage,
})

/** The equipment that a package lets its owner use. */
export const FabmanPermission = FabmanCoverage.extend({ bookingFeeDiscountPercent: decimal })
export type FabmanPermission = z.infer<typeof FabmanPermission>

export const FabmanHoliday = z.object({
  title: or(z.string(), ''),
  fromDateTime: localTime,
  untilDateTime: localTime,
})

export const FabmanMemberPackage = z.object({
  id,
  package: id,
  fromDate: day,
  untilDate: dayOrNull,
  customFees: claim,
  recurringFee: decimal,
  recurringFeePeriod: text,
  _embedded: embedded({ package: FabmanPackage.nullable() }),
})

/** For changes. */
export const FabmanVersionedPackage = z.object({
  id,
  fromDate: day,
  untilDate: dayOrNull,
  lockVersion: z.int(),
})

export const FabmanCredit = z.object({
  id,
  scope: z.string(),
  amount: decimal,
  fromDate: dayOrNull,
  untilDate: dayOrNull,
  createdAt: text,
  resources: creditCoverage,
})

/** Fees of a package, unless something else was agreed with the member. */
export const FabmanFees = z.object({ setupFee: decimal, recurringFee: decimal })
export type FabmanFees = z.infer<typeof FabmanFees>

/** Identifying fields of an object that we may have created, as far as its kind has them. */
export const FabmanMade = z.object({
  id,
  notes: text,
  emailAddress: text,
  scope: text,
  amount: decimal,
  fromDate: dayOrNull,
  untilDate: dayOrNull,
  createdAt: text,
})
export type FabmanMade = z.infer<typeof FabmanMade>

export const FabmanCreditUse = z.object({
  id,
  amount: decimal,
  description: text,
  booking: whole,
  createdAt: z.string(),
})

/** Body of an error; `data` names the broken rule: an object with a tag, or a sentence. */
export const FabmanRefusal = z.object({
  message: z.string().optional().catch(undefined),
  data: z
    .union([z.string(), z.record(z.string(), z.unknown())])
    .nullish()
    .catch(null),
})

/**
 * A message to a webhook. Its id exceeds 2^53 and is text. Only ids in it are trusted. Any details are accepted, because
 * Fabman repeats refused messages and then deactivates the webhook.
 */
export const FabmanEvent = z.object({
  id: z.union([z.int().nonnegative(), z.string().regex(/^\d{1,30}$/)]).transform(String),
  type: z.string().max(100),
  details: z.record(z.string(), z.unknown()).nullish().catch(null),
})
export type FabmanEvent = z.infer<typeof FabmanEvent>

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
