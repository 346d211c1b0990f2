import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from './database/database.fixture.ts'
import type { OpenedDatabase } from './database/database.ts'
import type { Fetch } from './http/service.ts'
import {
  asked,
  call,
  connectorOf,
  engineOf,
  fillWorkshop,
  now,
} from '../services/connector/connector.fixture.ts'
import { createIdempotency } from './idempotency.ts'

let database: OpenedDatabase
let fetch: Fetch
let today: Date
let key: string
const clock = () => today

beforeAll(async () => {
  database = await testDatabase()
  await fillWorkshop(database.db)
})
afterAll(() => database.close())
beforeEach(async () => {
  today = now
  key = randomUUID()
  await database.db.deleteFrom('booking').execute()
  fetch = connectorOf(engineOf(database.db, clock), clock, database.db)
})

async function book(change: Parameters<typeof asked>[1] = {}, member = 1, given = key) {
  return send('POST', '/fabman/bookings', member, asked(member, change), given)
}

async function send(method: string, path: string, member: number, body: unknown, given = key) {
  const response = await call(fetch, member, method, path, body, given)
  const { requestId: _, ...answer } = (await response.json()) as Record<string, unknown>
  return { status: response.status, answer, headers: response.headers }
}

async function countOfBookings(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from booking`.execute(
    database.db,
  )
  return rows[0]?.count ?? -1
}

/** Simulates a process that died after booking and before storing its response. */
const forgetAnswer = () =>
  database.db.updateTable('idempotencyKey').where('key', '=', key).set({ status: null, body: null }).execute()

describe('the same request with the same key', () => {
  test('is done once and answered the same', async () => {
    const first = await book()
    const second = await book()
    expect([first.status, second.status, second.answer]).toEqual([201, 201, first.answer])
    expect([first.headers.get('idempotency-replayed'), second.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ])
    expect(await countOfBookings()).toBe(1)
  })

  test('20 at once: one booking; whoever does not wait for it hears that it runs', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => book()))
    expect(await countOfBookings()).toBe(1)
    const [made] = answers.filter(({ status }) => status === 201)
    for (const { status, answer, headers } of answers) {
      if (status === 201) expect(answer).toEqual(made?.answer)
      else expect([status, answer['code'], headers.get('retry-after')]).toEqual([409, 'keyRunning', '1'])
    }
    for (let again = 0; again < 20; again++) expect(await book()).toMatchObject({ answer: made?.answer })
  })

  test('a refusal is an answer, too, even when it would pass by now', async () => {
    const other = await send('POST', '/fabman/bookings', 2, asked(2), randomUUID())
    const refused = await book()
    expect(refused).toMatchObject({ status: 422, answer: { code: 'overlap' } })
    await send('DELETE', `/fabman/bookings/${String(other.answer['id'])}`, 2, undefined, randomUUID())
    const again = await book()
    expect([again.status, again.answer]).toEqual([422, refused.answer])
    expect((await book({}, 1, randomUUID())).status).toBe(201)
  })

  test('cancelling is kept as well', async () => {
    const { answer } = await book({}, 1, randomUUID())
    const path = `/fabman/bookings/${String(answer['id'])}`
    const first = await send('DELETE', path, 1, undefined)
    const again = await send('DELETE', path, 1, undefined)
    expect([again.status, again.answer]).toEqual([200, first.answer])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })

  test('what was not understood or not done can be tried again', async () => {
    const wrong = await book({ resource: '77' })
    expect(wrong.status).toBe(404)
    expect((await book({ resource: 'x' })).status).toBe(400)
    expect((await book()).status).toBe(201)
  })
})

test.each([
  ['another body', () => book({ title: 'other' })],
  ['another address', () => send('POST', '/fabman/bookings/../bookings?', 1, asked(1, { title: 'x' }))],
  ['another method', () => send('DELETE', '/fabman/bookings/1', 1, undefined)],
])('%s with the same key is 422', async (_, other) => {
  await book()
  expect(await other()).toMatchObject({ status: 422, answer: { code: 'keyReused' } })
  expect(await countOfBookings()).toBe(1)
})

test("another member's same key is another key", async () => {
  await book()
  const other = await book({ fromDateTime: '2026-12-03T18:00', untilDateTime: '2026-12-03T19:00' }, 2)
  expect(other.status).toBe(201)
})

test.each(['', 'x'.repeat(256), 'with space'])('the key %j is refused', async (given) => {
  expect(await book({}, 1, given)).toMatchObject({
    status: 400,
    answer: { errors: [{ field: 'idempotency-key' }] },
  })
})

describe('after a crash between the booking and its answer', () => {
  test('the key is held for 30 seconds, then the booking that was made is the answer', async () => {
    const first = await book()
    await forgetAnswer()
    expect(await book()).toMatchObject({ status: 409, answer: { code: 'keyRunning' } })
    today = new Date(now.getTime() + 30_000)
    const answers = await Promise.all(Array.from({ length: 5 }, () => book()))
    expect(answers.some(({ status }) => status === 201)).toBe(true)
    for (const { status, answer } of answers) {
      expect(status === 201 ? answer : status).toEqual(status === 201 ? first.answer : 409)
    }
    expect(await countOfBookings()).toBe(1)
  })

  test('a request that had done nothing is done then', async () => {
    await book({ fromDateTime: '2026-12-02T10:00', untilDateTime: '2026-12-02T11:00' })
    await forgetAnswer()
    await database.db.deleteFrom('booking').execute()
    today = new Date(now.getTime() + 30_000)
    const again = await book({ fromDateTime: '2026-12-02T10:00', untilDateTime: '2026-12-02T11:00' })
    expect(again.status).toBe(201)
  })
})

test('answers are kept for a day', async () => {
  await book()
  const kept = async () =>
    (await database.db.selectFrom('idempotencyKey').select('key').where('key', '=', key).execute()).length
  const { cleanUp } = createIdempotency({ db: database.db, clock })
  today = new Date(now.getTime() + 24 * 3_600_000)
  await cleanUp()
  expect(await kept()).toBe(1)
  today = new Date(today.getTime() + 1)
  await cleanUp()
  expect(await kept()).toBe(0)
})
