import { afterEach, expect, test, vi } from 'vitest'
import { loadOptional, mayReload, throttleChunkReloads } from './chunk-reload.ts'

function emptyStorage() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
}

test('E3: one reload, at most once per 10 seconds and path', () => {
  const storage = emptyStorage()
  expect(mayReload('/a', 0, storage)).toBe(true)
  expect(mayReload('/a', 9_999, storage)).toBe(false)
  expect(mayReload('/b', 9_999, storage)).toBe(true)
  expect(mayReload('/a', 10_000, storage)).toBe(true)
})

test('broken storage or a clock that was set back does not prevent a reload', () => {
  const storage = emptyStorage()
  storage.setItem('shell.chunk-reload', '{')
  expect(mayReload('/a', 50_000, storage)).toBe(true)
  expect(mayReload('/a', 1_000, storage)).toBe(true)
})

afterEach(() => vi.unstubAllGlobals())

test('a file that cannot be loaded reloads the page, unless the page can do without it', async () => {
  let reloads = 0
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  vi.stubGlobal('location', { pathname: '/a', reload: () => reloads++ })
  vi.stubGlobal('sessionStorage', { ...emptyStorage(), removeItem: () => {} })
  throttleChunkReloads()
  const fail = async () => {
    // Vite says so before the import rejects.
    window.dispatchEvent(new Event('vite:preloadError'))
    throw new TypeError('offline')
  }
  await expect(loadOptional(fail)).rejects.toThrow('offline')
  expect(reloads).toBe(0)
  await expect(fail()).rejects.toThrow('offline')
  expect(reloads).toBe(1)
})
