import { afterAll, expect, test } from 'vitest'
import { serveFiles } from './content.fixture.ts'
import { readLibrary } from './library.ts'
import { createSerialised } from './serialised.ts'

const { folder, remove } = serveFiles()
afterAll(remove)

const library = readLibrary(folder)
const read = createSerialised()
const list = (query: string, of = library) => read(of, 'stories', new URLSearchParams(query))

test('a list of stories is made once per content and per parameters that are read', () => {
  const made = list('per_page=100&resolve_assets=1')
  expect(list('resolve_assets=1&per_page=100')).toBe(made)
  expect(list('resolve_assets=1&per_page=100&cv=7&unknown=x&token=y')).toBe(made)
  expect(list('per_page=100')).not.toBe(made)
  expect(list('per_page=100&resolve_assets=1&filter_query[title][in]=x')?.text).not.toBe(made?.text)
  expect(list('per_page=100&resolve_assets=1', readLibrary(folder))).not.toBe(made)
})

test('a wrong parameter is refused each time', () => {
  for (const _ of [1, 2]) expect(() => list('page=0')).toThrow('page')
})
