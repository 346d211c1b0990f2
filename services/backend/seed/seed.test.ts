import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../platform/database/database.fixture.ts'
import type { OpenedDatabase } from '../../../platform/database/database.ts'
import { createCourseStore } from '../courses/courses.store.ts'
import { seedCourses } from './seed.ts'

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../content/demo/${name}.json`, import.meta.url), 'utf8'))
const demo: unknown = read('courses')
const machines = (read('equipment') as { id: number; name: string; requiresTraining: boolean }[]).filter(
  ({ requiresTraining }) => requiresTraining,
)
const { trainings } = read('trainings') as { trainings: { id: number; equipment: number[] }[] }
const lateEvening = () => new Date('2026-11-21T23:30:00Z')
let opened: OpenedDatabase

beforeAll(async () => {
  opened = await testDatabase()
})
afterAll(() => opened.close())

test('the demo has every kind of course, counted from the local day, and mia has a past and a coming one', async () => {
  expect(await seedCourses(opened.db, lateEvening, demo)).toBeGreaterThanOrEqual(4)
  const store = createCourseStore(opened.db)
  const courses = await store.courses()
  expect(new Set(courses.map(({ kind }) => kind))).toEqual(new Set(['workshop', 'training', 'event']))
  expect(courses[0]?.dates[1]?.fromDateTime).toBe('2026-11-27T18:00')

  const dates = new Map(courses.flatMap((course) => course.dates.map((date) => [date.id, date.fromDateTime])))
  const mias = (await store.ofMember(1)).map(({ date_id, state }) => [
    (dates.get(date_id) ?? '') < '2026-11-22',
    state,
  ])
  expect(mias).toEqual([
    [true, 'attended'],
    [false, 'booked'],
  ])
})

test('the demo has full dates, last seats, two languages, free events and texts in both', async () => {
  const courses = await createCourseStore(opened.db).courses()
  const dates = courses.flatMap((course) => course.dates)
  const coming = dates.filter(({ fromDateTime }) => fromDateTime > '2026-11-22')
  expect(courses.length).toBeGreaterThanOrEqual(12)
  expect(coming.length).toBeGreaterThanOrEqual(40)
  expect(coming.some(({ freeSeats }) => freeSeats === 0)).toBe(true)
  expect(coming.some(({ freeSeats }) => freeSeats === 1)).toBe(true)
  expect(new Set(coming.map(({ language }) => language))).toEqual(new Set(['de', 'en']))
  expect(courses.some(({ kind, price }) => kind === 'event' && price === '0.00')).toBe(true)
  for (const { title, dates } of courses) {
    expect(title.de && title.en && dates.every(({ place }) => place.de && place.en)).toBeTruthy()
  }
  expect(courses.filter(({ story }) => !story)).toEqual([])
  expect(new Set(dates.map(({ id }) => id)).size).toBe(dates.length)
})

test.each(machines.map(({ id, name }) => [name, id] as const))(
  'a course of the demo unlocks %s, with a free seat within three weeks',
  async (_, equipment) => {
    const unlocking = trainings.filter((each) => each.equipment.includes(equipment)).map(({ id }) => id)
    const courses = await createCourseStore(opened.db).courses()
    const free = courses
      .filter(({ grants }) => grants.some((id) => unlocking.includes(id)))
      .flatMap(({ dates }) => dates)
      .filter(({ fromDateTime, freeSeats }) => freeSeats > 0 && fromDateTime > '2026-11-22T00:30')
      .map(({ fromDateTime }) => fromDateTime)
    expect(free.toSorted()[0]?.slice(0, 10)).toSatisfy((day: string) => day <= '2026-12-13')
  },
)

test('a database that has courses stays as it is', async () => {
  expect(await seedCourses(opened.db, () => new Date('2027-01-01T12:00:00Z'), demo)).toBe(0)
})

test('no date meets a closed day, whatever day the demo starts; dates with places stay', async () => {
  const closed = /-(01-01|05-01|10-03|12-24|12-25|12-26|12-31)T/
  for (const today of ['2026-11-22', '2026-12-10']) {
    await opened.db.deleteFrom('coursePlace').execute()
    await opened.db.deleteFrom('courseDate').execute()
    await opened.db.deleteFrom('course').execute()
    await seedCourses(opened.db, () => new Date(`${today}T12:00:00Z`), demo)
    const dates = (await createCourseStore(opened.db).courses()).flatMap((course) => course.dates)
    expect(dates.filter(({ fromDateTime }) => closed.test(fromDateTime))).toEqual([])
    expect(dates.filter(({ untilDateTime }) => closed.test(untilDateTime))).toEqual([])
    expect(dates.map(({ id }) => id)).toEqual(expect.arrayContaining([101, 201, 402]))
  }
})
