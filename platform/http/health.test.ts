import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReadiness, type ReadyCheck } from './health.ts'

const works: ReadyCheck = async () => {}
const fails: ReadyCheck = () => Promise.reject(new Error('away'))
const throws: ReadyCheck = () => {
  throw new Error('at once')
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a needed part that fails makes the process not ready, a useful one is named', async () => {
  const useful = { content: works, fabman: fails, mail: throws }
  expect(await createReadiness({ needed: { database: works }, useful })()).toEqual({
    ready: true,
    needed: { database: 'ok' },
    degraded: ['fabman', 'mail'],
  })
  expect(await createReadiness({ needed: { database: works, pool: fails }, useful: {} })()).toEqual({
    ready: false,
    needed: { database: 'ok', pool: 'failed' },
    degraded: [],
  })
})

test('each check has two seconds of its own, then its calls are aborted', async () => {
  let aborted = 0
  const hangs: ReadyCheck = (signal) => {
    signal.addEventListener('abort', () => aborted++)
    return new Promise(() => {})
  }
  const answer = createReadiness({ needed: { database: works, pool: hangs }, useful: { content: hangs } })()
  await vi.advanceTimersByTimeAsync(1999)
  expect(aborted).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(await answer).toEqual({
    ready: false,
    needed: { database: 'ok', pool: 'failed' },
    degraded: ['content'],
  })
  expect(aborted).toBe(2)
})

test('no timer is left', async () => {
  await createReadiness({ needed: { a: works, b: fails }, useful: { c: throws } })()
  expect(vi.getTimerCount()).toBe(0)
})

test('those that ask while a check runs, or within a second after it, share the answer', async () => {
  let count = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const readiness = createReadiness({
    needed: {
      database: () => {
        count++
        return promise
      },
    },
    useful: {},
  })
  const both = [readiness(), readiness()]
  resolve()
  await Promise.all(both)
  await vi.advanceTimersByTimeAsync(999)
  await readiness()
  expect(count).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  await readiness()
  expect(count).toBe(2)
})
