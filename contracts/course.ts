import { z } from 'zod'
import { CalendarDay, LocalTime } from './booking.ts'

const Texts = z.object({ de: z.string(), en: z.string() })

/** One date of a course; times are wall clock of the space. */
export const CourseDate = z.object({
  id: z.number().int(),
  fromDateTime: LocalTime,
  untilDateTime: LocalTime,
  seats: z.number().int(),
  /** Seats neither booked, attended nor given away at the counter. */
  freeSeats: z.number().int().nonnegative(),
  /** Where in the space it is; empty = not stated. */
  place: Texts,
  /** Spoken language. */
  language: z.enum(['de', 'en']),
  /** When the date was last changed. */
  updatedAt: z.iso.datetime(),
  /** `held`: it has taken place. */
  state: z.enum(['planned', 'cancelled', 'held']).default('planned'),
  /** Its evenings in order, the first one begins with the date and the last one ends with it. */
  sessions: z
    .array(
      z.object({ id: z.number().int(), fromDateTime: LocalTime, untilDateTime: LocalTime, place: Texts }),
    )
    .default([]),
  /** Counts the changes of its calendar entries (RFC 5545 SEQUENCE). */
  sequence: z.number().int().nonnegative().default(0),
  /** When it would have begun before its last move; null = it was never moved. */
  movedFrom: LocalTime.nullable().default(null),
  /** When sign-up closes; null = when the date begins. */
  signUpUntil: LocalTime.nullable().default(null),
  /** It takes place when so many people have booked on that day; null = it needs none, or that is decided. */
  minimum: z.object({ participants: z.number().int(), decidedOn: CalendarDay }).nullable().default(null),
})
export type CourseDate = z.infer<typeof CourseDate>

/** One session of a date in which a member has or had a place; for their calendar feed. */
export const CourseSession = z.object({
  id: z.number().int(),
  courseId: z.number().int(),
  title: Texts,
  place: Texts,
  fromDateTime: LocalTime,
  untilDateTime: LocalTime,
  sequence: z.number().int().nonnegative(),
  updatedAt: z.iso.datetime(),
  /** The place or the date was cancelled. */
  isCancelled: z.boolean(),
})
export type CourseSession = z.infer<typeof CourseSession>

/** A course (N17): price in EUR as a decimal string, texts per language, dates in order. */
export const Course = z.object({
  id: z.number().int(),
  kind: z.enum(['workshop', 'training', 'event']),
  title: Texts,
  /** Slug of its page in the content service. */
  story: z.string().nullable(),
  /** Key of the label group workshop-grade. */
  grade: z.string().nullable(),
  dates: z.array(CourseDate),
  price: z.string().regex(/^\d+\.\d\d$/),
  /** For a member with a package, for their own seat; null = the same. */
  memberPrice: z
    .string()
    .regex(/^\d+\.\d\d$/)
    .nullable()
    .default(null),
  trainer: z.string().nullable(),
  /** Ids of the trainings that attending it gives, see contracts/training.ts. */
  grants: z.array(z.number().int()).default([]),
  /** Ids of the trainings that somebody needs first. */
  requires: z.array(z.number().int()).default([]),
  /** Nobody younger can sign up. */
  minAge: z.number().int().nullable().default(null),
  /** Whoever is younger comes with an adult. */
  accompaniedBelow: z.number().int().nullable().default(null),
  /** Whether the age of those who sign up decides anything. */
  hasAgeRule: z.boolean().default(false),
  /** Cancelling costs nothing until so many days before the first session. */
  freeCancelDays: z.number().int().default(7),
  /** Share of the price that comes back later than that, in percent. */
  lateRefundPercent: z.number().int().default(0),
})
export type Course = z.infer<typeof Course>

/** Body of POST /course/get: nothing, or the wanted ids. */
export const CourseQuery = z.strictObject({
  ids: z.array(z.number().int().positive().max(2_147_483_647)).max(200).optional(),
})
export type CourseQuery = z.infer<typeof CourseQuery>

/** A member's seat in a course; entries carry `course_id` (N17). */
export const MemberCourse = z.object({
  course_id: z.number().int(),
  date_id: z.number().int(),
  state: z.enum(['booked', 'waiting', 'attended', 'cancelled']),
  createdAt: z.string(),
})
export type MemberCourse = z.infer<typeof MemberCourse>
