import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenedDatabase } from '../../../../platform/database/database.ts'
import { testDatabase } from '../../../../platform/database/database.fixture.ts'
import type { FabmanDouble } from '../../../../doubles/fabman/double.ts'
import { ask, openDouble } from '../../../../doubles/fabman/workshop.fixture.ts'
import { fabmanOf } from '../../twins.fixture.ts'

const now = new Date('2026-12-01T08:00:00Z')
const clock = () => now
const times = { fromDateTime: '2026-12-02T18:00', untilDateTime: '2026-12-02T20:00' }
const asked = { equipment: 1, member: 1, ...times, title: null }

let database: OpenedDatabase
let double: FabmanDouble
let fabman: ReturnType<typeof fabmanOf>

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  double = openDouble({ clock, judgesAdmins: false })
  fabman = fabmanOf(database.db, double, clock)
})

const trainedOn = (day?: string) => fabman.workshop.trainedEquipment(1, { day })

describe('a training whose embedded course names no equipment', () => {
  test('unlocks the equipment of its course: on a day, for quote and booking', async () => {
    const [embedded] = (await (await ask(double, 'GET', '/members/1/trainings')).json()) as {
      _embedded: { trainingCourse: object }
    }[]
    expect(embedded?._embedded.trainingCourse).toMatchObject({ title: 'Laser' })
    expect(embedded?._embedded.trainingCourse).not.toHaveProperty('resources')
    expect(await fabman.workshop.trainings(1)).toMatchObject([{ title: 'Laser', resources: [1] }])
    expect(await trainedOn('2026-12-02')).toEqual([1])
    expect((await fabman.workshop.quoteBooking({ ...asked })).refusals).toEqual([])
    expect(await fabman.workshop.createBooking(asked)).toMatchObject({ state: 'confirmed' })
  })

  test('unlocks nothing before its first day and after its last', async () => {
    const training = double.account.rows('memberTrainings').find(({ member }) => member === 1)
    if (training) {
      const valid = { fromDate: '2026-12-03', untilDate: '2026-12-04' }
      double.account.update('memberTrainings', training, valid)
    }
    const days = ['2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05']
    expect(await Promise.all(days.map(trainedOn))).toEqual([[], [1], [1], []])
    await expect(fabman.workshop.createBooking(asked)).rejects.toMatchObject({
      options: { refusals: [{ code: 'noPermission' }] },
    })
  })

  test.each([
    ['leaves out', []],
    ['names without equipment', [{ id: 1, title: 'Laser' }]],
  ])('of a course that the list %s unlocks its equipment too', async (_, list) => {
    const { fetch } = double
    double.fetch = async (request) =>
      new URL(request.url).pathname.endsWith('/training-courses') ? Response.json(list) : fetch(request)
    fabman = fabmanOf(database.db, double, clock)
    expect(await fabman.workshop.createBooking(asked)).toMatchObject({ state: 'confirmed' })
    const listed = list.map((course) => ({ ...course, resources: [1] }))
    expect(await fabman.workshop.trainingCourses()).toEqual(listed)
  })

  test('of a deleted course unlocks nothing', async () => {
    double.account.remove('trainingCourses', 1)
    expect(await fabman.workshop.trainings(1)).toMatchObject([{ title: '', resources: [] }])
  })
})

test('courses are read once for the trainings of many members', async () => {
  for (const member of [1, 2, 3]) await fabman.workshop.trainings(member)
  expect(double.requests.filter((request) => request.includes('/training-courses'))).toHaveLength(1)
})
