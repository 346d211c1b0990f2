import { expect, test, vi } from 'vitest'
import { FabmanUnavailable } from '../../../clients/fabman.ts'
import { createKept } from './kept.ts'

const minute = 60_000
const day = 24 * 60 * minute

function open(load: () => Promise<number>) {
  let now = minute
  const kept = createKept({ now: () => now })
  const loader = vi.fn(load)
  return { kept, loader, get: () => kept.get('key', loader), pass: (ms: number) => void (now += ms) }
}

test('an answer is asked for once, and again after a minute', async () => {
  let next = 1
  const { get, loader, pass } = open(async () => next++)
  expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1])
  pass(minute - 1)
  expect(await get()).toBe(1)
  pass(1)
  expect(await get()).toBe(2)
  expect(loader).toHaveBeenCalledTimes(2)
})

test('while Fabman is away the last answer of a day stands, and is tried anew each minute', async () => {
  let error: Error | null = null
  const { get, loader, pass } = open(async () => {
    if (error) throw error
    return 7
  })
  await get()
  error = new FabmanUnavailable('down', false)
  pass(day - minute)
  expect([await get(), await get()]).toEqual([7, 7])
  expect(loader).toHaveBeenCalledTimes(2)
  pass(minute)
  await expect(get()).rejects.toThrow('down')
})

test('another failure is not covered, and a first one has nothing to cover it', async () => {
  let error: Error = new FabmanUnavailable('down', false)
  let fails = true
  const { get, pass } = open(async () => {
    if (fails) throw error
    return 7
  })
  await expect(get()).rejects.toThrow('down')
  fails = false
  expect(await get()).toBe(7)
  ;[fails, error] = [true, new Error('bug')]
  pass(minute)
  await expect(get()).rejects.toThrow('bug')
})

test('what is forgotten is asked for anew, also when the old answer is still on its way', async () => {
  const answers: ((value: number) => void)[] = []
  const { kept, get } = open(() => new Promise((resolve) => void answers.push(resolve)))
  const old = get()
  kept.forget((key) => key === 'key')
  const fresh = get()
  answers[1]?.(2)
  answers[0]?.(1)
  expect([await old, await fresh, await get()]).toEqual([1, 2, 2])
  kept.forget((key) => key === 'other')
  expect(await get()).toBe(2)
})
