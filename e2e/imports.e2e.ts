import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { type Chunk, sharedFolders } from '../app/delivery/vite-plugins.ts'
import { problems } from '../contracts/problem-texts.ts'
import { buildFolders } from '../server/site.ts'

/* What the build sends to the browser, by folders: a renamed file changes nothing here (T15, decision 025). */

const [build = ''] = buildFolders()
const folder = join(build, 'client/assets')
const chunks = JSON.parse(readFileSync(join(build, 'chunks.json'), 'utf8')) as Chunk[]
const { entry, routes } = readManifest()

interface Part {
  module: string
  imports: string[]
}

/** React Router's list of files per route. */
function readManifest(): { entry: Part; routes: Record<string, Part> } {
  const name = readdirSync(folder).find((each) => /^manifest-\w+\.js$/.test(each)) ?? ''
  const [, json = ''] = /=(\{.*\})/.exec(readFileSync(join(folder, name), 'utf8')) ?? []
  return JSON.parse(json)
}

/** The chunks that a page of these routes loads: the ones of its modules, and all that they import in turn. */
function chunksOf(...ids: string[]): Chunk[] {
  const parts = [entry, ...['root', 'routes/language', ...ids].map((id) => routes[id])]
  const open = parts.flatMap((part) => (part ? [part.module, ...part.imports] : [])).map(fileOf)
  expect(parts).not.toContain(undefined)
  const found = new Set<Chunk>()
  for (let file = open.pop(); file; file = open.pop()) {
    const chunk = chunks.find((each) => each.file === file)
    if (!chunk || found.has(chunk)) continue
    found.add(chunk)
    open.push(...chunk.imports)
  }
  return [...found]
}

const fileOf = (address: string) => address.split('/').at(-1) ?? ''

