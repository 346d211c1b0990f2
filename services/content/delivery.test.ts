import { afterAll, expect, test } from 'vitest'
import { serveFiles } from './content.fixture.ts'
import { type Form, visibleStories } from './delivery.ts'
import { readLibrary } from './library.ts'

const { folder, remove } = serveFiles()
afterAll(remove)

test('a story is made once in each form, and anew when the content is read again', () => {
  const library = readLibrary(folder)
  const german: Form = { version: 'published', language: 'default', fallback: 'default' }
  const storiesIn = (form: Form, of = library) =>
    visibleStories(of, form, () => true).map(({ story }) => story)
  const [first] = storiesIn(german)
  expect(first).toBeDefined()
  expect(storiesIn({ ...german })[0]).toBe(first)
  for (const other of [{ version: 'draft' }, { language: 'en' }, { fallback: 'en' }] as const)
    expect(storiesIn({ ...german, ...other })[0]).not.toBe(first)
  expect(storiesIn(german, readLibrary(folder))[0]).not.toBe(first)
})
