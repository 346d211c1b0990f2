import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runCourses } from '../../../server/commands/courses.ts'
import { createCourseStore } from './courses.store.ts'
import { free, openPlaces } from '../places/places.fixture.ts'

let world: Awaited<ReturnType<typeof openPlaces>>
const folder = mkdtempSync(join(tmpdir(), 'werkbank-courses-'))

beforeAll(async () => {
  world = await openPlaces()
  const trainings = [91, 92].map((id) => ({ id, title: `Unterweisung ${id}` }))
  await world.db.insertInto('training').values(trainings).execute()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.close()
})
beforeEach(() => world.reset())

const run = (...args: string[]) => runCourses(args, world.parts)

/** Changes the free course as a file says. */
async function change(fields: object): Promise<string> {
  const file = join(folder, 'course.json')
  writeFileSync(file, JSON.stringify(fields))
  return run('change', String(free.course), file)
}

const course = () =>
  world.db.selectFrom('course').selectAll().where('id', '=', free.course).executeTakeFirstOrThrow()

test('a file changes the rules of a course, keeps what it leaves out, and takes away what is null', async () => {
  const before = await course()
  const rules = { minAge: 12, accompaniedBelow: 16, minParticipants: 4, belowMinimum: 'cancel' }
  await change({ ...rules, priceCents: 1500, memberPriceCents: 900, freeCancelDays: 3 })
  const money = { priceCents: 1500, memberPriceCents: 900, freeCancelDays: 3 }
  expect(await course()).toEqual({ ...before, ...rules, ...money })
  await change({ minAge: null, memberPriceCents: null, title: { de: 'Flicken', en: 'Mending' } })
  const next = { minAge: null, memberPriceCents: null, titleDe: 'Flicken', titleEn: 'Mending' }
  expect(await course()).toEqual({ ...before, ...rules, ...money, ...next })
  const { titleDe: de, titleEn: en } = before
  await change({ title: { de, en }, priceCents: 0, minParticipants: null, belowMinimum: 'ask' })
})

test('what a course gives and needs is replaced as a whole', async () => {
  const needs = () =>
    world.db
      .selectFrom('courseRequirement')
      .select('trainingId')
      .where('courseId', '=', free.course)
      .execute()
  await change({ requires: [91, 92] })
  await change({ priceCents: 0 })
  expect((await needs()).map(({ trainingId }) => trainingId)).toEqual([91, 92])
  await change({ requires: [] })
  expect(await needs()).toEqual([])
})

test('what does not fit names its field and changes nothing', async () => {
  const before = await course()
  await expect(change({ vat: 'exempt' })).rejects.toThrow('vatNote: why it is exempt')
  await expect(change({ minAge: 9, requires: [4711] })).rejects.toThrow('requires: ids of trainings')
  await expect(change({ minAge: 400 })).rejects.toThrow('minAge')
  await expect(change({ minimumAge: 4 })).rejects.toThrow('minimumAge')
  await expect(run('change', '4711', join(folder, 'course.json'))).rejects.toThrow()
  expect(await course()).toEqual(before)
})

test('a deadline ends the sign-up for one date, until it is taken away', async () => {
  const signs = () => world.signs('ada', { dateId: free.date })
  await run('deadline', String(free.date), '2026-11-23T12:00')
  const shown = await createCourseStore(world.db).courses()
  expect(shown.flatMap(({ dates }) => dates).find(({ id }) => id === free.date)?.signUpUntil).toBe(
    '2026-11-23T12:00',
  )
  await expect(signs()).rejects.toMatchObject({ code: 'refused' })
  await expect(run('deadline', String(free.date), '2026-12-15T18:01')).rejects.toThrow('signUpUntil')
  await expect(run('deadline', '4711', 'none')).rejects.toThrow('There is no such date')
  await run('deadline', String(free.date), 'none')
  expect((await signs()).place.state).toBe('booked')
})
