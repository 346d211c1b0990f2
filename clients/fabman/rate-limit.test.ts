import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallFailed, NotAsked } from '../breaker.ts'
import { createRateLimit } from './rate-limit.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const open = (perSecond = 20) => createRateLimit({ now: Date.now, random: () => 0, perSecond })
const soon = () => ({ deadline: Date.now() + 3000 })

type RateLimit = ReturnType<typeof open>
const succeed = (limited: RateLimit, limits = soon()) => limited(async () => Date.now(), limits)
const failed = (limited: RateLimit, pauseMs: number | null, limits = soon()) =>
  limited(() => Promise.reject(new CallFailed('failed', pauseMs)), limits).catch((error: unknown) => error)

/** Makes many calls at once. @returns the times at which they run, and how many fail at once */
function crowd(limited: RateLimit, size: number, longestQueueMs?: number) {
  const at: number[] = []
  let refused = 0
  for (let each = 0; each < size; each++) {
    succeed(limited, { ...soon(), ...(longestQueueMs !== undefined && { longestQueueMs }) }).then(
      (time) => at.push(time),
      () => refused++,
    )
  }
  return { at, refused: () => refused }
}

test('no second has more calls than allowed, and a call that would start too late fails at once', async () => {
  const { at, refused } = crowd(open(), 100)
  await vi.advanceTimersByTimeAsync(0)
  expect([at.length, refused()]).toEqual([20, 19])
  await vi.advanceTimersByTimeAsync(10_000)
  for (const start of at) {
    expect(at.filter((time) => time >= start && time < start + 1000).length).toBeLessThanOrEqual(20)
  }
  expect(at.length).toBeGreaterThanOrEqual(60)
  expect(Math.max(...at)).toBeLessThanOrEqual(3000)
})

test('calls with a short queue leave room for the others', async () => {
  const limited = open()
  const { at, refused } = crowd(limited, 50, 250)
  await vi.advanceTimersByTimeAsync(0)
  expect([at.length, refused()]).toEqual([20, 24])
  const after = succeed(limited)
  await vi.advanceTimersByTimeAsync(2000)
  expect(await after).toBe(1300)
})

describe('after a 429', () => {
  test('no call runs for two seconds, then one, then the others', async () => {
    const limited = open()
    await failed(limited, 0, { deadline: 1000 })
    const at: number[] = []
    const probe = Promise.withResolvers<void>()
    const first = limited(() => (at.push(Date.now()), probe.promise), soon())
    const second = limited(async () => void at.push(Date.now()), soon())
    await vi.advanceTimersByTimeAsync(2500)
    expect(at).toEqual([2000])
    probe.resolve()
    await Promise.all([first, second])
    expect(at).toEqual([2000, 2500])
  })

  test('a call that waits for the probe fails at its deadline', async () => {
    const limited = open()
    await failed(limited, 0, { deadline: 1000 })
    await vi.advanceTimersByTimeAsync(2000)
    void limited(() => new Promise<void>(() => {}), soon())
    await vi.advanceTimersByTimeAsync(0)
    const waiting = succeed(limited, { deadline: Date.now() + 700 }).catch((error: unknown) => [
      error,
      Date.now(),
    ])
    await vi.advanceTimersByTimeAsync(1000)
    expect(await waiting).toEqual([expect.any(NotAsked), 2700])
  })

  test('the pause doubles once, a header may ask for more, and a call with less time fails at once', async () => {
    const limited = open()
    const asked = [0, 0, 20_000, 0, 0, 0]
    const at: number[] = []
    const work = async () => {
      const pauseMs = asked[at.push(Date.now()) - 1]
      if (pauseMs !== undefined) throw new CallFailed('status 429', pauseMs)
    }
    const done = limited(work, { deadline: 200_000 })
    await vi.advanceTimersByTimeAsync(0)
    await expect(succeed(limited, { deadline: 1999 })).rejects.toThrow(NotAsked)
    await vi.advanceTimersByTimeAsync(200_000)
    await done
    const pauses = at.slice(1).map((time, index) => time - (at[index] as number))
    expect(pauses).toEqual([2000, 4000, 20_000, 4000, 4000, 4000])
  })

  test('of many at once, only the first counts', async () => {
    const limited = open()
    await Promise.all([1, 2, 3].map(() => failed(limited, 0, { deadline: Date.now() + 1 })))
    const next = succeed(limited)
    await vi.advanceTimersByTimeAsync(2000)
    expect(await next).toBe(2000)
  })
})

describe('after five failures within ten seconds', () => {
  async function fail(limited: RateLimit, times: number) {
    for (let each = 0; each < times; each++) await failed(limited, null)
  }

  test('no call runs for 3.5 seconds, then one probes, and no other call waits for it', async () => {
    const limited = open()
    await fail(limited, 5)
    await expect(succeed(limited)).rejects.toThrow(NotAsked)
    await vi.advanceTimersByTimeAsync(3499)
    await expect(succeed(limited, { deadline: Date.now() })).rejects.toThrow(NotAsked)
    await vi.advanceTimersByTimeAsync(1)
    const probe = Promise.withResolvers<never>()
    const probing = limited(() => probe.promise, soon()).catch(() => null)
    await expect(succeed(limited)).rejects.toThrow(NotAsked)
    probe.reject(new CallFailed('failed'))
    await probing
    await expect(succeed(limited)).rejects.toThrow(NotAsked)
    await vi.advanceTimersByTimeAsync(3500)
    expect(await succeed(limited)).toBe(7000)
    expect(await succeed(limited)).toBe(7000)
  })

  test('a success in between, or time, starts the count anew', async () => {
    const limited = open()
    await fail(limited, 4)
    await succeed(limited)
    await fail(limited, 4)
    await vi.advanceTimersByTimeAsync(11_000)
    await fail(limited, 4)
    expect(await succeed(limited)).toBe(11_000)
  })
})
