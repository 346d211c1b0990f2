import { expect, test } from 'vitest'
import { Problem } from '../../../contracts/problem.ts'
import { createWrite } from '../../../platform/idempotency.ts'
import { createWriteLimit } from './write-limit.ts'

test('sixty writes of a member in a minute, each member for themselves', () => {
  let now = 0
  const limit = createWriteLimit(() => new Date(now))
  const hits = (member: number, count: number) => {
    for (let index = 0; index < count; index++) limit.hit(member)
  }
  hits(1, 60)
  now = 59_001
  expect(() => limit.hit(1)).toThrow(
    expect.objectContaining({
      code: 'tooManyRequests',
      options: expect.objectContaining({ headers: { 'retry-after': '1' } }),
    }),
  )
  hits(2, 60)
  now = 60_000
  hits(1, 60)
  expect(() => limit.hit(1)).toThrow()
})

test('every write counts, whatever comes of it', async () => {
  const write = createWrite({ writeLimit: createWriteLimit(() => new Date(0)) })
  const context = { req: { header: () => undefined } } as never
  for (let index = 0; index < 60; index++) {
    const failing = write(context, 1, () => Promise.reject(new Error('refused')))
    await expect(failing).rejects.toThrow('refused')
  }
  await expect(write(context, 1, async () => new Response())).rejects.toMatchObject({
    code: 'tooManyRequests',
  })
})

test.each(['databaseUnavailable', 'databaseFull'] as const)(
  'a write that fails with %s does not count',
  async (code) => {
    const write = createWrite({ writeLimit: createWriteLimit(() => new Date(0)) })
    const context = { req: { header: () => undefined } } as never
    for (let index = 0; index < 100; index++)
      await expect(write(context, 1, () => Promise.reject(new Problem(code)))).rejects.toMatchObject({ code })
    await expect(write(context, 1, async () => new Response())).resolves.toBeInstanceOf(Response)
  },
)
