import { afterAll, beforeAll, expect, test } from 'vitest'
import { ids, mia, now, openServices, origin, tom } from '../../../tests/services.fixture.ts'
import * as staff from '../staff/staff.store.ts'
import { createCheckInCodes } from './check-in-codes.ts'

let world: Awaited<ReturnType<typeof openServices>>
const codes = createCheckInCodes(Buffer.alloc(32))
/** `now` is 11:00 at the space. */
const [running, over, coming] = [911, 912, 913]
const trainer = { sub: 'auth0|trainer', email: 'trainer@example.org', email_verified: true }

beforeAll(async () => {
  world = await openServices()
  const { db } = world
  await db
    .insertInto('course')
    .values({ id: 91, kind: 'workshop', titleDe: 'Kurs', titleEn: 'Course', priceCents: 0 })
    .execute()
  const hours = (id: number, from: string, until: string) => {
    const times = { fromDateTime: `2026-11-21T${from}`, untilDateTime: `2026-11-21T${until}` }
    return { id, courseId: 91, seats: 9, ...times }
  }
  await db
    .insertInto('courseDate')
    .values([
      hours(running, '12:00', '13:00'),
      hours(over, '09:00', '11:00'),
      hours(coming, '12:01', '13:00'),
    ])
    .execute()
  await db
    .insertInto('coursePlace')
    .values(
      [running, over, coming].map((dateId) => ({
        dateId,
        memberId: ids.mia,
        state: 'booked',
        createdAt: now,
      })),
    )
    .execute()
  const { id } = await staff.put(db, { email: trainer.email, role: 'trainer', createdAt: now })
  await staff.addCourse(db, id, 91)
})
afterAll(() => world.close())

async function call(claims: object, path: string, body?: object): Promise<[number, unknown]> {
  const token = await world.id.token({ ...claims })
  const response = await world.fetch(
    new Request(`${origin}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
  return [response.status, await response.json()]
}
const checkIn = (claims: object, dateId: number, code: string) =>
  call(claims, '/course/check-in', { dateId, code })
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const codeOf = (dateId: number, minutes = 0) => codes.of(dateId, minutesAgo(minutes))
const refused = (code: string, status = 422) => [status, expect.objectContaining({ code })]

test('the trainer sees the code of a date that begins within the hour, nobody else does', async () => {
  const path = (dateId: number) => `/staff/attendance/code?dateId=${dateId}`
  expect(await call(trainer, path(running))).toEqual([200, { code: codeOf(running), seconds: 60 }])
  for (const dateId of [over, coming])
    expect(await call(trainer, path(dateId))).toEqual(refused('checkInClosed'))
  expect(await call(trainer, path(101))).toEqual(refused('notFound', 404))
  expect(await call(mia, path(running))).toEqual(refused('forbidden', 403))
})

test('people with a place check in by the code of this minute or the last, for the session that runs', async () => {
  expect(await checkIn(mia, running, codeOf(running, 2))).toEqual(refused('checkInCode'))
  expect(await checkIn(mia, running, codeOf(running, -1))).toEqual(refused('checkInCode'))
  expect(await checkIn(mia, running, codeOf(coming))).toEqual(refused('checkInCode'))
  expect(await checkIn(tom, running, codeOf(running))).toEqual(refused('noPlace'))
  expect(await checkIn(mia, 999, codeOf(999))).toEqual(refused('noPlace'))
  for (const dateId of [over, coming])
    expect(await checkIn(mia, dateId, codeOf(dateId))).toEqual(refused('checkInClosed'))
  for (const minutes of [1, 0])
    expect(await checkIn(mia, running, codeOf(running, minutes))).toEqual([
      200,
      {
        title: { de: 'Kurs', en: 'Course' },
        fromDateTime: '2026-11-21T12:00',
        untilDateTime: '2026-11-21T13:00',
      },
    ])
  const [, list] = await call(trainer, `/staff/attendance/get?dateId=${running}`)
  expect(list).toMatchObject({ people: [{ hasPassed: false, marks: [{ state: 'present', byCode: true }] }] })
})

test('whoever guesses is stopped after ten codes in ten minutes', async () => {
  const guess = async () => (await checkIn(tom, running, '000000'))[0]
  const answers: number[] = []
  for (let time = 0; time < 11; time++) answers.push(await guess())
  expect([answers.at(-1), answers.filter((status) => status === 429).length]).toEqual([429, 2])
})

test('a person checks in with a place that somebody gave to the confirmed address', async () => {
  const place = { dateId: running, state: 'booked', createdAt: now, substitutedAt: now } as const
  await world.db
    .insertInto('coursePlace')
    .values({ ...place, email: 'zoe@example.org', firstName: 'Zoe', lastName: 'Neu' })
    .execute()
  const zoe = { sub: 'auth0|zoe', email: 'zoe@example.org' }
  const code = codeOf(running)
  expect(await checkIn({ ...zoe, email_verified: false }, running, code)).toEqual(refused('noPlace'))
  expect((await checkIn({ ...zoe, email_verified: true }, running, code))[0]).toBe(200)
})
