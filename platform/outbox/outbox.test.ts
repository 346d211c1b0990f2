import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../database/database.fixture.ts'
import type { OpenedDatabase } from '../database/database.ts'
import { createLog } from '../log.ts'
import { createOutbox } from './outbox.ts'

const minute = 60_000
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

test('an item whose process died is claimed again after the claim expires', async () => {
  await queue()
  const claimed = new Date(now.getTime() + 10 * minute)
  await opened.db.updateTable('outbox').set({ attempts: 1, dueAt: claimed }).execute()
  expect(await outbox().deliverDue()).toBe(0)
  now = claimed
  expect(await outbox().deliverDue()).toBe(1)
})

test('eight processes perform each of 40 items once', async () => {
  const keys = await Promise.all(Array.from({ length: 40 }, () => queue()))
  const processes = Array.from({ length: 8 }, () => outbox())
  for (let round = 0; round < 5; round++) await Promise.all(processes.map((each) => each.deliverDue()))
  expect(performed.toSorted()).toEqual(keys.toSorted())
})
