import { afterAll, beforeAll, expect, test } from 'vitest'
import { ids, mia, openServices, origin, tom } from '../../../tests/services.fixture.ts'
import * as store from './staff.store.ts'

let world: Awaited<ReturnType<typeof openServices>>

beforeAll(async () => {
  world = await openServices()
  await world.db.insertInto('training').values({ id: 7, title: 'Säge' }).execute()
})
afterAll(() => world.close())

const decision = { memberId: ids.mia, training: 7, reason: 'Gezeigt' }

async function call(claims: object, path: string, body?: object): Promise<[number, unknown]> {
  const token = await world.id.token({ ...claims })
  const response = await world.fetch(
    new Request(`${origin}/api/staff/trainings/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
  return [response.status, await response.json()]
}
const give = (claims: object) => call(claims, 'give', decision)
const name = (email: string, role: 'trainer' | 'manager') =>
  store.put(world.db, { email, role, createdAt: new Date() })

test('a manager gives and revokes a training and reads what was given; others get 403', async () => {
  expect((await give(tom))[0]).toBe(403)
  await name(tom.email, 'trainer')
  expect((await give(tom))[0]).toBe(403)
  expect((await call(tom, `get?memberId=${ids.mia}`))[0]).toBe(403)
  expect((await call(tom, 'revoke', decision))[0]).toBe(403)

  await name(tom.email, 'manager')
  const [status, given] = await give(tom)
  expect(status).toBe(200)
  expect(given).toMatchObject({
    member: ids.mia,
    training: 7,
    title: 'Säge',
    state: 'asked',
    source: 'staff',
  })
  expect(await call(tom, `get?memberId=${ids.mia}`)).toEqual([200, [given]])
  expect(await call(tom, 'revoke', { ...decision, reason: 'Verwechselt' })).toMatchObject([
    200,
    [{ state: 'revoked', revokeReason: 'Verwechselt' }],
  ])
  expect(await call(tom, 'give', { ...decision, training: 77 })).toMatchObject([
    404,
    { errors: [{ field: 'training' }] },
  ])
  expect(await call(tom, 'give', { ...decision, reason: ' ' })).toMatchObject([
    400,
    { errors: [{ field: 'reason' }] },
  ])
  expect((await give(mia))[0]).toBe(403)
})

test('only the account counts that came first with the confirmed address', async () => {
  await name(mia.email, 'manager')
  expect((await give({ ...mia, sub: 'auth0|thief', email_verified: false }))[0]).toBe(403)
  expect((await give(mia))[0]).toBe(200)
  // Another account has got the address since.
  expect((await give({ ...mia, sub: 'auth0|later' }))[0]).toBe(403)
  expect((await give({ ...mia, email: 'new@example.org' }))[0]).toBe(200)
  expect(await store.remove(world.db, mia.email)).toBe(true)
  expect((await give(mia))[0]).toBe(403)
})

test('a trainer sees and marks the dates of their own courses until 14 days later, a manager all', async () => {
  const trainer = { sub: 'auth0|trainer', email: 'trainer@example.org', email_verified: true }
  const manager = { sub: 'auth0|manager', email: 'manager@example.org', email_verified: true }
  const titles = { kind: 'training', titleDe: 'Kurs', titleEn: 'Course', priceCents: 0 }
  const day = (from: string) => ({ fromDateTime: `${from}T10:00`, untilDateTime: `${from}T12:00`, seats: 3 })
  await world.db
    .insertInto('course')
    .values([
      { id: 81, ...titles },
      { id: 82, ...titles },
    ])
    .execute()
  await world.db
    .insertInto('courseDate')
    .values([
      { id: 811, courseId: 81, ...day('2026-11-21') },
      { id: 812, courseId: 81, ...day('2026-11-06') },
      { id: 821, courseId: 82, ...day('2026-11-21') },
    ])
    .execute()
  const staff = await name(trainer.email, 'trainer')
  await store.addCourse(world.db, staff.id, 81)
  await name(manager.email, 'manager')
  const list = async (claims: object) => {
    const [, dates] = (await call(claims, '../dates/get')) as [number, { id: number }[]]
    return dates.map(({ id }) => id).filter((id) => id > 800)
  }
  expect([await list(trainer), await list(manager)]).toEqual([[811], [811, 821]])

  const open = async (claims: object, date: number) =>
    (await call(claims, `../attendance/get?dateId=${date}`))[0]
  const tries = [811, 812, 821, 899].map((date) => open(trainer, date))
  expect(await Promise.all(tries)).toEqual([200, 404, 404, 404])
  expect([await open(manager, 812), await open(manager, 821), await open(mia, 811)]).toEqual([200, 200, 403])

  const { id: place } = await world.db
    .insertInto('coursePlace')
    .values({ dateId: 821, memberId: ids.mia, state: 'booked', createdAt: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sessions = await world.db.selectFrom('courseSession').select(['id', 'dateId']).execute()
  const sessionOf = (date: number) => sessions.find(({ dateId }) => dateId === date)?.id
  const mark = (claims: object, dateId: number) =>
    call(claims, '../attendance/mark', {
      dateId,
      session: sessionOf(dateId),
      marks: [{ place, mark: 'present' }],
    })
  expect((await mark(trainer, 821))[0]).toBe(404)
  // A place of another date.
  expect((await mark(trainer, 811))[0]).toBe(404)
  expect((await mark(mia, 821))[0]).toBe(403)
  expect(await mark(manager, 821)).toMatchObject([
    200,
    { people: [{ place, marks: [{ state: 'present' }] }] },
  ])

  const move = (claims: object, dateId: number, fromDateTime = '2199-12-21T10:00') =>
    call(claims, '../dates/move', { dateId, fromDateTime })
  expect([(await move(trainer, 811))[0], (await move(mia, 811))[0]]).toEqual([403, 403])
  expect([(await move(manager, 899))[0], (await move(manager, 812))[0]]).toEqual([404, 409])
  expect(await move(manager, 811, '2026-11-01T10:00')).toMatchObject([
    400,
    { errors: [{ field: 'fromDateTime' }] },
  ])
  await world.db
    .updateTable('courseDate')
    .set({ fromDateTime: '2198-01-01T10:00', untilDateTime: '2198-01-01T12:00' })
    .where('id', '=', 811)
    .execute()
  expect(await move(manager, 811)).toMatchObject([200, { id: 811, untilDateTime: '2199-12-21T12:00' }])
})
