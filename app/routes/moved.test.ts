import { expect, test } from 'vitest'
import type { SiteServices } from '../context.ts'
import * as content from './content.tsx'
import { movedPage } from './moved.ts'
import { askPage } from '../errors/page-request.fixture.tsx'

const redirects = new Map([
  ['/alt', '/faq'],
  ['/en/old', '/en/faq#prices'],
  ['/öffnung', '/besuch?von=alt'],
  ['/a', '/b'],
  ['/b', 'https://halle9.example/c/'],
  ['/c', 'https://example.org/d'],
  ['/kreis', '/kreis2'],
  ['/kreis2', 'https://halle9.example/kreis/'],
  ['/selbst', '/selbst'],
  ['/fremd', '//evil.example'],
  ['/fremd2', '/\\evil.example'],
  ['/fremd3', 'javascript:alert(1)'],
  ['/fremd4', 'faq'],
  ['/laser', '/en/courses/laser'],
])
const laser = {
  name: '',
  addresses: { de: '/kurse/laser', en: '/en/courses/laser' },
  content: { component: 'workshop', course: 7, title: 'Laser course' },
}
const services = {
  content: {
    redirects: async () => redirects,
    storiesOfType: (async () => [laser]) as unknown as SiteServices['content']['storiesOfType'],
  },
  config: { publicUrl: 'https://halle9.example' },
}

test.each([
  ['/alt', '/faq'],
  ['/alt/', '/faq'],
  ['/alt?a=1&b=%20', '/faq?a=1&b=%20'],
  ['/en/old?a=1', '/en/faq?a=1#prices'],
  ['/%C3%B6ffnung?a=1', '/besuch?von=alt'],
  ['/a', 'https://example.org/d'],
  ['/c?a=1', 'https://example.org/d?a=1'],
  ['/laser?a=1', '/en/events/7-laser-course?a=1'],
  ['/neu', null],
  ['/ALT', null],
  ['/%', null],
  ['/constructor', null],
  ['/kreis', null],
  ['/selbst', null],
  ['/fremd', null],
  ['/fremd2', null],
  ['/fremd3', null],
  ['/fremd4', null],
])('%s redirects to %s', async (address, location) => {
  const response = await movedPage(services, new URL(address, 'https://halle9.example'))
  expect(response && [response.status, response.headers.get('location')]).toEqual(location && [301, location])
})

test('a content page that is not there is looked up before it is 404', async () => {
  const asked = {
    ...services,
    content: { ...services.content, story: async () => null },
    isPreview: () => false,
    space: async () => ({}),
    search: { near: async () => [] },
  }
  const ask = async (path: string) => {
    const { response } = await askPage(path, '*', content, asked)
    return [response.status, response.headers.get('location')]
  }
  expect(await ask('/alt')).toEqual([301, '/faq'])
  expect(await ask('/neu')).toEqual([404, null])
})
