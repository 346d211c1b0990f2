import { z } from 'zod'
import { CalendarDay } from './booking.ts'

const Id = z.int().min(1).max(2_147_483_647)
const Name = z.string().trim().min(1).max(80)
const Line = z.string().trim().min(1).max(200)

/** The name that a caller gives to one grant, such as that of the order behind it. */
export const GrantKey = z.string().regex(/^(?!\.{1,2}$)[\w.:-]{1,64}$/, '1 to 64 of A-Z a-z 0-9 - _ . :')

/** A person who becomes a member with the grant. */
const NewMember = z.strictObject({
  email: z.email().max(254),
  firstName: Name,
  lastName: Name,
  language: z.enum(['de', 'en']),
  space: Id,
  company: Line.optional(),
  phone: Line.optional(),
  address: Line.optional(),
  zip: Line.optional(),
  city: Line.optional(),
  countryCode: z
    .string()
    .regex(/^[A-Z]{2}$/, 'two letters as in ISO 3166')
    .optional(),
  dateOfBirth: CalendarDay.optional(),
})
export type NewMember = z.infer<typeof NewMember>

const lastDay = { path: ['untilDate'], message: 'must not be before fromDate' }

/** Validity of a package or training; first and last day are included, a last day of null means without end. */
const days = { fromDate: CalendarDay, untilDate: CalendarDay.nullable() }
const GrantedTraining = z.strictObject({ training: Id, ...days }).refine(inOrder, lastDay)
const GrantedCredit = z
  .strictObject({
    /** EUR as a decimal string. */
    amount: z.string().regex(/^(?!0+\.00)\d{1,7}\.\d\d$/, 'an amount like 30.00'),
    scope: z.enum(['booking', 'usage']),
    fromDate: CalendarDay.optional(),
    untilDate: CalendarDay.optional(),
    /** Shared: everybody with a package of this team spends it. */
    team: Id.optional(),
  })
  .refine(inOrder, lastDay)

/** `team`: gives a share in the credits of this team while it is valid; without meaning where none are shared. */
const GrantedPackage = z.strictObject({ package: Id, team: Id.optional(), ...days }).refine(inOrder, lastDay)

/** Rights to give to one member. */
export const Grant = z.object({
  member: z.union([z.strictObject({ id: Id }), NewMember], 'the id of a member, or the data of a new one'),
  packages: z.array(GrantedPackage).max(20),
  credits: z.array(GrantedCredit).max(20),
  /**
   * What a package credits for one of its periods. A workshop system that credits its packages by itself, as Fabman does,
   * takes no notice of it.
   */
  packageCredits: z.array(GrantedCredit).max(20).optional(),
  trainings: z.array(GrantedTraining).max(20),
})
export type Grant = z.infer<typeof Grant>

/**
 * The ids of what the member has got, in the order of the grant: of the member's packages, credit entries and trainings.
 * Credits of packages are not among them.
 */
export const Granted = z.object({
  key: GrantKey,
  member: Id,
  packages: z.array(Id),
  credits: z.array(Id),
  trainings: z.array(Id),
})
export type Granted = z.infer<typeof Granted>

function inOrder({ fromDate, untilDate }: { fromDate?: string; untilDate?: string | null }): boolean {
  return !fromDate || !untilDate || fromDate <= untilDate
}
