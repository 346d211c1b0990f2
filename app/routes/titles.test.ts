import { expect, test } from 'vitest'
import '../i18n/message-files.server.ts'

interface RouteModule {
  default?: unknown
  meta?: (args: object) => { title?: string }[]
}

// The layouts have no title of their own, and the wall display writes its whole document.
const modules = import.meta.glob<RouteModule>(
  ['./**/*.tsx', '!./**/*.test.tsx', '!./language.tsx', '!./display.tsx'],
  {
    eager: true,
  },
)
const screens = Object.entries(modules).filter(([, { default: component }]) => component)

const page = {
  path: '/seite',
  title: 'Seite',
  description: '',
  audience: '',
  alternates: { de: '/seite', en: '/en/page' },
  html: null,
}

/** The last title of a route in the head of the document. */
function titleOf({ meta }: RouteModule, pathname: string, id: string): string | undefined {
  const root = { space: { name: 'Halle 9' }, config: { publicUrl: 'https://halle9.example' } }
  const args = {
    location: { pathname },
    matches: [{ id: 'root', loaderData: root }, { id }],
    loaderData: { ...page, page },
  }
  return meta?.(args).findLast(({ title }) => title !== undefined)?.title
}

test('there are screens', () => expect(screens.length).toBeGreaterThan(10))

test.each(screens)('the title of %s ends with the name of the space, in both languages', (_, module) => {
  for (const pathname of ['/seite', '/en/page'])
    expect(titleOf(module, pathname, '')).toMatch(/^[^–_]+ – Halle 9$/)
})
