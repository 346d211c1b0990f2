import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../database/database.fixture.ts'
import type { OpenedDatabase } from '../database/database.ts'
import { createLog } from '../log.ts'
import { createOutbox } from './outbox.ts'

const second = 1000
const minute = 60 * second
let opened: OpenedDatabase
let now: Date
let performed: string[]
let fails: () => void

beforeAll(async () => {
  opened = await testDatabase()
})
afterAll(() => opened.close())
beforeEach(async () => {
  await opened.db.deleteFrom('outbox').execute()
  now = new Date(Date.now() + minute)
  performed = []
  fails = () => {}
})
afterEach(() => vi.useRealTimers())

function outbox(kind = 'test') {
  return createOutbox({
    db: opened.db,
    kind,
    perform: async ({ key }) => {
      performed.push(key)
      fails()
      return {}
    },
    judge: (error) => ({ isFinal: error instanceof RangeError, text: (error as Error).message }),
    clock: () => now,
    log: createLog('silent'),
  })
}

async function queue(kind = 'test', key = randomUUID()): Promise<string> {
  await opened.db.insertInto('outbox').values({ kind, key }).execute()
  return key
}

const items = () => opened.db.selectFrom('outbox').selectAll().orderBy('id').execute()

test('each kind is performed by its own delivery only', async () => {
  const key = await queue()
  await queue('mail')
  expect(await outbox().deliverDue()).toBe(1)
  expect(performed).toEqual([key])
  expect(await items()).toMatchObject([{ doneAt: now }, { kind: 'mail', doneAt: null, attempts: 0 }])
})

test('an item that failed is repeated later with the same key', async () => {
  const key = await queue()
  fails = () => {
    throw new Error('away')
  }
  expect(await outbox().deliverDue()).toBe(0)
  expect(await items()).toMatchObject([{ lastError: 'away', dueAt: new Date(now.getTime() + minute) }])
  fails = () => {}
  expect(await outbox().deliverDue()).toBe(0)
  now = new Date(now.getTime() + minute)
  expect(await outbox().deliverDue()).toBe(1)
  expect(performed).toEqual([key, key])
})

test('a final error ends an item', async () => {
  await queue()
  fails = () => {
    throw new RangeError('never')
  }
  await outbox().deliverDue()
  now = new Date(now.getTime() + 8 * 24 * 60 * minute)
  await outbox().deliverDue()
  expect(performed).toHaveLength(1)
  expect(await items()).toMatchObject([{ lastError: 'never', doneAt: null, failedAt: expect.any(Date) }])
})

/** A process that performs one item until it is told to end; it renews its lease only as `advanceTimersByTime` says. */
async function slowOwner() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const begun = Promise.withResolvers<void>()
  const ending = Promise.withResolvers<object>()
  const { deliverDue } = createOutbox({
    db: opened.db,
    kind: 'test',
    perform: () => {
      begun.resolve()
      return ending.promise
    },
    judge: (error) => ({ isFinal: true, text: String(error) }),
    clock: () => now,
    log: createLog('silent'),
  })
  const delivered = deliverDue()
  await begun.promise
  return { delivered, succeed: () => ending.resolve({}), fail: () => ending.reject(new Error('late')) }
}

const wait = (ms: number) => (now = new Date(now.getTime() + ms))
const leaseLeftMs = async () => ((await items())[0]?.dueAt.getTime() ?? 0) - now.getTime()

test('the item of a process that died is taken over 25 s after its last sign, not before', async () => {
  const key = await queue()
  await slowOwner()
  wait(25 * second - 1)
  expect(await outbox().deliverDue()).toBe(0)
  wait(1)
  expect(await outbox().deliverDue()).toBe(1)
  expect(performed).toEqual([key])
})

test('the item of a living process is not taken over, however slow it is', async () => {
  await queue()
  const owner = await slowOwner()
  for (let round = 0; round < 6; round++) {
    wait(20 * second)
    vi.advanceTimersByTime(20 * second)
    await expect.poll(leaseLeftMs).toBe(25 * second)
    expect(await outbox().deliverDue()).toBe(0)
  }
  owner.succeed()
  expect(await owner.delivered).toBe(1)
  expect(performed).toEqual([])
  expect(await items()).toMatchObject([{ attempts: 1, doneAt: now }])
})

test('a process that lost its item writes no outcome and renews no lease', async () => {
  await queue()
  const owner = await slowOwner()
  wait(25 * second)
  fails = () => {
    throw new Error('away')
  }
  await outbox().deliverDue()
  const ofTheOther = await items()
  vi.advanceTimersByTime(20 * second)
  owner.fail()
  expect(await owner.delivered).toBe(0)
  expect(await items()).toEqual(ofTheOther)
})

test('eight processes perform each of 40 items once', async () => {
  const keys = await Promise.all(Array.from({ length: 40 }, () => queue()))
  const processes = Array.from({ length: 8 }, () => outbox())
  for (let round = 0; round < 5; round++) await Promise.all(processes.map((each) => each.deliverDue()))
  expect(performed.toSorted()).toEqual(keys.toSorted())
})

test('a new item is performed at once when the clock was set back since', async () => {
  const hourAhead = new Date(now.getTime() + 60 * minute)
  await opened.db
    .insertInto('outbox')
    .values({ kind: 'test', key: randomUUID(), createdAt: hourAhead, dueAt: hourAhead })
    .execute()
  expect(await outbox().deliverDue()).toBe(1)
  expect(await outbox().deliverDue()).toBe(0)
})
