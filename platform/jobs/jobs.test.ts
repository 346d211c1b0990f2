import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { isOverdue, type Job, runningJobs, startJob } from './jobs.ts'

const second = 1000
const minute = 60 * second
let job: Job | null = null

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(async () => {
  await job?.stop()
  vi.useRealTimers()
})

function start(everyMs: number, run: () => Promise<unknown>, log = createLog('silent')): void {
  job = startJob({ name: 'this', everyMs, run, log })
}

const state = () => runningJobs().find(({ name }) => name === 'this')!

test('a job that always fails is overdue after ten intervals', async () => {
  start(10 * second, () => Promise.reject(new Error('no')))
  await vi.advanceTimersByTimeAsync(100 * second)
  expect([state().succeededAt, isOverdue(state())]).toEqual([null, false])
  await vi.advanceTimersByTimeAsync(1)
  expect(isOverdue(state())).toBe(true)
})

test('a job that succeeds is never overdue, and one that hangs is', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let hangs = false
  start(10 * second, () => (hangs ? promise : Promise.resolve()))
  await vi.advanceTimersByTimeAsync(10 * minute)
  expect(isOverdue(state())).toBe(false)
  hangs = true
  await vi.advanceTimersByTimeAsync(3 * minute)
  expect(isOverdue(state())).toBe(true)
  resolve()
})

test('a turn of a short job may take a minute', async () => {
  start(2 * second, () => Promise.reject(new Error('no')))
  await vi.advanceTimersByTimeAsync(minute)
  expect(isOverdue(state())).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isOverdue(state())).toBe(true)
})

test('a job that was stopped is not listed', async () => {
  start(second, async () => {})
  await job?.stop()
  expect(state()).toBeUndefined()
})

test('a clock that is set back hides no failing job, and one that is set ahead invents none', async () => {
  let fails = false
  start(second, () => (fails ? Promise.reject(new Error('no')) : Promise.resolve()))
  await vi.advanceTimersByTimeAsync(second)
  vi.setSystemTime(Date.now() + 60 * minute)
  expect(isOverdue(state())).toBe(false)
  fails = true
  vi.setSystemTime(Date.now() - 120 * minute)
  await vi.advanceTimersByTimeAsync(minute + second)
  expect(isOverdue(state())).toBe(true)
})

test('a job that goes on failing is logged once for each reason, and when it works again', async () => {
  const log = createLog('silent')
  const [errors, infos] = [vi.spyOn(log, 'error'), vi.spyOn(log, 'info')]
  let fault = 'full'
  start(2 * second, () => (fault ? Promise.reject(new Error(fault)) : Promise.resolve()), log)
  await vi.advanceTimersByTimeAsync(minute)
  expect(errors).toHaveBeenCalledTimes(1)
  fault = 'away'
  await vi.advanceTimersByTimeAsync(minute)
  expect(errors).toHaveBeenCalledTimes(2)
  fault = ''
  await vi.advanceTimersByTimeAsync(minute)
  expect(infos.mock.calls).toEqual([[{ job: 'this', failures: 61 }, 'job works again']])
  fault = 'away'
  await vi.advanceTimersByTimeAsync(minute)
  expect(errors).toHaveBeenCalledTimes(3)
})
