import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../platform/database/database.fixture.ts'
import type { OpenedDatabase } from '../../platform/database/database.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { countAll } from './limits.ts'

let opened: OpenedDatabase
beforeAll(async () => {
  opened = await testDatabase()
})
afterAll(() => opened.close())

test('an attempt that one limit refuses counts against no other', async () => {
  const rateLimit = createRateLimit({ db: opened.db, clock: () => new Date('2026-11-21T10:00:00Z') })
  const wide = { key: 'wide', limit: { max: 2, refillSeconds: 60 } }
  const narrow = { key: 'narrow', limit: { max: 1, windowSeconds: 60 } }
  await countAll(rateLimit, [wide, narrow])
  for (let each = 0; each < 5; each++)
    await expect(countAll(rateLimit, [wide, narrow])).rejects.toMatchObject({ code: 'tooManyRequests' })
  await countAll(rateLimit, [wide])
  await expect(countAll(rateLimit, [wide])).rejects.toMatchObject({ code: 'tooManyRequests' })
})
