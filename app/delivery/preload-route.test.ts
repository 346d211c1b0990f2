import { afterEach, expect, test, vi } from 'vitest'
import { createPreloadQueue, preloadRoute } from './preload-route.ts'

afterEach(() => vi.unstubAllGlobals())

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

test('the same screen is not fetched twice, also while it waits for others', () => {
  const asked: string[] = []
  const names = ['one', 'two', 'three', 'four', 'five']
  const routes = Object.fromEntries(
    names.map((id) => [id, { id, path: id, module: `/${id}.js`, imports: ['/shared.js'] }]),
  )
  vi.stubGlobal('location', { origin: 'http://localhost' })
  vi.stubGlobal('window', { __reactRouterManifest: { routes } })
  const ends: EventTarget[] = []
  vi.stubGlobal('document', {
    createElement: () => new EventTarget(),
    head: {
      append: (link: EventTarget & { href: string }) => {
        asked.push(link.href)
        ends.push(link)
      },
    },
  })
  for (const name of [...names, 'five', 'one']) preloadRoute(`/${name}`)
  expect(asked).toEqual(['/one.js', '/shared.js', '/two.js', '/three.js', '/four.js'])
  for (const end of ends.slice(0, 2)) end.dispatchEvent(new Event('load'))
  return vi.waitFor(() => expect(asked.slice(5)).toEqual(['/five.js']))
})
