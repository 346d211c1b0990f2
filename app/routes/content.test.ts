import { expect, test } from 'vitest'
import { Story } from '../../contracts/story.ts'
import { aCourse, aDate, eventsRequest } from '../events/events.fixture.ts'
import '../i18n/message-files.server.ts'
import { loader } from './content.tsx'

const page = Story.parse({
  id: 1,
  uuid: 'courses',
  name: 'Kurse',
  slug: 'kurse',
  full_slug: 'kurse',
  content: { component: 'page', title: 'Kurse', body: [{ component: 'workshops', _uid: 'a' }] },
  addresses: { de: '/kurse', en: '/en/courses' },
})

async function cacheControl(courses: Parameters<typeof eventsRequest>[1]): Promise<string | undefined> {
  const change = {
    content: { storiesOfType: async () => [], story: async () => page },
    space: async () => ({}),
    isPreview: () => false,
    readAsset: async () => null,
  }
  const given = eventsRequest('/kurse', courses, change as never)
  const answer = await loader({ ...given, params: { '*': 'kurse' } } as never)
  return new Headers((answer as { init?: ResponseInit }).init?.headers).get('cache-control') ?? undefined
}

test('a page whose courses cannot be read is kept by nobody', async () => {
  expect(await cacheControl([aCourse(1, [aDate(11, '2026-11-26')])])).toBe(
    'public, max-age=0, must-revalidate',
  )
  expect(await cacheControl(new Error('away'))).toBe('no-store')
})
