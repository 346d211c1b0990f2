import type { RouteConfigEntry } from '@react-router/dev/routes'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  files,
  hiddenPaths,
  identityAddresses,
  mayBePage,
  pages,
  reservedNames,
} from '../contracts/addresses.ts'
import { dataApi } from '../contracts/http/data.ts'
import { StoryFile } from '../contracts/story-file.ts'
import * as paths from './paths.ts'
import routes from './routes.ts'

/** Full paths of all routes that have one, without the two that take what is left: the home page and content pages. */
function pathsOf(entries: readonly RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, children = [] }) => {
    const full = [above, path].filter(Boolean).join('/')
    return [...(path ? [full] : []), ...pathsOf(children, full)]
  })
}

const routed = pathsOf(routes)

test('every route has its file', () => {
  const filesOf = (entries: readonly RouteConfigEntry[]): string[] =>
    entries.flatMap(({ file, children = [] }) => [file, ...filesOf(children)])
  const named = filesOf(routes)
  expect(named).toContain('routes/me/credits.tsx')
  expect(named.filter((file) => !existsSync(`app/${file}`))).toEqual([])
})

test('the routes are the addresses that are stated, and no others', () => {
  const data = Object.values(dataApi).map(({ path }) => path.slice(1).replace('{id}.ics', ':file'))
  const both = Object.keys(pages).map((path) =>
    path.startsWith('display/') ? [path, `en/${path}`] : [`en?/${path}`],
  )
  const stated = ['en?', 'en?/*', ...both.flat(), ...files, ...data]
  expect(routed.toSorted()).toEqual(stated.toSorted())
})

test('no story may take the first part of an address that something else answers', () => {
  for (const path of routed) {
    const name = path.replace(/^en\?\//, '').split('/')[0] ?? ''
    if (!['*', 'en?'].includes(name)) expect(reservedNames).toContain(name)
  }
  const beside =
    'api connector content messages builds assets health ready metrics webhooks authorize oauth userinfo v2 oidc dbconnections u .well-known pay en'
  for (const name of beside.split(' ')) expect(reservedNames).toContain(name)
})

test('no story of the demo has a reserved name', () => {
  const names = globSync('content/stories/**/*.json').flatMap((file) => {
    const { translated_slugs } = StoryFile.parse(JSON.parse(readFileSync(file, 'utf8')))
    return [
      file.slice('content/stories/'.length, -'.json'.length),
      ...translated_slugs.map(({ path }) => path),
    ]
  })
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name) => reservedNames.has(name.split('/')[0] ?? ''))).toEqual([])
})

test('the page cache leaves alone what is no page', () => {
  for (const path of ['/api/packages', '/connector/v1/fabman/spaces', '/content/v2/cdn', '/data/week'])
    expect([path, mayBePage(path)]).toEqual([path, false])
  for (const path of ['/', '/en', '/faq', '/events/1-laser', '/databank'])
    expect([path, mayBePage(path)]).toEqual([path, true])
})

test('crawlers are kept from the member area, sign-in, search, data and services', () => {
  const both = ['/me', '/auth', '/search'].flatMap((path) => [path, `/en${path}`])
  expect(hiddenPaths.toSorted()).toEqual([...both, '/data/', '/api/', '/connector/', '/u/'].toSorted())
})

test('identity’s own addresses are no pages of the site', () => {
  const own = [...identityAddresses.protocol, ...identityAddresses.own]
  expect(own.filter((path) => path.slice(1) in pages)).toEqual([])
})

test.each(['de', 'en'] as const)('links of the language %s', (locale) => {
  const links = [
    paths.booking(locale, 4),
    paths.event(locale, 7, 'Löten für alle'),
    paths.eventCalendar(locale, 7, 9),
    paths.machines(locale, 'laser'),
    paths.me(locale),
    paths.search(locale, 'a b'),
  ]
  const prefix = locale === 'en' ? '/en' : ''
  const folder = locale === 'en' ? 'equipment' : 'maschinen'
  expect(links).toEqual(
    [
      '/booking?machine=4',
      '/events/7-loeten-fuer-alle',
      '/events/7/9.ics',
      `/${folder}/laser`,
      '/me/profil',
      '/search?q=a+b',
    ].map((path) => prefix + path),
  )
})
