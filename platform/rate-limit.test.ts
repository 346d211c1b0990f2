import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from './database/database.fixture.ts'
import type { OpenedDatabase } from './database/database.ts'
import { createRateLimit } from './rate-limit.ts'
import { createReplay } from './auth/replay.store.ts'

let opened: OpenedDatabase
let now = new Date('2026-11-21T10:00:00Z')
const clock = () => now
const limit = { max: 3, windowSeconds: 60 }

beforeAll(async () => {
  opened = await testDatabase()
})
afterAll(() => opened.close())

test('one too many is refused with the time to wait, also by another process, until the window ends', async () => {
  for (const _ of [1, 2, 3]) await createRateLimit({ db: opened.db, clock }).hit('a', limit)
  now = new Date('2026-11-21T10:00:20Z')
  const refused = { code: 'tooManyRequests', options: { headers: { 'retry-after': '40' } } }
  await expect(createRateLimit({ db: opened.db, clock }).hit('a', limit)).rejects.toMatchObject(refused)
  await createRateLimit({ db: opened.db, clock }).hit('b', limit)
  now = new Date('2026-11-21T10:01:00Z')
  await createRateLimit({ db: opened.db, clock }).hit('a', limit)
})

test('attempts at the same time are all counted', async () => {
  const rateLimit = createRateLimit({ db: opened.db, clock })
  const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => rateLimit.hit('burst', limit)))
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
})

test('a bucket gives its whole content at once, then one per refill', async () => {
  now = new Date('2026-11-21T11:00:00Z')
  const bucket = { max: 3, refillSeconds: 864 }
  const rateLimit = createRateLimit({ db: opened.db, clock })
  const take = () => rateLimit.hit('bucket', bucket)
  const attempts = await Promise.allSettled(Array.from({ length: 20 }, take))
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const refused = (seconds: number) => ({
    code: 'tooManyRequests',
    options: { headers: { 'retry-after': String(seconds) } },
  })
  await expect(take()).rejects.toMatchObject(refused(864))
  now = new Date(now.getTime() + 863_000)
  await expect(take()).rejects.toMatchObject(refused(1))
  now = new Date(now.getTime() + 1000)
  await take()
  await expect(take()).rejects.toMatchObject(refused(864))
  await rateLimit.forgive('bucket', bucket)
  await take()
  // It never holds more than its content, however long it rests.
  now = new Date(now.getTime() + 86_400_000)
  for (const _ of [1, 2, 3]) await take()
  await expect(take()).rejects.toMatchObject(refused(864))
})

test('a key is remembered for its time from the last call on', async () => {
  const rateLimit = createRateLimit({ db: opened.db, clock })
  expect(await rateLimit.isRemembered('known')).toBe(false)
  await rateLimit.remember('known', 60)
  now = new Date(now.getTime() + 59_000)
  await rateLimit.remember('known', 60)
  now = new Date(now.getTime() + 59_000)
  expect(await rateLimit.isRemembered('known')).toBe(true)
  now = new Date(now.getTime() + 1000)
  expect(await rateLimit.isRemembered('known')).toBe(false)
})

test('keys are stored as hashes, and windows that are over are forgotten', async () => {
  const rateLimit = createRateLimit({ db: opened.db, clock })
  await rateLimit.hit('resend:address:mia@example.org', limit)
  const rows = await opened.db.selectFrom('rateLimit').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('mia')
  now = new Date(now.getTime() + 86_400_000)
  await rateLimit.cleanUp()
  expect(await opened.db.selectFrom('rateLimit').selectAll().execute()).toEqual([])
})

test('a proof counts once, also when it comes twenty times at once, and is forgotten when it expires', async () => {
  const replay = createReplay(opened.db)
  const expiresAt = new Date('2026-11-21T12:05:00Z')
  const twins = await Promise.all(Array.from({ length: 20 }, () => replay.remember('k.j', expiresAt)))
  expect(twins.filter(Boolean)).toHaveLength(1)
  await replay.cleanUp(new Date('2026-11-21T12:04:59Z'))
  expect(await replay.remember('k.j', expiresAt)).toBe(false)
  await replay.cleanUp(new Date('2026-11-21T12:05:01Z'))
  expect(await replay.remember('k.j', expiresAt)).toBe(true)
})

test('a clock that is set back by an hour holds nobody up', async () => {
  const rateLimit = createRateLimit({ db: opened.db, clock })
  const bucket = { max: 3, refillSeconds: 60 }
  for (const _ of [1, 2, 3]) {
    await rateLimit.hit('set back', limit)
    await rateLimit.hit('set back bucket', bucket)
  }
  now = new Date(now.getTime() - 3_600_000)
  for (const _ of [1, 2, 3]) {
    await rateLimit.hit('set back', limit)
    await rateLimit.hit('set back bucket', bucket)
  }
  const refused = { code: 'tooManyRequests', options: { headers: { 'retry-after': '60' } } }
  await expect(rateLimit.hit('set back', limit)).rejects.toMatchObject(refused)
  await expect(rateLimit.hit('set back bucket', bucket)).rejects.toMatchObject(refused)
})

test('clocks of two machines that differ by seconds count together', async () => {
  const ahead = createRateLimit({ db: opened.db, clock: () => new Date(now.getTime() + 20_000) })
  const here = createRateLimit({ db: opened.db, clock })
  const bucket = { max: 3, refillSeconds: 60 }
  for (const each of [ahead, here]) {
    await each.hit('two machines', { max: 2, windowSeconds: 60 })
    await each.hit('two machines bucket', bucket)
  }
  await expect(here.hit('two machines', { max: 2, windowSeconds: 60 })).rejects.toThrow()
  await expect(here.hit('two machines bucket', bucket)).rejects.toThrow()
})
