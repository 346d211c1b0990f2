import { z } from 'zod'
import { LocalTime } from './booking.ts'
import { Locale } from './problem.ts'

const id = z.int().positive().max(2_147_483_647)
const Trainings = z
  .array(id)
  .max(20)
  .refine((ids) => new Set(ids).size === ids.length, 'each training once')
const Cents = z.int().min(0).max(10_000_000)
const Text = z.string().trim().min(1).max(200)
const Texts = z.strictObject({ de: Text, en: Text })

/** A course as staff create it: what is left out has the usual value. Money in cents; trainings as in contracts/training.ts. */
export const NewCourse = z
  .strictObject({
    kind: z.enum(['workshop', 'training', 'event']),
    title: Texts,
    /** Path of its page in the content service. */
    story: z.string().max(200).optional(),
    /** Key of the label group workshop-grade. */
    grade: z.string().max(60).optional(),
    trainer: Text.optional(),
    priceCents: Cents,
    memberPriceCents: Cents.optional(),
    vat: z.enum(['standard', 'reduced', 'exempt']).default('standard'),
    /** Why it is exempt. */
    vatNote: Texts.optional(),
    minAge: z.int().min(0).max(99).optional(),
    accompaniedBelow: z.int().min(0).max(18).optional(),
    minParticipants: z.int().min(1).max(1000).optional(),
    decideDaysBefore: z.int().min(0).max(60).default(3),
    belowMinimum: z.enum(['ask', 'cancel']).default('ask'),
    freeCancelDays: z.int().min(0).max(60).default(7),
    lateRefundPercent: z.int().min(0).max(100).default(0),
    grants: Trainings.default([]),
    requires: Trainings.default([]),
    state: z.enum(['draft', 'published']).default('published'),
  })
  .refine(({ vat, vatNote }) => (vat === 'exempt') === (vatNote !== undefined), {
    path: ['vatNote'],
    message: 'for a course that is exempt, and for no other',
  })
export type NewCourse = z.infer<typeof NewCourse>

/** A date with its sessions, in order; `weeks`: it repeats so many times, each a week later, as a series. */
export const NewDates = z.strictObject({
  courseId: id,
  sessions: z
    .array(z.strictObject({ fromDateTime: LocalTime, untilDateTime: LocalTime }))
    .min(1)
    .max(20),
  seats: z.int().min(1).max(1000),
  reservedSeats: z.int().min(0).max(1000).default(0),
  /** Sessions to attend; all without it. */
  minSessions: z.int().min(1).max(20).optional(),
  place: Texts.optional(),
  language: Locale.default('de'),
  weeks: z.int().min(1).max(52).default(1),
})
export type NewDates = z.infer<typeof NewDates>
