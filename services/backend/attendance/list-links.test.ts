import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { canary, ids, mia, now, openServices, origin } from '../../../tests/services.fixture.ts'
import * as staff from '../staff/staff.store.ts'
import { createListLinks } from './list-links.ts'
import { mailLists } from './list-mails.ts'

let world: Awaited<ReturnType<typeof openServices>>
const links = createListLinks(Buffer.alloc(32))
const course = 95
/** `today` is on: 11:00 at the space. */
const [today, tomorrow, other] = [951, 952, 953]
let tina: staff.Staff
let place = 0

beforeAll(async () => {
  world = await openServices()
  const titles = { kind: 'workshop', titleDe: 'Kurs', titleEn: 'Course', priceCents: 0 }
  await world.db
    .insertInto('course')
    .values([
      { id: course, ...titles },
      { id: 96, ...titles },
    ])
    .execute()
})
afterAll(() => world.close())

beforeEach(async () => {
  const { db } = world
  const dates = [today, tomorrow, other]
  await db.deleteFrom('coursePlace').where('dateId', 'in', dates).execute()
  await db.deleteFrom('courseDate').where('id', 'in', dates).execute()
  await db.deleteFrom('staff').execute()
  await db
    .insertInto('courseDate')
    .values([
      { id: today, courseId: course, ...hours('2026-11-21') },
      { id: tomorrow, courseId: course, ...hours('2026-11-22') },
      { id: other, courseId: 96, ...hours('2026-11-21') },
    ])
    .execute()
  const row = await db
    .insertInto('coursePlace')
    .values({ dateId: today, memberId: ids.mia, state: 'booked', createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  place = row.id
  tina = await staff.put(db, { email: 'tina@example.org', role: 'trainer', createdAt: now })
  await staff.addCourse(db, tina.id, course)
})

function hours(day: string) {
  return { fromDateTime: `${day}T10:30`, untilDateTime: `${day}T12:00`, seats: 9 }
}

type Call = 'get' | 'code' | 'mark'

/** @returns the status; of a list also its people */
async function call(token: string, what: Call, body: object = {}, at = now) {
  const backend = world.backendOf({ ordering: { ...world.ordering, clock: () => at } })
  const response = await backend(
    new Request(`${origin}/api/staff/link/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, ...body }),
    }),
  )
  return { status: response.status, ...((await response.json()) as { people?: object[] }) }
}
const sessionOf = async (dateId: number) =>
  (await world.db.selectFrom('courseSession').select('id').where('dateId', '=', dateId).executeTakeFirst())
    ?.id
/** The statuses of reading, of the code, and of marking. */
async function uses(token: string, at = now): Promise<number[]> {
  const marks = { session: await sessionOf(today), marks: [{ place, mark: 'present' }] }
  const calls = [call(token, 'get', {}, at), call(token, 'code', {}, at), call(token, 'mark', marks, at)]
  return (await Promise.all(calls)).map(({ status }) => status)
}
const refused = [404, 404, 404]

test('the link of a trainer reads, marks in their name, takes back, and shows the code, without sign-in', async () => {
  const token = links.tokenFor(tina, today)
  expect(await call(token, 'get')).toMatchObject({ status: 200, id: today, people: [{ place, marks: [] }] })
  expect(await call(token, 'code')).toMatchObject({ status: 200, code: expect.stringMatching(/^\d{6}$/) })
  const mark = async (how: string) =>
    call(token, 'mark', { session: await sessionOf(today), marks: [{ place, mark: how }] })
  const signer = async () =>
    (await world.db.selectFrom('courseAttendance').select(['markedBy', 'source']).execute()).map(
      ({ markedBy, source }) => [markedBy, source],
    )
  expect(await mark('passed')).toMatchObject({ status: 200, people: [{ hasPassed: true }] })
  expect(await signer()).toEqual([['tina@example.org', 'trainer']])
  expect(await mark('open')).toMatchObject({ people: [{ hasPassed: false, marks: [] }] })
  // The account that is bound to the row has a member: that name signs, as after a sign-in.
  await world.db.insertInto('accountLink').values({ subject: 'auth0|tina', memberId: ids.mia }).execute()
  await world.db.updateTable('staff').set({ subject: 'auth0|tina' }).where('id', '=', tina.id).execute()
  await mark('absent')
  expect(await signer()).toEqual([[`${canary} ${canary}`, 'trainer']])
})

test('a link opens its own date and nothing else', async () => {
  const token = links.tokenFor(tina, today)
  expect((await call(links.tokenFor(tina, other), 'get')).status).toBe(404)
  // The place and the session of another date.
  expect(await uses(links.tokenFor(tina, tomorrow))).toEqual([200, 422, 404])
  const response = await world.fetch(
    new Request(`${origin}/api/staff/attendance/get?dateId=${today}`, {
      headers: { authorization: `Bearer ${token}` },
    }),
  )
  expect(response.status).toBe(401)
})

test('a link that was changed, or made with another secret, opens nothing', async () => {
  const token = links.tokenFor(tina, today)
  const [, , mac] = token.split('.')
  const forged = [
    `${tomorrow}.${tina.id}.${mac}`,
    `${today}.${tina.id + 1}.${mac}`,
    token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA'),
    createListLinks(Buffer.alloc(32, 1)).tokenFor(tina, today),
    links.tokenFor({ ...tina, email: 'ute@example.org' }, today),
  ]
  for (const each of forged) expect(await uses(each)).toEqual(refused)
  for (const each of ['', 'x', `${today}.${tina.id}.`, `${token}x`])
    expect((await call(each, 'get')).status).toBe(400)
})

test('a link works until 24 hours after the date, wherever it has moved', async () => {
  const token = links.tokenFor(tina, today)
  const at = (time: string) => new Date(`2026-11-22T${time}+01:00`)
  expect((await call(token, 'get', {}, at('12:00:00'))).status).toBe(200)
  expect(await uses(token, at('12:00:01'))).toEqual(refused)
  await world.db.updateTable('courseDate').set(hours('2026-11-22')).where('id', '=', today).execute()
  expect((await call(token, 'get', {}, at('12:00:01'))).status).toBe(200)
  await world.db.updateTable('courseDate').set({ state: 'cancelled' }).where('id', '=', today).execute()
  expect(await uses(token)).toEqual(refused)
})

test('a link ends with the role, and when the course gets another trainer', async () => {
  const token = links.tokenFor(tina, today)
  await world.db.deleteFrom('staffCourse').execute()
  expect(await uses(token)).toEqual(refused)
  await staff.addCourse(world.db, tina.id, course)
  expect((await call(token, 'get')).status).toBe(200)
  await staff.remove(world.db, tina.email)
  expect(await uses(token)).toEqual(refused)
  // Named again: the old link stays over.
  const again = await staff.put(world.db, { email: tina.email, role: 'manager', createdAt: now })
  expect(await uses(token)).toEqual(refused)
  expect((await call(links.tokenFor(again, today), 'get')).status).toBe(200)
})

test('trainers get the link once, from 18:00 on the evening before, and again for a date that has moved', async () => {
  const { db, ordering } = world
  const mona = await staff.put(db, { email: mia.email, role: 'trainer', createdAt: now })
  await staff.addCourse(db, mona.id, course)
  await db.deleteFrom('mail').execute()
  const mails = async () => {
    const rows = await db.selectFrom('mail').select(['toAddress', 'text']).orderBy('toAddress').execute()
    await db.deleteFrom('mail').execute()
    return rows.map(({ toAddress, text }) => [toAddress, /https?:\S+/.exec(text ?? '')?.[0]])
  }
  const run = async (time: string) => {
    const parts = { ...ordering, links, clock: () => new Date(`${time}+01:00`) }
    await Promise.all([mailLists(parts), mailLists(parts)])
    return mails()
  }
  expect(await run('2026-11-20T17:59')).toEqual([])
  const both = [
    [mia.email, `${origin}/attendance-list/${links.tokenFor(mona, today)}`],
    [tina.email, `${origin}/attendance-list/${links.tokenFor(tina, today)}`],
  ]
  expect(await run('2026-11-20T18:00')).toEqual(both)
  expect(await run('2026-11-20T19:00')).toEqual([])
  await db
    .updateTable('courseDate')
    .set({ fromDateTime: '2026-11-21T20:00', untilDateTime: '2026-11-21T21:00' })
    .where('id', '=', today)
    .execute()
  expect(await run('2026-11-21T08:00')).toEqual(both)
  // It has begun.
  expect(await run('2026-11-22T10:30')).toEqual([])
})
