import { expect, test } from 'vitest'
import { createContentClient } from '../../clients/content/content.ts'
import { readMenus } from './menus.ts'

const none = { main: [], footer: [], legal: [] }

const page = (id: number, menu: unknown, type = 'page') => ({
  id,
  uuid: `uuid-${id}`,
  name: `Seite ${id}`,
  full_slug: `seite-${id}`,
  content: { component: type, menu },
})
type Page = ReturnType<typeof page>

/** Menus over a content service with these stories, in the editors' order; null = it is unavailable. */
function site(stories: Page[] | null) {
  const warned: string[] = []
  const links = (stories ?? []).map(({ id, uuid, full_slug: slug }) => {
    const english = { lang: 'en', path: `page-${id}`, name: '', translated_slug: `page-${id}` }
    return [uuid, { id, uuid, slug, published: true, alternates: [english] }]
  })
  const answers: Record<string, () => object> = {
    'spaces/me': () => ({ space: { version: 1 } }),
    links: () => ({ links: Object.fromEntries(links) }),
    stories: () => ({ stories }),
  }
  const content = createContentClient({
    endpoint: 'http://content.internal/v2',
    token: 'public',
    async fetch(request) {
      if (!stories) throw new TypeError('fetch failed')
      const { pathname, searchParams } = new URL(request.url)
      const body = answers[pathname.replace('/v2/cdn/', '')]?.() ?? {}
      const text = JSON.stringify(body)
      const inLanguage = searchParams.get('language') === 'en' ? text.replaceAll('Seite', 'Page') : text
      const headers = { 'content-type': 'application/json', total: '1', 'per-page': '1000' }
      return new Response(inLanguage, { headers })
    },
    now: () => 0,
    warn: ({ message }) => void warned.push(message),
  })
  const log = { warn: (_: object, message: string) => void warned.push(message), error: () => {} }
  return { warned, menus: (locale: 'de' | 'en') => readMenus({ content, log }, locale) }
}

test('a page is in the menu that it names, in the editors’ order, with name and address of the language', async () => {
  const { menus, warned } = site([page(3, 'main'), page(1, 'main'), page(2, 'footer'), page(4, 'legal')])
  expect(await menus('de')).toEqual({
    main: [
      { label: 'Seite 3', href: '/seite-3' },
      { label: 'Seite 1', href: '/seite-1' },
    ],
    footer: [{ label: 'Seite 2', href: '/seite-2' }],
    legal: [{ label: 'Seite 4', href: '/seite-4' }],
  })
  expect((await menus('en')).legal).toEqual([{ label: 'Page 4', href: '/en/page-4' }])
  expect(warned).toEqual([])
})

test.each([
  ['no menu', page(2, '')],
  ['an unknown menu', page(2, 'sidebar')],
  ['no menu field', page(2, undefined)],
  ['another type', page(2, 'main', 'machine')],
])('a story with %s stands in none', async (_, other) => {
  const { menus, warned } = site([page(1, 'main'), other])
  expect(await menus('de')).toEqual({ ...none, main: [{ label: 'Seite 1', href: '/seite-1' }] })
  expect(warned).toEqual([])
})

test('a broken story is left out with a warning, and the others stay', async () => {
  const broken = { ...page(2, 'main'), id: 'none' } as never
  const { menus, warned } = site([page(1, 'main'), broken])
  expect(await menus('de')).toEqual({ ...none, main: [{ label: 'Seite 1', href: '/seite-1' }] })
  expect(warned).toEqual(['a story was left out of a list'])
})

test('without any page the menus are empty', async () => {
  expect(await site([]).menus('de')).toEqual(none)
})

test('while the content service is away the frame does without menus, and says so once', async () => {
  const { menus, warned } = site(null)
  expect(await menus('de')).toEqual(none)
  expect(warned).toEqual(['the menus could not be read'])
})
