import { z } from 'zod'
import { Course, MemberCourse } from '../../contracts/course.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { addDays, dayOf, toLocal } from '../../rules/time.ts'
import { createCourseStore } from './courses.store.ts'

const Time = z.string().regex(/^\d\d:\d\d$/)

/** Shape of content/demo/courses.json: days count from today in `timezone`. */
const DemoCourses = z.object({
  timezone: z.string(),
  courses: z.array(
    Course.omit({ dates: true, price: true }).extend({
      priceCents: z.number().int(),
      dates: z.array(
        z.object({
          id: z.number().int(),
          inDays: z.number().int(),
          from: Time,
          until: Time,
          seats: z.number().int(),
        }),
      ),
    }),
  ),
  places: z.array(
    z.object({
      member: z.number().int(),
      date: z.number().int(),
      state: MemberCourse.shape.state,
      bookedDaysAgo: z.number().int(),
    }),
  ),
})

/**
 * Puts the demo courses into a database that has none yet; otherwise does nothing. Gives the number of courses added.
 * @param json content/demo/courses.json, parsed
 */
export async function seedCourses(db: Database, clock: Clock, json: unknown): Promise<number> {
  const demo = DemoCourses.parse(json)
  const today = dayOf(toLocal(clock(), demo.timezone))
  return db.transaction().execute(async (transaction) => {
    const store = createCourseStore(transaction)
    if (!(await store.isEmpty())) return 0
    for (const { dates, ...course } of demo.courses) {
      const moved = dates.map(({ id, inDays, from, until, seats }) => {
        const day = addDays(today, inDays)
        return { id, fromDateTime: `${day}T${from}`, untilDateTime: `${day}T${until}`, seats }
      })
      await store.add({ ...course, dates: moved })
    }
    await store.addPlaces(
      demo.places.map(({ member, date, state, bookedDaysAgo }) => ({
        memberId: member,
        dateId: date,
        state,
        createdAt: new Date(`${addDays(today, -bookedDaysAgo)}T09:00:00Z`),
      })),
    )
    return demo.courses.length
  })
}
