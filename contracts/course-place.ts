import { z } from 'zod'
import { CalendarDay, LocalTime } from './booking.ts'
import { EmailAddress } from './identity.ts'
import { latinText } from './postal.ts'

const Texts = z.object({ de: z.string(), en: z.string() })
export const Price = z.string().regex(/^\d{1,6}\.\d\d$/, 'a price like 29.00')
export const Name = z.string().trim().min(1).max(80)
/** An invoice says it. */
const InvoiceName = Name.regex(latinText, 'latin')
export const DateId = z.int().positive().max(2_147_483_647)

/** People of one place, the one who signs up among them. */
export const mostParty = 9

/** An adult who agrees for somebody under 18 and can be called. */
const Guardian = z.strictObject({ name: Name, phone: z.string().trim().min(4).max(40) })

/**
 * How old those are who come along, on the day of the course, in the order of their names; for a course with a rule about age, where
 * the service wants as many as names.
 */
export const CompanionAges = z.array(z.int().min(0).max(120)).default([])

/** Signs the caller up for a date of a course. */
export const CourseSignUp = z.strictObject({
  dateId: DateId,
  /** Of somebody who is no member yet; the name of a member is known. */
  firstName: InvoiceName.optional(),
  lastName: InvoiceName.optional(),
  bornOn: CalendarDay.optional(),
  /** Names of the others. */
  companions: z.array(Name).max(mostParty - 1),
  companionAges: CompanionAges,
  guardian: Guardian.optional(),
  /** The price of all seats that was on the screen. */
  priceSeen: Price,
  /** The terms and the rules of cancelling, as the page shows them. */
  accepted: z.literal(true),
})
export type CourseSignUp = z.infer<typeof CourseSignUp>

/**
 * A name as a mail to somebody else may say it, without what a mail program would make a link of, in letters that the fonts of
 * invoices have.
 */
export const PlainName = Name.regex(/^[\p{Script=Latin}\p{M} '’-]+$/u, 'latin')

/** The person who takes over a place. */
export const CourseSubstitute = z.strictObject({
  email: EmailAddress,
  firstName: PlainName,
  lastName: PlainName,
  /** Courses have age limits. */
  bornOn: CalendarDay,
})
export type CourseSubstitute = z.infer<typeof CourseSubstitute>

/** What cancelling a place gives back now. */
const PlaceCancellation = z.object({
  refund: Price,
  /** Until the end of this day everything comes back. */
  freeUntil: CalendarDay,
})

export const PlaceState = z.enum([
  'held',
  'waiting',
  'offered',
  'booked',
  'attended',
  'missed',
  'cancelled',
  'ended',
])
export type PlaceState = z.infer<typeof PlaceState>

/** A place of the caller on a date of a course. Times are wall clock of the space. */
export const CoursePlace = z.object({
  id: z.number().int(),
  courseId: z.number().int(),
  dateId: z.number().int(),
  title: Texts,
  place: Texts,
  fromDateTime: LocalTime,
  untilDateTime: LocalTime,
  /** `held`: until it is paid; `ended`: it came to nothing before it was booked. */
  state: PlaceState,
  /** Whether the space called the date off. */
  isCalledOff: z.boolean(),
  /** When it would have begun as the caller signed up; null = the space has not moved it. Cancelling is free since then. */
  movedFrom: LocalTime.nullable().default(null),
  /** Whether the caller took it over from somebody else, who gets what is paid back. */
  isSubstitute: z.boolean().default(false),
  /** Whether the bank refused the debit for it: until `offeredUntil` it can be paid another way. */
  isUnpaid: z.boolean().default(false),
  /** Whether a booked one is still being paid, such as by a debit: nobody else can get it until then. */
  isPaying: z.boolean().default(false),
  party: z.number().int(),
  companions: z.array(z.string()),
  /** Of all seats. */
  price: Price,
  /** What comes back of a cancelled one. */
  refund: Price,
  heldUntil: LocalTime.nullable(),
  offeredUntil: LocalTime.nullable(),
  /** The page to pay a held one on, while it is open. */
  payUrl: z.string().nullable(),
  /** On the waiting list, from 1; null = not on it. */
  position: z.number().int().nullable(),
  /** There is a certificate to read. */
  hasCertificate: z.boolean().default(false),
  /** null = it can no longer be cancelled. */
  cancellation: PlaceCancellation.nullable(),
})
export type CoursePlace = z.infer<typeof CoursePlace>

/** A place after a step of its buyer. `payUrl`: the page to pay on; null = there is nothing to pay now. */
export const PlaceStep = z.object({ place: CoursePlace, payUrl: z.string().nullable() })
export type PlaceStep = z.infer<typeof PlaceStep>

/** What a place on a date would cost the caller, and what is known of them. */
export const PlaceQuote = z.object({
  dateId: z.number().int(),
  /** Of the caller's own seat. */
  ownPrice: Price,
  /** Of each other seat. */
  otherPrice: Price,
  /** The rate of the tax in both; null = not known. */
  taxPercent: Price.nullable().default(null),
  /** Whether the name and the day of birth are known. */
  isNameKnown: z.boolean(),
  isBirthKnown: z.boolean(),
  /** Whether the caller needs a guardian on that day; null = the day of birth is not known. */
  isMinor: z.boolean().nullable(),
  /** Whether anything can be paid online here. */
  canPay: z.boolean(),
  /** Trainings that the caller needs first and will not have on the first day. */
  missing: z.array(
    z.object({
      id: z.number().int(),
      /** The course that gives it; null = none here. */
      course: z.object({ id: z.number().int(), title: Texts }).nullable(),
      /** An online instruction, which the caller may still pass until the course begins: it bars no sign-up. */
      mayPassLater: z.boolean().default(false),
    }),
  ),
  /** The live place of the caller on that date. */
  place: CoursePlace.nullable(),
})
export type PlaceQuote = z.infer<typeof PlaceQuote>

/** Whether the caller wants a mail about new dates of a course. */
export const CourseInterest = z.object({ isOn: z.boolean() })
export type CourseInterest = z.infer<typeof CourseInterest>

export const CourseInterestChoice = z.strictObject({ courseId: DateId, isOn: z.boolean() })

/** Six figures that the trainer shows, others each minute. */
export const CheckInCode = z.string().regex(/^\d{6}$/, 'the six figures that are shown')

/** Checks the caller in to the session of a date that runs now. */
export const CourseCheckIn = z.strictObject({ dateId: DateId, code: CheckInCode })

/** The session to which somebody has checked in. */
export const CheckedIn = z.object({ title: Texts, fromDateTime: LocalTime, untilDateTime: LocalTime })
export type CheckedIn = z.infer<typeof CheckedIn>
