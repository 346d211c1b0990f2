import { describe, expect, test, vi } from 'vitest'
import { createContentClient } from './content.ts'
import { ContentUnavailable } from './content-versions.ts'

const uuid = (id: number) => `6f5b1f0a-1a51-4a63-9d0b-${String(id).padStart(12, '0')}`

const link = (id: number, slug: string, en?: string, fields = {}) => ({
  id,
  uuid: uuid(id),
  slug,
  name: slug,
  published: true,
  is_folder: false,
  alternates: en ? [{ path: en, name: en, lang: 'en', translated_slug: en }] : [],
  ...fields,
})

const content = {
  component: 'page',
  _uid: 'u',
  title: 'Halle 9',
  body: [
    {
      component: 'hero',
      _uid: 'h',
      action_link: { fieldtype: 'multilink', linktype: 'story', id: uuid(2), anchor: 'preise' },
      second_link: { fieldtype: 'multilink', linktype: 'url', url: 'javascript:alert(1)' },
    },
    { component: 'not-built-yet', _uid: 'x', secret: 1 },
    {
      component: 'text',
      _uid: 't',
      body: {
        type: 'doc',
        content: [
          { type: 'heading', attrs: { level: 7 }, content: [{ type: 'text', text: 'Titel' }] },
          {
            type: 'paragraph',
            content: [
              mark('story', '/alt', uuid(2)),
              mark('story', '/alt', uuid(99)),
              mark('email', 'a@b.example'),
              mark('url', ' javascript:alert(1)'),
              mark('url', 'https://example.org/'),
            ],
          },
        ],
      },
    },
  ],
}

function mark(linktype: string, href: string, to: string | null = null) {
  return { type: 'text', text: linktype, marks: [{ type: 'link', attrs: { linktype, href, uuid: to } }] }
}

const links = [
  link(1, 'home'),
  link(2, 'maschinen/', 'en/equipment'),
  link(3, 'maschinen/laser', 'equipment/laser-cutter'),
  link(4, 'faq', 'faq'),
  link(5, 'entwurf', undefined, { published: false }),
  { ...link(6, 'maschinen'), is_folder: true },
  { uuid: 'broken' },
]

/** A small Content Delivery API: it responds by path, records requests, and fails on demand. */
function service() {
  const state = {
    version: 1,
    down: false,
    requests: [] as string[],
    /** The content of every page. */
    content,
    /** Ids of all published stories, in the editors' order. */
    listed: [3, 1],
    longestList: 0,
    /** Entries of the datasource `redirects`; null = the space has none. */
    redirects: null as object[] | null,
  }
  const story = (id: number, language: string) => ({
    id,
    uuid: uuid(id),
    full_slug: 'x',
    lang: language || 'default',
    content: id === 3 ? { component: 'machine', resource: '1', facts: null } : state.content,
  })
  const fetch = vi.fn(async (request: Request) => {
    const url = new URL(request.url)
    const path = url.pathname.replace('/v2/cdn/', '')
    state.requests.push(path)
    if (state.down) throw new TypeError('fetch failed')
    if (path === 'spaces/me') return Response.json({ space: { version: state.version } })
    if (!url.searchParams.get('cv'))
      return new Response('{}', { status: 301, headers: { location: '?cv=1' } })
    const [perPage, page] = ['per_page', 'page'].map((name) => Number(url.searchParams.get(name) ?? 1)) as [
      number,
      number,
    ]
    const headers = (total: number) => ({ headers: { 'per-page': String(perPage), total: String(total) } })
    if (path === 'links')
      return Response.json(
        { links: Object.fromEntries(links.map((one) => [one.uuid, one])) },
        headers(links.length),
      )
    if (path === 'datasource_entries') {
      const { redirects } = state
      if (!redirects || url.searchParams.get('datasource') !== 'redirects')
        return Response.json(['This record could not be found'], { status: 404 })
      return Response.json({ datasource_entries: redirects }, headers(redirects.length))
    }
    const language = url.searchParams.get('language') ?? ''
    if (path === 'stories') {
      const ids = state.listed.slice((page - 1) * perPage, page * perPage)
      state.longestList = Math.max(state.longestList, ids.length)
      return Response.json({ stories: ids.map((id) => story(id, language)) }, headers(state.listed.length))
    }
    const id = Number(/\d+$/.exec(path)?.[0])
    if (id === 4) return Response.json(['This record could not be found'], { status: 404 })
    return Response.json({ story: story(id, language), cv: state.version })
  })
  const warn = vi.fn()
  let time = 0
  const client = createContentClient({
    endpoint: 'http://content.internal/v2',
    token: 'public',
    fetch,
    now: () => (time += 1000),
    warn,
    versionMaxAgeMs: 0,
  })
  return { state, fetch, warn, client }
}

type Client = ReturnType<typeof service>['client']

