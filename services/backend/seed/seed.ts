import { z } from 'zod'
import { Course, CourseDate, MemberCourse } from '../../../contracts/course.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { lockSchema } from '../../../platform/database/migrate.ts'
import { addDays, dayOf, toLocal, weekday } from '../../../rules/time.ts'
import { createCatalogueStore } from '../catalogue/catalogue.store.ts'
import { addSession } from '../courses/adding.store.ts'
import { createCourseStore } from '../courses/courses.store.ts'
import { addRequirement } from '../trainings/trainings.store.ts'

const Time = z.string().regex(/^\d\d:\d\d$/)

/** Shape of content/demo/courses.json: days count from today in `timezone`. */
const DemoCourses = z.object({
  timezone: z.string(),
  /** Days without courses, as the end of YYYY-MM-DD: `12-24` every year, `2027-03-26` once. */
  closedOn: z.array(z.string()),
  courses: z.array(
    Course.omit({ dates: true, price: true }).extend({
      priceCents: z.number().int(),
      minParticipants: z.number().int().default(0),
      /** Default of all dates. */
      place: CourseDate.shape.place,
      dates: z.array(
        z.object({
          id: z.number().int(),
          inDays: z.number().int(),
          /** The next such day from `inDays` on, 1 = Monday. */
          weekday: z.number().int().min(1).max(7).optional(),
          /** Days that it takes, each from `from` to `until`. */
          days: z.number().int().default(1),
          from: Time,
          until: Time,
          seats: z.number().int(),
          reservedSeats: z.number().int().default(0),
          place: CourseDate.shape.place.optional(),
          language: CourseDate.shape.language.default('de'),
        }),
      ),
    }),
  ),
  /** Trainings that are needed before others. */
  requirements: z.array(z.object({ training: z.int(), requires: z.int() })).default([]),
  places: z.array(
    z.object({
      member: z.number().int(),
      date: z.number().int(),
      state: MemberCourse.shape.state,
      bookedDaysAgo: z.number().int(),
    }),
  ),
})

const DemoCreditPacks = z.object({
  creditPacks: z.array(
    z.object({
      id: z.number().int(),
      creditCents: z.number().int(),
      priceCents: z.number().int(),
      validMonths: z.number().int(),
    }),
  ),
})

/** Puts the demo's packs of credits into a database that has none yet. @param json content/demo/packages.json, parsed */
export async function seedCreditPacks(db: Database, json: unknown): Promise<void> {
  const { creditPacks } = DemoCreditPacks.parse(json)
  await db.transaction().execute(async (transaction) => {
    await lockSchema(transaction)
    const store = createCatalogueStore(transaction)
    if ((await store.creditPacks()).length === 0) await store.addCreditPacks(creditPacks)
  })
}

/**
 * Puts the demo courses into a database that has none yet; otherwise does nothing. Gives the number of courses added.
 * @param json content/demo/courses.json, parsed
 */
export async function seedCourses(db: Database, clock: Clock, json: unknown): Promise<number> {
  const demo = DemoCourses.parse(json)
  const today = dayOf(toLocal(clock(), demo.timezone))
  return db.transaction().execute(async (transaction) => {
    await lockSchema(transaction)
    const store = createCourseStore(transaction)
    if (!(await store.isEmpty())) return 0
    const announced = new Date(`${addDays(today, -21)}T09:00:00Z`)
    const sessions: Parameters<typeof addSession>[1][] = []
    await store.add(
      demo.courses.map(({ id, kind, title, story, grade, priceCents, trainer, minParticipants, minAge }) => ({
        id,
        kind,
        titleDe: title.de,
        titleEn: title.en,
        story,
        grade,
        priceCents,
        trainer,
        minParticipants: minParticipants || null,
        minAge,
      })),
      demo.courses.flatMap(({ id: courseId, place: usual, dates }) =>
        dates.flatMap(({ inDays, weekday: wanted, days, from, until, place = usual, ...date }) => {
          const first = firstDay(addDays(today, inDays), { weekday: wanted, days, closedOn: demo.closedOn })
          if (first === null) return []
          const fromDateTime = `${first}T${from}`
          const untilDateTime = `${first}T${until}`
          for (let number = 2; number <= days; number++) {
            const day = addDays(first, number - 1)
            const times = { fromDateTime: `${day}T${from}`, untilDateTime: `${day}T${until}` }
            sessions.push({ dateId: date.id, position: number, ...times })
          }
          const placed = { placeDe: place.de, placeEn: place.en }
          return [{ ...date, courseId, fromDateTime, untilDateTime, ...placed, updatedAt: announced }]
        }),
      ),
      demo.courses.flatMap(({ id: courseId, grants }) =>
        grants.map((trainingId) => ({ courseId, trainingId })),
      ),
    )
    for (const session of sessions) await addSession(transaction, session)
    for (const { training, requires } of demo.requirements)
      await addRequirement(transaction, { trainingId: training, requiresId: requires })
    await store.addPlaces(
      demo.places.map(({ member, date, state, bookedDaysAgo }, index) => {
        const createdAt = new Date(`${addDays(today, -bookedDaysAgo)}T09:00:00Z`)
        return {
          memberId: member,
          dateId: date,
          state,
          createdAt,
          queue: state === 'waiting' ? index - demo.places.length : null,
          cancelledAt: state === 'cancelled' ? createdAt : null,
        }
      }),
    )
    return demo.courses.length
  })
}

/**
 * Returns the first day (YYYY-MM-DD) of a date that takes place from `asked` on and not on a closed day. A date with a
 * weekday that meets a closed day is left out (null); any other moves to the next day.
 */
function firstDay(
  asked: string,
  { weekday: wanted, days, closedOn }: { weekday?: number | undefined; days: number; closedOn: string[] },
): string | null {
  const isClosed = (day: string) => closedOn.some((each) => day.endsWith(each))
  const takesPlace = (first: string) =>
    Array.from({ length: days }, (_, index) => addDays(first, index)).every((day) => !isClosed(day))
  if (wanted !== undefined) {
    const first = addDays(asked, (wanted - weekday(asked) + 7) % 7)
    return takesPlace(first) ? first : null
  }
  let first = asked
  while (!takesPlace(first)) first = addDays(first, 1)
  return first
}
