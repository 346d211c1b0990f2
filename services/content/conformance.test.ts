import { serve } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import StoryblokClient from 'storyblok-js-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { followRedirects } from '../../clients/content/redirects.ts'
import { serveFiles, smallSpace, storyFile, uuidOf } from './content.fixture.ts'

/*
 * Ten checks with storyblok-js-client 7, over a socket and in this process, of the requests that it makes and the
 * responses that it reads.
 */

const many = Array.from({ length: 60 }, (_, index) => 100 + index)

function files() {
  const link = (id: number) => ({
    fieldtype: 'multilink',
    linktype: 'story',
    id: uuidOf(id),
    url: '',
    cached_url: '',
  })
  return {
    ...smallSpace(),
    ...Object.fromEntries(
      many.map((id) => [`stories/n${id}.json`, storyFile(id, `n${id}`, { title: `N${id}` })]),
    ),
    'stories/viele.json': storyFile(90, 'viele', {
      friends: many.map(uuidOf),
      body: many.map((id) => ({ _uid: `l${id}`, component: 'card', link: link(id) })),
    }),
  }
}

const { content, remove } = serveFiles(files())
const server = serve({ fetch: content, port: 0, hostname: '127.0.0.1' })
let requests: string[] = []
let origin = ''

beforeAll(async () => {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  remove()
})

const overSocket = {
  endpoint: () => `${origin}/v2`,
  fetch: (async (input: string, init?: RequestInit) => {
    requests.push(input)
    return globalThis.fetch(input, init)
  }) as typeof globalThis.fetch,
}
const inProcess = {
  endpoint: () => 'http://content.internal/v2',
  fetch: (async (input: string, init?: RequestInit) => {
    requests.push(input)
    return followRedirects(content, 5000)(input, init)
  }) as typeof globalThis.fetch,
}

