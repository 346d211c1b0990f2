import { z } from 'zod'
import { LocalTime } from './booking.ts'
import { CheckInCode } from './course-place.ts'

const id = z.int().positive().max(2_147_483_647)

/** `trainer`: runs the dates of certain courses. `manager`: may do everything that staff may. */
export const StaffRole = z.enum(['trainer', 'manager'])
export type StaffRole = z.infer<typeof StaffRole>

/** Why staff give or revoke a training; the member reads it. */
export const StaffReason = z.string().trim().min(3).max(500)

/** A training of a member that staff give or revoke; `training` as in contracts/training.ts. */
export const TrainingDecision = z.strictObject({ memberId: id, training: id, reason: StaffReason })
export type TrainingDecision = z.infer<typeof TrainingDecision>

/** A training as it was given here: the evidence. Days are YYYY-MM-DD, the last one is included, null = without end. */
export const GivenTraining = z.object({
  id,
  member: id,
  training: id,
  title: z.string(),
  /** `asked`: the workshop system does not know it yet. `failed`: it refuses it. */
  state: z.enum(['asked', 'given', 'failed', 'revoked']),
  /** `import`: it was given at the workshop system, and is here because it was revoked. */
  source: z.enum(['course', 'staff', 'import', 'instruction']),
  givenBy: z.string(),
  givenOn: z.string(),
  until: z.string().nullable(),
  reason: z.string().nullable(),
  revokedOn: z.string().nullable(),
  revokeReason: z.string().nullable(),
})
export type GivenTraining = z.infer<typeof GivenTraining>

/** `open`: nothing is marked. `passed`: present, and the course is done with what it grants. */
export const AttendanceMark = z.enum(['open', 'present', 'passed', 'absent'])
export type AttendanceMark = z.infer<typeof AttendanceMark>

const Texts = z.object({ de: z.string(), en: z.string() })

/** A date that somebody of the staff runs; times are wall clock of the space. */
export const StaffDate = z.object({ id, title: Texts, fromDateTime: LocalTime, untilDateTime: LocalTime })
export type StaffDate = z.infer<typeof StaffDate>

/** Moves a date: `fromDateTime` is when it begins now. */
export const DateMove = z.strictObject({ dateId: id, fromDateTime: LocalTime })

/** Another number of seats for a date. */
export const DateSeats = z.strictObject({ dateId: id, seats: z.int().min(1).max(1000) })

/** How long a training is valid when it is given from now on: months, until a day MM-DD of the year, or without end. */
export const TrainingRuleChange = z.strictObject({
  training: id,
  rule: z.discriminatedUnion('expiry', [
    z.strictObject({
      expiry: z.literal('months'),
      months: z.int().min(1).max(120),
      monthsMinor: z.int().min(1).max(120),
    }),
    z.strictObject({
      expiry: z.literal('date'),
      monthDay: z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'MM-DD'),
    }),
    z.strictObject({ expiry: z.literal('never') }),
  ]),
})

/** Whether a training needs another one first, without which it ends. */
export const TrainingRequirement = z.strictObject({ training: id, requires: id, isNeeded: z.boolean() })

/** The people of a date, with the marks of each session. */
export const AttendanceList = StaffDate.extend({
  /** Whether passing gives trainings. */
  grants: z.boolean(),
  sessions: z.array(z.object({ id, fromDateTime: LocalTime, untilDateTime: LocalTime })),
  people: z.array(
    z.object({
      place: id,
      name: z.string(),
      companions: z.array(z.string()),
      /** Under 18 on the day. */
      isMinor: z.boolean(),
      hasPassed: z.boolean(),
      /** By session, those that are marked. `byCode`: they have checked in themselves. */
      marks: z.array(z.object({ session: id, state: z.enum(['present', 'absent']), byCode: z.boolean() })),
      /** Titles of trainings that are needed first: they cannot pass. */
      lacks: z.array(z.string()),
      /** Trainings that the workshop system does not know yet. */
      waiting: z.int(),
    }),
  ),
})
export type AttendanceList = z.infer<typeof AttendanceList>

/** The last part of the address that opens the list of one date for one trainer. */
export const ListToken = z.string().regex(/^[1-9]\d{0,9}\.[1-9]\d{0,9}\.[\w-]{22}$/, 'the end of the link')
export const LinkedList = z.strictObject({ token: ListToken })

/** Marks people for one session; the others stay as they are. */
export const SessionMarks = z.strictObject({
  session: id,
  marks: z
    .array(z.strictObject({ place: id, mark: AttendanceMark }))
    .min(1)
    .max(100),
})
export type SessionMarks = z.infer<typeof SessionMarks>
export const AttendanceMarks = SessionMarks.extend({ dateId: id })
export const LinkedMarks = SessionMarks.extend({ token: ListToken })

/** The code that the people of a date type to check in; the next code is shown after so many seconds. */
export const AttendanceCode = z.object({ code: CheckInCode, seconds: z.int() })
export type AttendanceCode = z.infer<typeof AttendanceCode>
