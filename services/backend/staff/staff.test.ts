import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ids, mia, openServices, origin, tom } from '../../../tests/services.fixture.ts'
import { runCourses } from '../../../server/commands/courses.ts'
import { tendPlaces } from '../places/jobs.ts'
import * as store from './staff.store.ts'

let world: Awaited<ReturnType<typeof openServices>>

beforeAll(async () => {
  world = await openServices()
  const more = [
    { id: 7, title: 'Säge' },
    { id: 8, title: 'Fräse' },
  ]
  await world.db.insertInto('training').values(more).execute()
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
const runCommand = (args: string[]) => runCourses(args, world.ordering)
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

test('a manager creates a course with its dates, changes their seats, and calls one off; a repeat adds nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'courses-'))
  const file = (content: object) => {
    const path = join(folder, 'new.json')
    writeFileSync(path, JSON.stringify(content))
    return path
  }
  await name('boss@example.org', 'manager')
  await name('tina@example.org', 'trainer')
  const claims = (email: string) => ({ sub: `auth0|${email}`, email, email_verified: true })
  const [manager, trainer] = [claims('boss@example.org'), claims('tina@example.org')]
  const post = (path: string, body: object, who = manager) => call(who, `../${path}`, body)
  const course = {
    kind: 'workshop',
    title: { de: 'Möbel bauen', en: 'Building furniture' },
    priceCents: 18_000,
    memberPriceCents: 14_000,
    minAge: 16,
    grants: [7],
  }
  expect((await post('courses/add', course, trainer))[0]).toBe(403)
  const [created, answer] = await post('courses/add', course)
  expect(created).toBe(201)
  const { courseId } = answer as { courseId: number }
  expect((await post('courses/add', course))[0]).toBe(409)
  expect(await post('courses/add', { ...course, title: { de: 'X', en: 'X' }, grants: [77] })).toMatchObject([
    400,
    { errors: [{ field: 'grants' }] },
  ])
  for (const field of ['grants', 'requires'])
    expect(
      await post('courses/add', { ...course, title: { de: 'Z', en: 'Z' }, [field]: [7, 7] }),
    ).toMatchObject([400, { errors: [{ field }] }])

  // Four evenings; the series crosses the change of the clocks, and the evenings stay at 18:00.
  const evenings = ['02', '09', '16', '23'].map((day) => ({
    fromDateTime: `2199-03-${day}T18:00`,
    untilDateTime: `2199-03-${day}T21:00`,
  }))
  const dates = { courseId, sessions: evenings, seats: 6 }
  const [, added] = await post('dates/add', dates)
  const { dateIds } = added as { dateIds: number[] }
  expect(await post('dates/add', dates)).toEqual([201, { dateIds }])
  expect(await runOf(dateIds[0] ?? 0)).toEqual({
    fromDateTime: '2199-03-02T18:00',
    untilDateTime: '2199-03-23T21:00',
    sessions: 4,
  })
  const weekly = await runCommand(['add-dates', file({ ...dates, sessions: [evenings[3]] }), '--weekly', '3'])
  expect(weekly).toMatch(/^The dates are \d+, \d+, \d+\.$/)
  const begins = await world.db
    .selectFrom('courseDate')
    .select('fromDateTime')
    .where('courseId', '=', courseId)
    .orderBy('fromDateTime')
    .execute()
  expect(begins.map(({ fromDateTime }) => fromDateTime)).toEqual([
    '2199-03-02T18:00',
    '2199-03-23T18:00',
    '2199-03-30T18:00',
    '2199-04-06T18:00',
  ])
  for (const [change, field] of [
    [{ sessions: [evenings[1], evenings[0]] }, 'sessions'],
    [{ sessions: [{ fromDateTime: '2020-01-01T10:00', untilDateTime: '2020-01-01T12:00' }] }, 'sessions'],
    [{ reservedSeats: 7 }, 'reservedSeats'],
    [{ minSessions: 5 }, 'minSessions'],
  ] as const)
    expect(await post('dates/add', { ...dates, ...change })).toMatchObject([400, { errors: [{ field }] }])
  expect((await post('dates/add', { ...dates, courseId: 777 }))[0]).toBe(404)

  const dateId = dateIds[0] ?? 0
  await world.db
    .insertInto('coursePlace')
    .values({ dateId, memberId: ids.mia, state: 'booked', party: 2, createdAt: new Date() })
    .execute()
  expect(await post('dates/seats', { dateId, seats: 9 })).toEqual([200, { dateId, seats: 9 }])
  expect(await post('dates/seats', { dateId, seats: 1 })).toMatchObject([409, { code: 'seatsTaken' }])
  await expect(runCommand(['seats', String(dateId), '1'])).rejects.toThrow(
    '2 seats are taken or reserved: there cannot be fewer.',
  )
  expect((await post('dates/call-off', { dateId }, trainer))[0]).toBe(403)
  for (let time = 0; time < 2; time++)
    expect(await post('dates/call-off', { dateId })).toEqual([200, { dateId }])
  expect((await post('dates/seats', { dateId, seats: 9 }))[0]).toBe(409)
  // The answer waits for no refunds: a job ends the places.
  const statesThere = () =>
    world.db.selectFrom('coursePlace').select('state').where('dateId', '=', dateId).execute()
  expect(await statesThere()).toEqual([{ state: 'booked' }])
  await tendPlaces(world.ordering)
  expect(await statesThere()).toEqual([{ state: 'cancelled' }])
  expect((await post('dates/call-off', { dateId: 899 }))[0]).toBe(404)

  await runCommand(['add', file({ ...course, title: { de: 'Y', en: 'Y' } })])
  await expect(runCommand(['add', file({ ...course, title: { de: 'Y', en: 'Y' } })])).rejects.toThrow(
    'There is a course with this title already.',
  )
  await expect(runCommand(['add', file({ kind: 'party' })])).rejects.toThrow('kind')
})

test('a manager says how long a training is valid, and what it needs', async () => {
  await name('boss@example.org', 'manager')
  const manager = { sub: 'auth0|boss@example.org', email: 'boss@example.org', email_verified: true }
  const rule = { training: 8, rule: { expiry: 'months', months: 24, monthsMinor: 6 } }
  expect((await call(mia, 'rule', rule))[0]).toBe(403)
  expect(await call(manager, 'rule', rule)).toEqual([200, rule])
  expect((await call(manager, 'rule', { ...rule, training: 99 }))[0]).toBe(404)
  const need = { training: 8, requires: 7, isNeeded: true }
  expect((await call(mia, 'require', need))[0]).toBe(403)
  expect(await call(manager, 'require', need)).toEqual([200, need])
  expect((await call(manager, 'require', { training: 7, requires: 8, isNeeded: true }))[0]).toBe(409)
  expect((await call(manager, 'require', { ...need, isNeeded: false }))[0]).toBe(200)
  expect((await call(manager, 'require', { training: 7, requires: 8, isNeeded: true }))[0]).toBe(200)
})

/** A date as the database has it, with the number of its sessions. */
async function runOf(id: number) {
  const date = await world.db
    .selectFrom('courseDate')
    .select(['fromDateTime', 'untilDateTime'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const sessions = await world.db.selectFrom('courseSession').select('id').where('dateId', '=', id).execute()
  return { ...date, sessions: sessions.length }
}
