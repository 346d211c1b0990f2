import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDeclarations } from './declarations.fixture.ts'
import { forgetDeclarations } from './retention.ts'
import * as store from './declarations.store.ts'

let world: Awaited<ReturnType<typeof openDeclarations>>
beforeAll(async () => {
  world = await openDeclarations()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.deleteFrom('declaration').execute()
  await world.begin()
})

const count = async (at: string) => {
  world.time.now = new Date(at)
  await forgetDeclarations(world.parts)
  return (await world.db.selectFrom('declaration').select('id').execute()).length
}

test('a cancellation is kept for six years after that of its receipt', async () => {
  await world.cancels()
  await world.declarationJobs()
  expect(await count('2032-12-31T12:00:00Z')).toBe(1)
  expect(await count('2033-01-02T12:00:00Z')).toBe(0)
})

test('one that fits no contract is kept for three years, and while somebody has to look at it', async () => {
  const id = await world.cancels({ contract: 'B-2026-999999' })
  await world.declarationJobs()
  expect(await count('2030-01-02T12:00:00Z')).toBe(1)
  await store.close(world.db, id)
  expect(await count('2029-12-31T12:00:00Z')).toBe(1)
  expect(await count('2030-01-02T12:00:00Z')).toBe(0)
})

test('a withdrawal stays until its money is on its way', async () => {
  await world.withdraws()
  await world.declarationJobs()
  expect(await count('2033-01-02T12:00:00Z')).toBe(1)
  await world.declarationJobs()
  expect(await count('2033-01-02T12:00:00Z')).toBe(0)
})
