import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { messageFiles } from '../i18n/message-files.server.ts'
import { comingScreens } from './coming.tsx'

const routes = readFileSync(new URL('../routes.ts', import.meta.url), 'utf8')

/** The file that `routes.ts` gives a screen. */
function fileOf(id: string): string {
  return new RegExp(`'routes/([\\w-]+\\.tsx)', \\{ id: '${id}' \\}`).exec(routes)?.[1] ?? ''
}

test.each(Object.entries(comingScreens))('%s has a route and its texts', (id, { texts }) => {
  expect(existsSync(new URL(fileOf(id), import.meta.url))).toBe(true)
  for (const part of ['title', 'coming', 'action'])
    expect(messageFiles.de).toHaveProperty(`${texts}_${part}`, expect.any(String))
})
