import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallFailed, createBreaker } from './breaker.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') }))
afterEach(() => void vi.useRealTimers())

test.each([-60, 60])(
  'a pause lasts as long when the clock is set by %i minutes meanwhile',
  async (minutes) => {
    const breaker = createBreaker(() => 0)
    for (let failures = 0; failures < 5; failures++)
      await expect(breaker.execute(() => Promise.reject(new CallFailed('no response')))).rejects.toThrow()
    vi.setSystemTime(Date.now() + minutes * 60_000)
    expect(breaker.pauseMs()).toBe(10_000)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(breaker.pauseMs()).toBe(0)
    expect(await breaker.execute(async () => 'asked')).toBe('asked')
  },
)
