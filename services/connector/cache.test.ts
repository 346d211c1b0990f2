import { expect, test } from 'vitest'
import { createCache } from './cache.ts'

const clock = () => new Date(0)

test('what is forgotten while it loads is given to who waits, but not kept', async () => {
  const cache = createCache({ clock })
  const loading = Promise.withResolvers<string>()
  const waiting = cache.get('key', 60, () => loading.promise)
  cache.forget((key) => key === 'key')
  const fresh = cache.get('key', 60, async () => 'after the write')
  loading.resolve('before the write')
  expect(await waiting).toBe('before the write')
  expect(await fresh).toBe('after the write')
  expect(await cache.get('key', 60, async () => 'asked again')).toBe('after the write')
})

test('a failure is not kept', async () => {
  const cache = createCache({ clock })
  await expect(cache.get('key', 60, () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await cache.get('key', 60, async () => 'up')).toBe('up')
})

test('a load that fails after it was forgotten does not take its successor away', async () => {
  const cache = createCache({ clock })
  const loading = Promise.withResolvers<string>()
  const waiting = cache.get('key', 60, () => loading.promise)
  cache.forget(() => true)
  await cache.get('key', 60, async () => 'fresh')
  loading.reject(new Error('down'))
  await expect(waiting).rejects.toThrow('down')
  expect(await cache.get('key', 60, async () => 'asked again')).toBe('fresh')
})

test('is bounded: the key that was not used for longest goes first', async () => {
  const cache = createCache({ clock, maxEntries: 3 })
  const loads: string[] = []
  const get = (key: string) => cache.get(key, 60, async () => loads.push(key))
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await get(key)
  expect(loads).toEqual(['a', 'b', 'c', 'd', 'b'])
})
