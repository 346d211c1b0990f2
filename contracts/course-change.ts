import { z } from 'zod'
import { NewCourse } from './new-course.ts'

const { kind: _, state: __, ...shape } = NewCourse.shape

/** What changes of a course, in the units of `NewCourse`. What is left out stays; null takes a rule away. */
export const CourseChange = z
  .strictObject({
    title: shape.title,
    story: shape.story.unwrap().nullable(),
    grade: shape.grade.unwrap().nullable(),
    trainer: shape.trainer.unwrap().nullable(),
    priceCents: shape.priceCents,
    memberPriceCents: shape.memberPriceCents.unwrap().nullable(),
    vat: shape.vat.removeDefault(),
    vatNote: shape.vatNote.unwrap().nullable(),
    minAge: shape.minAge.unwrap().nullable(),
    accompaniedBelow: shape.accompaniedBelow.unwrap().nullable(),
    minParticipants: shape.minParticipants.unwrap().nullable(),
    decideDaysBefore: shape.decideDaysBefore.removeDefault(),
    belowMinimum: shape.belowMinimum.removeDefault(),
    freeCancelDays: shape.freeCancelDays.removeDefault(),
    lateRefundPercent: shape.lateRefundPercent.removeDefault(),
    grants: shape.grants.removeDefault(),
    requires: shape.requires.removeDefault(),
    /** An archived one is gone from the site; places that are booked stay. */
    state: z.enum(['draft', 'published', 'archived']),
  })
  .partial()
export type CourseChange = z.infer<typeof CourseChange>
