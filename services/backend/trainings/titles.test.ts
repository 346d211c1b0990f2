import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../platform/database/database.fixture.ts'
import { titleIn } from './titles.store.ts'

let database: Awaited<ReturnType<typeof testDatabase>>

const laser = { trainingId: 1, title: 'Lasercutter' }

beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  const course = (id: number, titleEn: string) => ({
    id,
    kind: 'training',
    titleDe: 'Kurs',
    titleEn,
    priceCents: 0,
  })
  await db
    .insertInto('course')
    .values([course(1, 'Everything in a day'), course(2, 'Laser cutter training'), course(3, '')])
    .execute()
  await db
    .insertInto('courseTraining')
    .values([
      { courseId: 1, trainingId: 1 },
      { courseId: 1, trainingId: 2 },
      { courseId: 2, trainingId: 1 },
      { courseId: 3, trainingId: 3 },
    ])
    .execute()
})
afterAll(() => database.close())

test('in English a training has the title of the course that gives it and no other', async () => {
  expect(await titleIn(database.db, laser, 'en')).toBe('Laser cutter training')
  expect(await titleIn(database.db, laser, 'de')).toBe('Lasercutter')
})

test.each([
  ['only with others', 2],
  ['by a course without an English title', 3],
  ['by no course', 4],
])('a training that is given %s keeps its title', async (_, trainingId) => {
  expect(await titleIn(database.db, { trainingId, title: 'Säge' }, 'en')).toBe('Säge')
})

test('the title of the instruction that gives a training comes first, in its latest version', async () => {
  const { db } = database
  const { id: instructionId } = await db
    .insertInto('instruction')
    .values({ slug: 'laser', trainingId: 1, createdAt: new Date('2026-11-01') })
    .returning('id')
    .executeTakeFirstOrThrow()
  const version = (number: number, title: string) => ({
    instructionId,
    number,
    content: { de: { title: 'Unterweisung' }, en: { title } },
    questions: {},
    contentHash: String(number).repeat(64),
    passPercent: 80,
    retake: 'at_renewal',
    publishedAt: new Date('2026-11-01'),
  })
  await db
    .insertInto('instructionVersion')
    .values([version(1, 'Old instruction'), version(2, 'Laser instruction')])
    .execute()
  expect(await titleIn(db, laser, 'en')).toBe('Laser instruction')
})