/** Folders and packages whose modules are in these chunks: `app/frame`, `react-router`. */
function foldersOf(all: Chunk[]): string[] {
  const names = all.flatMap(({ modules }) =>
    modules.map((path) => {
      const [first = '', second = '', third = ''] = path.replace(/^node_modules\//, '').split('/')
      if (path.startsWith('node_modules/')) return first.startsWith('@') ? `${first}/${second}` : first
      return first === 'app' && third ? `app/${second}` : first === 'app' ? path : first
    }),
  )
  return [...new Set(names)].sort()
}

/** Bytes of the files as most browsers get them: compressed with Brotli. */
function bytesOf(all: Chunk[]): number {
  const path = (file: string) =>
    existsSync(join(folder, `${file}.br`)) ? join(folder, `${file}.br`) : join(folder, file)
  return all.reduce((sum, { file }) => sum + statSync(path(file)).size, 0)
}

test('the folders of the chunk groups exist', () => {
  const folders = Object.values(sharedFolders).flat()
  expect(folders.filter((each) => !existsSync(each))).toEqual([])
})

test('each chunk group holds its folders and what they import', () => {
  const group = (name: string) => foldersOf(chunks.filter((chunk) => chunk.name === name))
  expect(group('frame')).toEqual([
    'app/delivery',
    'app/errors',
    'app/frame',
    'app/i18n',
    'app/live',
    'app/paths.ts',
    'app/session',
    'contracts',
    'react',
    'react-router',
  ])
  expect(group('live')).toEqual([
    '@tanstack/query-core',
    '@tanstack/react-query',
    'app/booking',
    'app/forms',
    'app/i18n',
    'app/live',
    'app/session',
    'app/ui',
    'clients',
    'contracts',
    'rules',
  ])
  expect(group('contracts')).toEqual(['contracts', 'zod'])
})

for (const id of ['home', 'routes/content', 'routes/events', 'routes/events/course']) {
  test(`${id}: pages of content load no library of the app`, () => {
    const loaded = foldersOf(chunksOf(id))
    for (const library of ['zod', '@tanstack/react-query', '@tanstack/query-core', 'rules', 'formats'])
      expect(loaded).not.toContain(library)
    for (const feature of ['app/booking', 'app/me', 'app/ui', 'app/blocks', 'app/preview'])
      expect(loaded).not.toContain(feature)
  })
}

test('the app loads the libraries that pages of content do not', () => {
  expect(foldersOf(chunksOf('routes/booking'))).toContain('@tanstack/react-query')
  expect(foldersOf(chunks)).toContain('zod')
})

test('no page loads the sign-in library before it is needed', () => {
  const library = (modules: string[]) => modules.some((path) => /auth0-spa-js\.production\.esm/.test(path))
  const having = chunks.filter(({ modules }) => library(modules))
  expect(having).toHaveLength(1)
  for (const id of ['home', 'routes/booking']) expect(chunksOf(id)).not.toContain(having[0])
})

test('no page loads the code that reports errors before an error, and that code is small', () => {
  const having = chunks.filter(({ modules }) => modules.some((path) => path.includes('@sentry/')))
  expect(having.map(({ name }) => name)).toEqual(['error-client'])
  for (const id of ['home', 'routes/content', 'routes/booking']) expect(chunksOf(id)).not.toContain(having[0])
  expect(bytesOf(having)).toBeLessThanOrEqual(32 * 1024)
  // Nothing that records what the visitor does.
  const parts = having.flatMap(({ modules }) => modules).join()
  expect(parts).not.toMatch(/@sentry\/replay|@sentry\/feedback|web-vitals/)
})

test('a font or a picture has one address, so that no browser loads it twice', () => {
  const addresses = new Map<string, string[]>()
  for (const file of readdirSync(folder).filter((each) => /\.(woff2|svg|png|webp|avif)$/.test(each))) {
    const bytes = readFileSync(join(folder, file), 'latin1')
    addresses.set(bytes, [...(addresses.get(bytes) ?? []), file])
  }
  expect(addresses.size).toBeGreaterThan(4)
  expect([...addresses.values()].filter((files) => files.length > 1)).toEqual([])
})

test('no browser gets Temporal or code of the server', () => {
  const folders = foldersOf(chunks)
  for (const each of ['temporal-polyfill', 'services', 'platform', 'db', 'minisearch'])
    expect(folders).not.toContain(each)
})

test('the texts of the app are in no code', () => {
  for (const language of ['de', 'en']) {
    const texts = JSON.parse(readFileSync(`app/i18n/${language}.json`, 'utf8')) as Record<string, string>
    const long = Object.values(texts).filter((text) => text.length > 30)
    expect(long.length).toBeGreaterThan(50)
    const all = chunks.map(({ file }) => readFileSync(join(folder, file), 'utf8')).join('\n')
    expect(long.filter((text) => all.includes(text))).toEqual([])
  }
})

test('sentences of problems come with the answers, but for the one without an answer', () => {
  const all = chunks.map(({ file }) => readFileSync(join(folder, file), 'utf8')).join('\n')
  const said = Object.entries(problems).filter(([, { de }]) => de.length > 30 && all.includes(de))
  expect(said.map(([code]) => code)).toEqual(['upstreamUnavailable'])
})

/** Most files and most KB of a page; `hydration.e2e.ts` checks that a content page asks for none before a touch. */
const sizes: [page: string, ids: string[], files: number, kilobytes: number][] = [
  ['a content page after the first touch', ['routes/content'], 6, 110],
  ['/booking', ['routes/booking'], 7, 134],
  ['/booking/day', ['routes/booking-day'], 7, 125],
  ['/booking/time', ['routes/booking-time'], 7, 125],
  ['/search', ['routes/search'], 7, 112],
  ['/check-in/{machine}', ['routes/check-in'], 9, 156],
  ['/me/bookings', ['routes/me/me', 'routes/me/bookings'], 9, 130],
]

for (const [page, ids, files, kilobytes] of sizes) {
  test(`${page} loads at most ${files} files of code and ${kilobytes} KB`, () => {
    const loaded = chunksOf(...ids)
    expect(loaded.length).toBeLessThanOrEqual(files)
    expect(bytesOf(loaded)).toBeGreaterThan(50 * 1024)
    expect(bytesOf(loaded)).toBeLessThanOrEqual(kilobytes * 1024)
  })
}
