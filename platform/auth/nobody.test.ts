import { expect, test, vi } from 'vitest'
import { rememberNobody } from './nobody.ts'

function lookOver(members: Record<string, number>) {
  const ask = vi.fn(async (email: string) => members[email] ?? null)
  return { ask, ...rememberNobody(ask) }
}

test('an address without a member is asked for once in three seconds, by all at the same time as well', async () => {
  const members: Record<string, number> = {}
  const { ask, lookUp } = lookOver(members)
  expect(await Promise.all([lookUp('ida@example.org'), lookUp('ida@example.org')])).toEqual([null, null])
  expect(await lookUp('ida@example.org')).toBeNull()
  expect(ask).toHaveBeenCalledTimes(1)
  members['ida@example.org'] = 7
  await vi.waitFor(async () => expect(await lookUp('ida@example.org')).toBe(7), { timeout: 6000 })
})

test('once members have changed it is asked for at once', async () => {
  const members: Record<string, number> = {}
  const { lookUp, membersChanged } = lookOver(members)
  expect(await lookUp('ida@example.org')).toBeNull()
  members['ida@example.org'] = 7
  membersChanged()
  expect(await lookUp('ida@example.org')).toBe(7)
})

test('what is found or fails is not remembered', async () => {
  const answers = [async () => 7, () => Promise.reject(new Error('away')), async () => 8]
  const { lookUp } = rememberNobody(() => (answers.shift() ?? (async () => null))())
  expect(await lookUp('ida@example.org')).toBe(7)
  await expect(lookUp('ida@example.org')).rejects.toThrow('away')
  expect(await lookUp('ida@example.org')).toBe(8)
})