describe('addresses', () => {
  test.each([
    ['', 'de', 1],
    ['', 'en', 1],
    ['maschinen', 'de', 2],
    ['/maschinen/', 'de', 2],
    ['equipment', 'en', 2],
    ['equipment/laser-cutter', 'en', 3],
    ['maschinen/laser', 'en', null],
    ['equipment/laser-cutter', 'de', null],
    ['home', 'de', null],
    ['entwurf', 'de', null],
    ['__proto__', 'de', null],
    ['../spaces/me', 'de', null],
  ] as const)('%s in %s is story %s', async (path, locale, id) => {
    const story = await service().client.story(path, locale)
    expect(story?.uuid ?? null).toBe(id && uuid(id))
  })

  test('an unknown address requests no story', async () => {
    const { client, state } = service()
    await client.story('nope', 'de')
    expect(state.requests).toEqual(['spaces/me', 'links'])
  })

  test('a story has its address in both languages', async () => {
    const { client } = service()
    expect((await client.story('maschinen/laser', 'de'))?.addresses).toEqual({
      de: '/maschinen/laser',
      en: '/en/equipment/laser-cutter',
    })
    expect(await client.alternate('equipment/laser-cutter', 'en')).toBe('/maschinen/laser')
    expect(await client.alternate('', 'de')).toBe('/en')
    expect(await client.alternate('nope', 'de')).toBeNull()
  })

  test('a story that was deleted meanwhile is null', async () => {
    expect(await service().client.story('faq', 'de')).toBeNull()
  })
})

describe('a story', () => {
  test('has addresses in links, unknown blocks and heading levels', async () => {
    const story = await service().client.story('', 'en')
    expect(story?.content).toMatchObject({
      component: 'page',
      description: '',
      audience: '',
      body: [
        { component: 'hero', title: '', action_link: { href: '/en/equipment#preise' }, second_link: null },
        { component: 'not-built-yet', _uid: 'x' },
        { component: 'text', body: { content: [{ attrs: { level: 6 } }, {}] } },
      ],
    })
    expect(JSON.stringify(story)).not.toContain('javascript:')
    const hrefs = JSON.stringify(story).match(/"href":"[^"]*"/g)
    expect(hrefs).toEqual([
      '"href":"/en/equipment#preise"',
      '"href":"/en/equipment"',
      '"href":""',
      '"href":"mailto:a@b.example"',
      '"href":""',
      '"href":"https://example.org/"',
    ])
  })

  test.each([
    ['a story', (client: Client) => client.story('', 'de')],
    ['a draft', (client: Client) => client.draft(1, 'de')],
    ['a list', async (client: Client) => (await client.storiesOfType('page', 'de'))[0]],
  ])('%s is read although a link names an own property of every object', async (_, read) => {
    const { client, state } = service()
    const link = { fieldtype: 'multilink', linktype: 'story', id: 'constructor' }
    state.content = { ...content, body: [{ component: 'hero', _uid: 'h', action_link: link }] as never }
    expect((await read(client))?.content).toMatchObject({
      title: 'Halle 9',
      body: [{ component: 'hero', action_link: null }],
    })
  })

  test('a long list is read in small pages and is complete', async () => {
    const { client, state } = service()
    state.listed = Array.from({ length: 60 }, (_, index) => 1000 - index)
    const pages = await client.storiesOfType('page', 'de')
    expect(pages.map(({ uuid: found }) => found)).toEqual(state.listed.map((id) => uuid(id)))
    expect(state.longestList).toBe(25)
  })

  test('a list of a type has stories of that type only', async () => {
    const machines = await service().client.storiesOfType('machine', 'en')
    expect(machines.map(({ uuid: found, content: { resource, facts } }) => [found, resource, facts])).toEqual(
      [[uuid(3), 1, []]],
    )
  })
})

describe('a story that was read', () => {
  test('is cached until the version changes', async () => {
    const { client, state } = service()
    await client.story('', 'de')
    state.requests.length = 0
    await client.story('', 'de')
    expect(state.requests).toEqual(['spaces/me'])
    state.version = 2
    await client.story('', 'de')
    expect(state.requests).toEqual(['spaces/me', 'spaces/me', 'links', `stories/${uuid(1)}`])
    expect(await client.version()).toBe(2)
  })

  test('is requested once for twenty calls at the same time', async () => {
    const { client, state } = service()
    await Promise.all(Array.from({ length: 20 }, () => client.story('', 'de')))
    expect(state.requests).toEqual(['spaces/me', 'links', `stories/${uuid(1)}`])
  })

  test('stays when the content service fails, with a warning', async () => {
    const { client, state, warn } = service()
    await client.story('', 'de')
    state.down = true
    expect((await client.story('', 'de'))?.uuid).toBe(uuid(1))
    expect(warn).toHaveBeenCalledOnce()
    await expect(client.story('maschinen', 'de')).rejects.toThrow(ContentUnavailable)
    state.down = false
    expect((await client.story('maschinen', 'de'))?.uuid).toBe(uuid(2))
  })

  test('is unavailable without any response', async () => {
    const { client, state } = service()
    state.down = true
    await expect(client.story('', 'de')).rejects.toThrow(ContentUnavailable)
  })
})

