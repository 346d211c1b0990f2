import { expect, test } from 'vitest'
import { mayReload } from './chunk-reload.ts'

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
