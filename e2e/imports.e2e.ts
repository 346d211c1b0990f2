import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

const folder = 'build/client/assets'
const code = (name: string) => readFileSync(join(folder, name), 'utf8')
const chunks = readdirSync(folder).filter((name) => name.endsWith('.js') && !name.startsWith('manifest-'))

interface Part {
  module: string
  imports: string[]
}

/** What the browser loads for pages of the content service, and all that these files import in turn. */
function contentChunks(): Set<string> {
  const name = readdirSync(folder).find((each) => /^manifest-\w+\.js$/.test(each)) ?? ''
  const json = /=(\{.*\})/.exec(code(name))?.[1] ?? ''
  const { entry, routes } = JSON.parse(json) as { entry: Part; routes: Record<string, Part> }
  const parts = [entry, ...['root', 'routes/language', 'home', 'routes/content'].map((id) => routes[id])]
  const found = new Set<string>()
  const open = parts.flatMap((part) => (part ? [part.module, ...part.imports] : [])).map(fileOf)
  expect(parts).not.toContain(undefined)
  for (let chunk = open.pop(); chunk; chunk = open.pop()) {
    if (found.has(chunk)) continue
    found.add(chunk)
    const imported = code(chunk).matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)
    open.push(...[...imported].map(([, file = '']) => file))
  }
  return found
}

const fileOf = (address: string) => address.split('/').at(-1) ?? ''

/** Words of each that no minifier changes: names of properties, texts of errors. */
const libraries = {
  zod: /ZodError/,
  'the query library': /invalidateQueries|getOptimisticResult|No QueryClient/,
  'the sign-in': /code_challenge_method/,
}

for (const [library, word] of Object.entries(libraries)) {
  test(`pages of the content service load nothing of ${library}`, () => {
    const having = chunks.filter((name) => word.test(code(name)))
    // The app has it: the words are still the right ones.
    expect(having).not.toEqual([])
    const loaded = contentChunks()
    expect(having.filter((name) => loaded.has(name))).toEqual([])
  })
}

test('no browser gets the calendar of the server', () => {
  const own = readdirSync('node_modules/temporal-polyfill', { recursive: true, encoding: 'utf8' })
  const files = own.filter((name) => name.endsWith('.js'))
  const word = /\bTemporal\.|PlainDateTime/
  expect(
    files.some((name) => word.test(readFileSync(join('node_modules/temporal-polyfill', name), 'utf8'))),
  ).toBe(true)
  expect(chunks.filter((name) => word.test(code(name)))).toEqual([])
})

test('the texts of the app are in no code', () => {
  for (const language of ['de', 'en']) {
    const texts = JSON.parse(readFileSync(`app/i18n/${language}.json`, 'utf8')) as Record<string, string>
    const long = Object.values(texts).filter((text) => text.length > 30)
    expect(long.length).toBeGreaterThan(50)
    const all = chunks.map((name) => code(name)).join('\n')
    expect(long.filter((text) => all.includes(text))).toEqual([])
  }
})