test('a rate-limited content service is not called again', async () => {
  const fetch = vi.fn(async () => Response.json({ error: 'Too Many Requests' }, { status: 429 }))
  const options = { endpoint: 'https://api.example/v2', token: 'public', fetch, warn: vi.fn() }
  await expect(createContentClient({ ...options, now: () => 0 }).version()).rejects.toThrow(
    new ContentUnavailable('content version: Too Many Requests'),
  )
  expect(fetch).toHaveBeenCalledOnce()
})

describe('labels', () => {
  const entries = [
    { id: 1, name: 'Lasercutter', value: 'laser', dimension_value: 'Laser cutter' },
    { id: 2, name: 'Holz', value: 'wood', dimension_value: null },
  ]
  const clientOf = (respond: () => Promise<Response>, token = 'public') => {
    const fetch = vi.fn<(request: Request) => Promise<Response>>(respond)
    const warn = vi.fn()
    const options = {
      endpoint: 'https://api.example/v2',
      token,
      fetch,
      warn,
      now: () => 1763700000000,
    }
    return { fetch, warn, client: createContentClient(options) }
  }

  test('are requested with exactly the call of C26', async () => {
    const { client, fetch } = clientOf(async () => Response.json({ datasource_entries: entries, cv: 1 }))
    expect(await client.labels('machine-types', 'en')).toEqual({ laser: 'Laser cutter', wood: 'Holz' })
    expect(fetch.mock.calls[0]?.[0].url).toBe(
      'https://api.example/v2/cdn/datasource_entries?datasource=machine-types&token=public&dimension=en&cv=1763700000000&per_page=1000',
    )
  })

  test.each([
    ['no locale', '' as 'de', 'public'],
    ['no token', 'de' as const, ''],
  ])('%s throws', async (_, locale, token) => {
    const { client, fetch } = clientOf(async () => Response.json({}), token)
    await expect(client.labels('machine-types', locale)).rejects.toThrow(
      new Error('[Storyblok] Missing locale or token'),
    )
    expect(fetch).not.toHaveBeenCalled()
  })

  test.each([
    ['the network fails', async () => Promise.reject(new TypeError('fetch failed'))],
    ['it is refused', async () => Response.json({ error: 'Unauthorized' }, { status: 401 })],
    ['the response is invalid', async () => Response.json({ datasource_entries: 'none' })],
    ['the response is not JSON', async () => new Response('<html>')],
  ])('when %s, the result is an empty map and a warning', async (_, respond) => {
    const { client, warn } = clientOf(respond)
    const onMissing = vi.fn()
    expect(await client.labels('workshop-grade', 'de', onMissing)).toEqual({})
    expect(onMissing).toHaveBeenCalledOnce()
    expect(warn).toHaveBeenCalledExactlyOnceWith({
      message: '[Storyblok] Fetching the datasource workshop-grade failed',
      cause: expect.any(Error),
    })
  })

  test('a datasource that does not exist, or is empty, lacks nothing that could come later', async () => {
    const onMissing = vi.fn()
    for (const status of [404, 200]) {
      const { client } = clientOf(async () => Response.json({ datasource_entries: [] }, { status }))
      expect(await client.labels('workshop-grade', 'de', onMissing)).toEqual({})
    }
    expect(onMissing).not.toHaveBeenCalled()
  })
})

describe('redirects of editors (R19)', () => {
  const entry = (name: string, value: string) => ({ id: 1, name, value, dimension_value: null })

  test('are read once per version, from path to target', async () => {
    const { client, state } = service()
    state.redirects = [entry(' /alt/ ', '/faq '), entry('/', '/x'), { broken: true }]
    const expected = new Map([
      ['/alt', '/faq'],
      ['/', '/x'],
    ])
    expect(await client.redirects()).toEqual(expected)
    expect(await client.redirects()).toEqual(expected)
    const asked = () => state.requests.filter((path) => path === 'datasource_entries').length
    expect(asked()).toBe(1)
    state.version = 2
    state.redirects = [entry('/neu', '/faq')]
    expect(await client.redirects()).toEqual(new Map([['/neu', '/faq']]))
    expect(asked()).toBe(2)
  })

  test('a space without the datasource has none, without a warning', async () => {
    const { client, warn } = service()
    expect(await client.redirects()).toEqual(new Map())
    expect(warn).not.toHaveBeenCalled()
  })

  test('there are none while the service is away, and it is asked again', async () => {
    const { client, state, warn } = service()
    state.down = true
    expect(await client.redirects()).toEqual(new Map())
    expect(warn).toHaveBeenCalled()
    state.down = false
    state.redirects = [entry('/alt', '/faq')]
    expect(await client.redirects()).toEqual(new Map([['/alt', '/faq']]))
  })
})
