import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../platform/database.fixture.ts'
import type { OpenedDatabase } from '../../platform/database.ts'
import { createCourseStore } from './courses.store.ts'
import { seedCourses } from './seed.ts'

const demo: unknown = JSON.parse(
  readFileSync(new URL('../../content/demo/courses.json', import.meta.url), 'utf8'),
)
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

test('a database that has courses stays as it is', async () => {
  expect(await seedCourses(opened.db, () => new Date('2027-01-01T12:00:00Z'), demo)).toBe(0)
})
