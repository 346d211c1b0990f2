import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenedDatabase } from '../database/database.ts'
import { testDatabase } from '../database/database.fixture.ts'
import { loadSecret } from './secret.ts'

let opened: OpenedDatabase
beforeAll(async () => {
  opened = await testDatabase()
})
afterAll(() => opened.close())

test('a secret that is not given is made once, also when several processes ask at once', async () => {
  const { db } = opened
  const secrets = await Promise.all(Array.from({ length: 5 }, () => loadSecret({ given: null, db })))
  expect(secrets[0]).toHaveLength(32)
  expect(new Set(secrets.map((secret) => secret.toString('hex')))).toHaveProperty('size', 1)
})

test('a given secret gives the same 32 bytes each time and none of its own characters', async () => {
  const { db } = opened
  const first = await loadSecret({ given: 'correct horse battery', db })
  expect(first).toHaveLength(32)
  expect(await loadSecret({ given: 'correct horse battery', db })).toEqual(first)
  expect(await loadSecret({ given: 'another horse battery', db })).not.toEqual(first)
})
