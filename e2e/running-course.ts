import type { Database } from '../platform/database/database.ts'
import { dayFromToday } from './fixtures.ts'

/**
 * Adds a course that gives the training of the laser and takes place all day, with its trainer and a place of the member.
 * It is archived, so that events and trainings of other journeys do not show it.
 * @returns the id of its date
 */
export async function addRunningCourse(
  database: Database,
  { memberId, trainer }: { memberId: number; trainer: { email: string } },
): Promise<number> {
  const createdAt = new Date()
  const id = memberId + 100_000
  const title = { titleDe: 'Sicherheitsunterweisung Lasercutter', titleEn: 'Laser cutter safety training' }
  await database
    .insertInto('course')
    .values({ id, kind: 'training', ...title, priceCents: 0, state: 'archived' })
    .execute()
  await database.insertInto('courseTraining').values({ courseId: id, trainingId: 1 }).execute()
  const today = dayFromToday(0)
  const times = { fromDateTime: `${today}T00:00`, untilDateTime: `${today}T23:59` }
  await database
    .insertInto('courseDate')
    .values({ id, courseId: id, ...times, seats: 12 })
    .execute()
  await database
    .insertInto('coursePlace')
    .values({ dateId: id, memberId, state: 'booked', createdAt })
    .execute()
  const { id: staffId } = await database
    .insertInto('staff')
    .values({ email: trainer.email, role: 'trainer', createdAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.insertInto('staffCourse').values({ staffId, courseId: id }).execute()
  return id
}
