import { expect, test } from 'vitest'
import { createPreloadQueue } from './preload-route.ts'

test('row "At most 4 route preloads run in parallel"', async () => {
  const preload = createPreloadQueue()
  const finish: (() => void)[] = []
  let running = 0
  let most = 0
  const task = () => {
    running++
    most = Math.max(most, running)
    return new Promise<void>((resolve) =>
      finish.push(() => {
        running--
        resolve()
      }),
    )
  }
  for (let index = 0; index < 10; index++) preload(task)
  expect(running).toBe(4)
  while (finish.length > 0) {
    finish.shift()?.()
    await new Promise((done) => setTimeout(done))
  }
  expect(most).toBe(4)
})

test('a preload that fails makes room', async () => {
  const preload = createPreloadQueue(1)
  const ran: string[] = []
  const failing = async () => {
    ran.push('a')
    throw new Error('offline')
  }
  preload(failing)
  preload(async () => void ran.push('b'))
  await new Promise((done) => setTimeout(done))
  expect(ran).toEqual(['a', 'b'])
})
