import { z } from 'zod'
import { CalendarDay } from './booking.ts'
import { CompanionAges, CoursePlace, DateId, mostParty, Name, PlainName, Price } from './course-place.ts'
import { EmailAddress } from './identity.ts'

/** What somebody without an account asks for. Their names stand in a mail to an address that nobody has confirmed. */
export const GuestRequest = z.strictObject({
  dateId: DateId,
  firstName: PlainName,
  lastName: PlainName,
  email: EmailAddress,
  /** For a course with a rule about age. */
  bornOn: CalendarDay.optional(),
  /** For every other course: people under 18 sign up with an account. */
  isAdult: z.literal(true).optional(),
  companions: z.array(Name).max(mostParty - 1),
  companionAges: CompanionAges,
  accepted: z.literal(true),
})
export type GuestRequest = z.infer<typeof GuestRequest>

/** The secret of a link to a sign-up without an account, or to the place that came of it. */
export const GuestToken = z.string().regex(/^[\w-]{43}$/, 'the end of the link')

/** What a guest's link leads to: a sign-up to complete, or the place. */
export const GuestPlace = z.object({
  signUp: z
    .object({
      courseId: z.number().int(),
      dateId: z.number().int(),
      party: z.number().int(),
      /** Of all seats. */
      price: Price,
      /** The rate of the tax in it; null = not known. */
      taxPercent: Price.nullable().default(null),
      /** There are not so many seats: it leads to the waiting list. */
      isFull: z.boolean(),
    })
    .nullable(),
  place: CoursePlace.nullable(),
})
export type GuestPlace = z.infer<typeof GuestPlace>