describe.each([
  ['over a socket', overSocket],
  ['in this process', inProcess],
])('storyblok-js-client %s', (_, { endpoint, fetch }) => {
  const clientOf = (options: object = {}, token = 'public') => {
    requests = []
    return new StoryblokClient({
      accessToken: token,
      endpoint: endpoint(),
      fetch,
      cache: { clear: 'auto', type: 'memory' },
      ...options,
    })
  }

  test('1. lists carry total and per-page, and getAll reads every page', async () => {
    const client = clientOf()
    const { total, perPage, data } = await client.get('cdn/stories', { per_page: 2, page: 2 })
    expect([total, perPage, data.stories.length]).toEqual([66, 2, 2])
    expect(await client.getAll('cdn/stories', { per_page: 7 })).toHaveLength(66)
    expect(await client.getAll('cdn/links', { per_page: 10 })).toHaveLength(67)
    const entries = await client.getAll('cdn/datasource_entries', { datasource: 'machine-types' })
    expect(entries).toHaveLength(30)
  })

  test('2. the cv of a response is a number; the next call sends it', async () => {
    const client = clientOf({ cache: { clear: 'auto', type: 'none' } })
    client.clearCacheVersion()
    const { data } = await client.get('cdn/stories/home')
    expect(data.cv).toBe(content.contentVersion())
    await client.get('cdn/stories/maschinen')
    expect(requests.at(-1)).toContain(`cv=${data.cv}`)
  })

  test('3. the client follows the redirect to the latest cv', async () => {
    const client = clientOf({ cache: { clear: 'manual', cv: 'manual' } })
    const { data } = await client.getStory('home', { language: 'en' })
    expect(data.story).toMatchObject({ lang: 'en', content: { title: 'Welcome' } })
    const direct = await content(new Request('http://x/v2/cdn/stories/home?token=public&language=en'))
    expect([direct.status, direct.headers.get('location')]).toEqual([
      301,
      `?token=public&language=en&cv=${content.contentVersion()}`,
    ])
  })

  test('4. a missing story rejects with the message of the 404 array', async () => {
    const error = await clientOf()
      .getStory('nowhere')
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ message: 'This record could not be found', status: 404 })
    expect(error).toHaveProperty('response.data', ['This record could not be found'])
  })

  test('5. the client retries after 429', async () => {
    let left = 2
    const client = clientOf({
      retriesDelay: 5,
      cache: { clear: 'manual' },
      fetch: async (input: string, init?: RequestInit) =>
        left-- > 0 ? Response.json({ error: 'Too Many Requests' }, { status: 429 }) : fetch(input, init),
    })
    expect((await client.getStory('home')).data.story.slug).toBe('home')
    expect(left).toBe(-1)
  })

  test('6. a network failure rejects without a status', async () => {
    const client = clientOf({ fetch: async () => Promise.reject(new TypeError('fetch failed')) })
    const error = await client.getStory('unreachable').catch((reason: unknown) => reason)
    expect(error).toMatchObject({ message: 'fetch failed' })
    expect(error).not.toHaveProperty('status')
  })

  test.each([
    ['cdn/nothing', 404],
    ['cdn/stories/%E0%A4%A', 404],
    ['cdn/stories?per_page=x', 422],
    ['cdn/stories?filter_query[a][wild]=1', 422],
    ['cdn/stories/%00', 400],
    ['elsewhere', 404],
  ])('7. every response is JSON, so the client sees its status: %s', async (path, status) => {
    const response = await fetch(`${endpoint()}/${path}${path.includes('?') ? '&' : '?'}token=public&cv=1`)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await response.json()).toBeTruthy()
  })

  test('8. the client’s cache is used until a new cv arrives', async () => {
    const client = clientOf()
    await client.flushCache()
    await client.getStory('autor')
    const { data } = await client.getStory('autor')
    const before = requests.length
    expect((await client.getStory('autor')).data).toEqual(data)
    expect(requests.length).toBe(before)
    client.setCacheVersion(1)
    await client.getStory('maschinen')
    client.setCacheVersion(content.contentVersion())
    await client.getStory('autor')
    expect(requests.length).toBeGreaterThan(before + 1)
  })

  test('9. relations and links are resolved; above 50 they are requested by uuid', async () => {
    const client = clientOf({ cache: { clear: 'manual', type: 'none' } })
    const { data } = await client.getStory('home', {
      resolve_relations: 'page.author',
      resolve_links: 'url',
    })
    expect(data.story.content.author).toMatchObject({ uuid: uuidOf(4), content: { title: 'Autor' } })
    expect(data.story.content.action_link.story).toMatchObject({ full_slug: 'maschinen/laser' })

    requests = []
    const viele = await client.getStory('viele', {
      resolve_relations: 'page.friends',
      resolve_links: 'story',
    })
    expect(viele.data.story.content.friends.map((friend: { id: number }) => friend.id)).toEqual(many)
    expect(viele.data.story.content.body.at(-1).link.story.id).toBe(159)
    expect(requests.filter((url) => url.includes('by_uuids='))).toHaveLength(4)
  })

  test('10. the client follows the quota of the service instead of 50 calls per second', async () => {
    const client = clientOf({ cache: { clear: 'manual', type: 'none' } })
    await client.getStory('home')
    // The clock stands still: above a quota the client would wait for ever.
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      await Promise.all(Array.from({ length: 120 }, () => client.getStory('home')))
    } finally {
      vi.useRealTimers()
    }
    expect(requests).toHaveLength(121)
  })

  test('only the preview token reads a draft', async () => {
    // A new object each time: the client writes its token into it.
    const draft = () => ({ version: 'draft' as const })
    const refused = await clientOf()
      .getStory('entwurf', draft())
      .catch((reason: unknown) => reason)
    expect(refused).toMatchObject({ message: 'Unauthorized', status: 401 })
    const { data } = await clientOf({}, 'preview').getStory('entwurf', draft())
    expect(data.story).toMatchObject({ published_at: null, content: { title: 'Entwurf' } })
    const space = await clientOf({}, 'preview').get('cdn/spaces/me')
    expect(space.data).toEqual({
      space: {
        id: 7,
        name: 'Probe',
        domain: '',
        language_codes: ['en', 'pt-br'],
        version: content.contentVersion(),
      },
    })
  })
})
