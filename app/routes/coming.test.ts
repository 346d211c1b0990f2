import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { messageFiles } from '../i18n/message-files.server.ts'
import { loader, middleware } from './coming-guarded.tsx'
import { comingScreens } from './coming.tsx'

/** R10 to R13, and the step where a visitor who has done nothing is led. */
const pages: [page: string, guards: string[], to: string | null][] = [
  ['/team/start', [], null],
  ['/team/user', [], null],
  ['/team/contact', ['team-user'], '/team/user'],
  ['/team/payment', ['team-user', 'team-contact'], '/team/user'],
  ['/team/confirmation', [], null],
]

const routes = readFileSync(new URL('../routes.ts', import.meta.url), 'utf8')

/** The file that `routes.ts` gives a screen. */
function fileOf(id: string): string {
  return new RegExp(`'routes/([\\w-]+\\.tsx)', \\{ id: '${id}' \\}`).exec(routes)?.[1] ?? ''
}

/** Where the middleware of a page leads a visitor who has done nothing; null when the page opens. */
function led(page: string, pathname: string): string | null {
  if (fileOf(page.slice(1)) === 'coming.tsx') return null
  const args = { url: new URL(pathname, 'https://halle9.example'), pattern: `/en?${page}` }
  try {
    for (const step of middleware)
      void step(args as Parameters<typeof step>[0], () => Promise.resolve(new Response()))
    return null
  } catch (thrown) {
    expect((thrown as Response).status).toBe(302)
    return (thrown as Response).headers.get('location')
  }
}

test.each(pages)('%s asks %j and leads to %s', (page, guards, to) => {
  const screen = comingScreens[page.slice(1) as keyof typeof comingScreens]
  expect('guards' in screen ? screen.guards : []).toEqual(guards)
  expect(led(page, page)).toBe(to)
  expect(led(page, `/en${page}`)).toBe(to && `/en${to}`)
})

test('guarded screens have a loader: without one React Router would not ask the server', () => {
  expect(loader()).toBeNull()
})

test.each(Object.entries(comingScreens))('%s has a route and its texts', (id, { texts }) => {
  expect(existsSync(new URL(fileOf(id), import.meta.url))).toBe(true)
  for (const part of ['title', 'coming', 'action'])
    expect(messageFiles.de).toHaveProperty(`${texts}_${part}`, expect.any(String))
})
