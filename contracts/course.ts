import { z } from 'zod'

/** Something with dates, seats, a price and a trainer. Times are wall clock of the space; texts per language. */
export const Course = z.object({
  id: z.number().int(),
  kind: z.enum(['workshop', 'training', 'event']),
  title: z.object({ de: z.string(), en: z.string() }),
  story: z.string().nullable(),
  dates: z.array(
    z.object({
      id: z.number().int(),
      fromDateTime: z.string(),
      untilDateTime: z.string(),
      seats: z.number().int(),
    }),
  ),
  price: z.string(),
  trainer: z.string().nullable(),
})
export type Course = z.infer<typeof Course>

/** A member's place in a course (specification section 3: entries carry `course_id`). */
export const MemberCourse = z.object({
  course_id: z.number().int(),
  date_id: z.number().int(),
  state: z.enum(['booked', 'waiting', 'attended', 'cancelled']),
  createdAt: z.string(),
})
export type MemberCourse = z.infer<typeof MemberCourse>
