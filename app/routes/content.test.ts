import { expect, test } from 'vitest'
import { Story } from '../../contracts/story.ts'
import { aCourse, aDate, eventsRequest } from '../events/events.fixture.ts'
import '../i18n/message-files.server.ts'
import { loader } from './content.tsx'

const drawing = { filename: 'https://halle9.example/content/f/1/hall.svg', alt: '' }
const page = Story.parse({
  id: 1,
  uuid: 'courses',
  name: 'Kurse',
  slug: 'kurse',
  full_slug: 'kurse',
  content: {
    component: 'page',
    title: 'Kurse',
    body: [
      { component: 'workshops', _uid: 'a' },
      { component: 'hero', _uid: 'b', title: 'Kurse', drawing },
    ],
  },
  addresses: { de: '/kurse', en: '/en/courses' },
})

async function cacheControl(change: object = {}, courses: Parameters<typeof eventsRequest>[1] = []) {
  const services = {
    content: { storiesOfType: async () => [], story: async () => page },
    space: async () => ({}),
    isPreview: () => false,
    readAsset: async () => null,
    ...change,
  }
  const given = eventsRequest('/kurse', courses, services as never)
  const answer = await loader({ ...given, params: { '*': 'kurse' } } as never)
  return new Headers((answer as { init?: ResponseInit }).init?.headers).get('cache-control') ?? undefined
}

test('a page is kept whose courses, drawings and labels could be read, or do not exist', async () => {
  const labels = async () => ({})
  expect(await cacheControl({ labels }, [aCourse(1, [aDate(11, '2026-11-26')])])).toBe(
    'public, max-age=0, must-revalidate',
  )
})

test('a page whose courses cannot be read is kept by nobody', async () => {
  expect(await cacheControl({}, new Error('away'))).toBe('no-store')
})

test('a page whose drawing cannot be read is kept by nobody', async () => {
  expect(await cacheControl({ readAsset: () => Promise.reject(new Error('away')) })).toBe('no-store')
})

test('a page whose labels cannot be read is kept by nobody', async () => {
  const labels = async (_: string, onMissing?: () => void) => onMissing?.() ?? {}
  expect(await cacheControl({ labels })).toBe('no-store')
})
