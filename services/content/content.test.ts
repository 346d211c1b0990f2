import { afterAll, describe, expect, test } from 'vitest'
import { askerOf, serveFiles, smallSpace, storyFile, uuidOf } from './content.fixture.ts'

const { content, remove } = serveFiles()
afterAll(remove)

const ask = askerOf(content)

/** Slugs of the stories of a list, in order. */
async function found(query: string, token = 'public'): Promise<string[]> {
  const { status, body } = await ask(`stories?${query}`, token)
  expect(body, `${status}`).toHaveProperty('stories')
  return body.stories.map((story: { slug: string }) => story.slug)
}

describe('tokens', () => {
  test.each([
    ['none', 'stories', '', 401],
    ['an invalid one', 'stories', 'publi', 401],
    ['one with a valid beginning', 'stories', 'publicx', 401],
    ['public, published', 'stories', 'public', 200],
    ['public, draft', 'stories?version=draft', 'public', 401],
    ['public, draft of one', 'stories/entwurf?version=draft', 'public', 401],
    ['public, draft links', 'links?version=draft', 'public', 401],
    ['preview, published', 'stories?version=published', 'preview', 200],
    ['preview, draft', 'stories?version=draft', 'preview', 200],
  ])('%s', async (_, path, token, status) => {
    const response = await ask(path, token)
    expect(response.status).toBe(status)
    if (status === 401) expect(response.body).toEqual({ error: 'Unauthorized' })
  })

  test('a response for the preview token is not given to the public token', async () => {
    expect((await ask('stories/entwurf?version=draft', 'preview')).status).toBe(200)
    expect((await ask('stories/entwurf?version=draft', 'public')).status).toBe(401)
    expect((await ask('stories/entwurf', 'preview')).status).toBe(404)
    expect((await ask('stories/entwurf', 'public')).status).toBe(404)
  })
})

describe('draft and published', () => {
  test('only the draft version shows a newer draft', async () => {
    const published = await ask('stories/autor', 'preview')
    const draft = await ask('stories/autor?version=draft', 'preview')
    expect([published.body.story.content.title, draft.body.story.content.title]).toEqual([
      'Autor',
      'Autor, neu',
    ])
  })

  test('only drafts have _editable, in every block', async () => {
    const published = await ask('stories/home', 'preview')
    expect(JSON.stringify(published.body)).not.toContain('_editable')
    const { body } = await ask('stories/home?version=draft', 'preview')
    expect(body.story.content.body[0]._editable).toBe(
      '<!--#storyblok#{"name": "text", "space": "7", "uid": "b1", "id": "1"}-->',
    )
  })
})

describe('language', () => {
  test.each([
    ['none', '', 'Willkommen', 'default', 'home'],
    ['English', 'language=en', 'Welcome', 'en', 'en/home'],
    ['with a region', 'language=pt-br', 'Bem-vindo', 'pt-br', 'pt-br/home'],
    ['unknown', 'language=fr', 'Willkommen', 'default', 'home'],
    ['hostile', 'language=__proto__', 'Willkommen', 'default', 'home'],
  ])('%s', async (_, query, title, lang, fullSlug) => {
    const { body } = await ask(`stories/home?${query}`)
    expect([body.story.content.title, body.story.lang, body.story.full_slug]).toEqual([title, lang, fullSlug])
    expect(JSON.stringify(body)).not.toContain('__i18n__')
  })

  test('a field without translation falls back to fallback_lang, then to the default', async () => {
    const { body } = await ask('stories/home?language=en')
    expect(body.story.content).toMatchObject({ lead: 'nur deutsch', body: [{ text: 'Hello' }] })
    const portuguese = await ask('stories/home?language=pt-br&fallback_lang=en')
    expect(portuguese.body.story.content).toMatchObject({ title: 'Bem-vindo', body: [{ text: 'Hello' }] })
  })

  test.each([
    'stories/en/equipment/laser-cutter',
    'stories/equipment/laser-cutter?language=en',
    'stories/en/equipment/laser-cutter?language=en',
    'stories/en/maschinen/laser',
    'stories/maschinen/laser?language=en',
    'stories/11?language=en',
    `stories/${uuidOf(11)}?find_by=uuid&language=en`,
  ])('one story is found as %s', async (path) => {
    const { body } = await ask(path)
    expect(body.story).toMatchObject({
      id: 11,
      name: 'Laser cutter',
      slug: 'laser-cutter',
      full_slug: 'en/equipment/laser-cutter',
      default_full_slug: 'maschinen/laser',
      lang: 'en',
      content: { title: 'Machine 11' },
    })
  })

  test.each(['stories/equipment/laser-cutter', `stories/${uuidOf(11)}`, 'stories/en/nothing', 'stories/999'])(
    'nothing is found as %s',
    async (path) => {
      expect(await ask(path)).toMatchObject({ status: 404, body: ['This record could not be found'] })
    },
  )

  test('the slug of a folder’s start page ends in a slash; it is found without the slash', async () => {
    const { body } = await ask('stories/maschinen')
    expect(body.story).toMatchObject({ full_slug: 'maschinen/', is_startpage: true })
    expect((await ask('stories/maschinen/')).body.story.id).toBe(2)
  })
})

describe('filters of a list', () => {
  test.each([
    ['content_type=machine', ['laser', 'saege']],
    ['starts_with=maschinen/', ['maschinen', 'laser', 'saege']],
    ['starts_with=maschinen/&is_startpage=0', ['laser', 'saege']],
    ['is_startpage=1', ['maschinen']],
    ['starts_with=en/equipment/&language=en', ['equipment', 'laser-cutter']],
    ['by_slugs=maschinen/*', ['laser', 'saege']],
    ['by_slugs=home,maschinen/laser', ['home', 'laser']],
    ['by_slugs=*a*e*&excluding_slugs=maschinen/*', ['maschinen']],
    ['excluding_slugs=maschinen/*,maschinen', ['autor', 'home']],
    [`by_uuids=${uuidOf(12)},${uuidOf(11)}`, ['laser', 'saege']],
    [`by_uuids_ordered=${uuidOf(12)},${uuidOf(11)}`, ['saege', 'laser']],
    ['by_ids=12,1', ['home', 'saege']],
    ['content_type=machine&excluding_ids=12', ['laser']],
    ['level=2', ['laser', 'saege']],
    ['with_tag=wood', ['saege']],
    ['with_tag=wood,laser', ['laser', 'saege']],
    ['search_term=MASCHINE%2012', ['saege']],
    ['published_at_gt=2026-02-15', ['saege']],
    ['published_at_gte=2026-02-01T10:00:00.000Z&published_at_lt=2026-03-01%2010:00', ['laser']],
    ['content_type=machine&sort_by=content.price:asc:float', ['saege', 'laser']],
    ['content_type=machine&sort_by=content.price:desc:float', ['laser', 'saege']],
    ['content_type=machine&sort_by=content.price:asc', ['laser', 'saege']],
    ['content_type=machine&sort_by=content.loud:asc:nulls_first', ['laser', 'saege']],
    ['content_type=machine&sort_by=content.nothing:asc,name:desc', ['saege', 'laser']],
    ['content_type=machine&per_page=1&page=2', ['saege']],
    ['content_type=machine&per_page=1&page=9', []],
    ['content_type=nothing', []],
    ['content_type=machine&from_release=9&colour=red', ['laser', 'saege']],
    ['content_type=machine&in_workflow_stages=1', []],
  ])('%s', async (query, slugs) => {
    expect(await found(query)).toEqual(slugs)
  })

  test.each([
    ['[component][in]=machine', ['laser', 'saege']],
    ['[component][not_in]=machine', ['autor', 'home', 'maschinen']],
    ['[title][like]=*schin*', ['maschinen', 'laser', 'saege']],
    ['[title][not_like]=m*', ['autor', 'home']],
    ['[tags][any_in_array]=licht,dunkel', ['laser']],
    ['[tags][any_in_array]=dunkel', []],
    ['[tags][in_array]=licht,dunkel', ['laser']],
    ['[tags][all_in_array]=licht,dunkel', []],
    ['[tags][all_in_array]=licht,heiß', ['laser']],
    ['[since][gt_date]=2024-05-01%2009:59', ['laser']],
    ['[since][lt-date]=2024-05-01', []],
    ['[price][gt_int]=9', ['laser']],
    ['[price][lt_int]=12', ['saege']],
    ['[price][gt_float]=12.4', ['laser']],
    ['[price][lt_float]=12.4', ['saege']],
    ['[loud][exists]=true', ['saege']],
    ['[tags][is]=empty_array', ['saege']],
    ['[tags][is]=not_empty_array', ['laser']],
    ['[loud][is]=true', ['saege']],
    ['[price][is]=not_null', ['laser', 'saege']],
    ['[lead][is]=not_empty', ['home']],
    ['[body.0.text][like]=hal*', ['home']],
    ['[__proto__][is]=not_null', []],
    ['[constructor.name][is]=not_null', []],
  ])('filter_query%s', async (filter, slugs) => {
    expect(await found(`filter_query${filter}`)).toEqual(slugs)
  })

  test('__or adds alternatives to the filters that must hold', async () => {
    const either = 'filter_query[__or][][price][gt_int]=12&filter_query[__or][][loud][is]=true'
    expect(await found(either)).toEqual(['laser', 'saege'])
    expect(await found(`${either}&filter_query[tags][is]=empty_array`)).toEqual(['saege'])
    const together = 'filter_query[__or][0][price][gt_int]=1&filter_query[__or][0][loud][is]=true'
    expect(await found(together)).toEqual(['saege'])
  })

  test('a filter tests the requested language', async () => {
    expect(await found('filter_query[title][like]=Machine*&language=en')).toEqual(['laser-cutter', 'saege'])
    expect(await found('filter_query[title][like]=Machine*')).toEqual([])
  })

  test('fields can be excluded', async () => {
    const { body } = await ask(
      'stories/home?excluding_fields=text,lead,component&excluding_story_fields=uuid',
    )
    expect(body.story.content.body).toEqual([{ _uid: 'b1', component: 'text' }])
    expect(body.story.content).not.toHaveProperty('lead')
    expect(body.story).not.toHaveProperty('uuid')
  })
})

describe('what a story names is resolved', () => {
  const chain = serveFiles({
    ...smallSpace(),
    'stories/maschinen/laser.json': storyFile(11, 'laser', {
      next: { fieldtype: 'multilink', linktype: 'story', id: uuidOf(12), url: '', cached_url: '' },
    }),
  })
  afterAll(chain.remove)

  test.each([
    ['', [11]],
    ['&resolve_links_level=1', [11]],
    ['&resolve_links_level=2', [11, 12]],
  ])('links with resolve_links=url%s', async (level, ids) => {
    const { body } = await askerOf(chain.content)(`stories/home?resolve_links=url${level}`)
    expect(body.links.map(({ id }: { id: number }) => id)).toEqual(ids)
  })

  test('assets with resolve_assets, each once', async () => {
    const [asset, ...others] = (await ask('stories?resolve_assets=1')).body.assets
    expect(others).toEqual([])
    expect(asset).toMatchObject({
      id: 1,
      content_type: 'image/svg+xml',
      content_length: 84,
      alt: '',
      s3_filename: expect.stringMatching(/^f\/7\/480x360\/[0-9a-f]{10}\/lamp\.svg$/),
      meta_data: { size: '480x360' },
    })
    expect((await ask('stories/home?resolve_assets=1')).body.assets).toEqual([asset])
    expect((await ask('stories/autor?resolve_assets=1')).body.assets).toEqual([])
    expect((await ask('stories/home?resolve_assets=0')).body).not.toHaveProperty('assets')
  })
})

describe('links, tags and datasources', () => {
  test('links are stories and folders by uuid, with their addresses in other languages', async () => {
    const { body } = await ask('links?include_dates=1')
    expect(body.links[uuidOf(11)]).toMatchObject({
      slug: 'maschinen/laser',
      is_folder: false,
      published_at: '2026-02-01T10:00:00.000Z',
      alternates: [{ path: 'equipment/laser-cutter', lang: 'en', published: true }],
    })
    const folder = Object.values<{ is_folder: boolean; id: number }>(body.links).find(
      (link) => link.is_folder,
    )
    expect(body.links[uuidOf(11)].parent_id).toBe(folder?.id)
    expect(body.links).not.toHaveProperty(uuidOf(3))
    const below = await ask(`links?with_parent=${folder?.id}`)
    expect(Object.keys(below.body.links).sort()).toEqual([uuidOf(2), uuidOf(11), uuidOf(12)])
    expect((await ask('links?version=draft', 'preview')).body.links).toHaveProperty(uuidOf(3))
  })

  test('entries have the value of the dimension, or null', async () => {
    const { body, headers } = await ask('datasource_entries?datasource=machine-types&dimension=en')
    expect(body.datasource_entries.slice(0, 2)).toEqual([
      { id: 1, name: 'Typ 0', value: 'type-0', dimension_value: 'Type 0' },
      { id: 2, name: 'Typ 1', value: 'type-1', dimension_value: null },
    ])
    expect([headers.get('total'), headers.get('per-page')]).toEqual(['30', '25'])
    const german = await ask('datasource_entries?datasource=machine-types&dimension=de&per_page=1000')
    expect(german.body.datasource_entries).toHaveLength(30)
    expect(german.body.datasource_entries[0].dimension_value).toBeNull()
    const hostile = await ask('datasource_entries?datasource=machine-types&dimension=__proto__')
    expect(hostile.body.datasource_entries[0].dimension_value).toBeNull()
    expect((await ask('datasource_entries?datasource=nothing')).status).toBe(404)
  })

  test('datasources and tags', async () => {
    expect((await ask('datasources')).body.datasources).toEqual([
      {
        id: 1,
        name: 'Maschinentypen',
        slug: 'machine-types',
        dimensions: [{ id: 1, name: 'English', entry_value: 'en', datasource_id: 1 }],
      },
    ])
    expect((await ask('datasources/machine-types')).body.datasource.id).toBe(1)
    expect((await ask('tags')).body.tags).toEqual([
      { name: 'laser', taggings_count: 2 },
      { name: 'wood', taggings_count: 1 },
    ])
  })
})

describe('assets', () => {
  const get = (path: string, headers = {}) => content(new Request(`http://x${path}`, { headers }))

  test('a story names its drawing by an address that may be cached for ever', async () => {
    const { body } = await ask('stories/home')
    const { filename } = body.story.content.drawing
    expect(filename).toMatch(/^https:\/\/halle9\.example\/content\/f\/7\/480x360\/[0-9a-f]{10}\/lamp\.svg$/)
    const response = await get(new URL(filename).pathname.replace('/content', ''))
    expect(await response.text()).toContain('<svg')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
    })
  })

  test('an address without hash must be revalidated, and the image service gives the original', async () => {
    const plain = await get('/f/7/lamp.svg')
    expect(plain.headers.get('cache-control')).toBe('public, no-cache')
    const etag = plain.headers.get('etag') ?? ''
    expect((await get('/f/7/lamp.svg', { 'if-none-match': etag })).status).toBe(304)
    expect(await (await get('/f/7/lamp.svg/m/400x0/filters:quality(80)')).text()).toBe(await plain.text())
    expect((await get('/f/7/480x360/0000000000/lamp.svg')).headers.get('cache-control')).toBe(
      'public, no-cache',
    )
  })

  test.each([
    '/f/7/../space.json',
    '/f/7/%2e%2e/space.json',
    '/f/7/..%2fspace.json',
    '/f/7/....//space.json',
    '/f/7/..%5cspace.json',
    '/f/7/%2fetc%2fpasswd',
    '/f/7/stories/home.json',
    '/f/x/lamp.svg',
    '/f/7/',
    '/f/7/__proto__',
  ])('only assets are served: %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })
})

describe('files', () => {
  test('in development a changed file is served at once with a new version', async () => {
    let now = 0
    const space = serveFiles(smallSpace(), { reload: true, clock: () => new Date((now += 1000)) })
    const before = space.content.contentVersion()
    space.write('stories/neu.json', storyFile(50, 'neu', { title: 'Neu' }))
    const response = await space.content(new Request('http://x/v2/cdn/stories/neu?token=public&cv=1'))
    expect((await response.json()).story.content.title).toBe('Neu')
    expect(space.content.contentVersion()).not.toBe(before)
    space.write('stories/neu.json', storyFile(50, 'neu', { title: 'Neuer' }))
    const again = await space.content(new Request('http://x/v2/cdn/stories/neu?token=public&cv=1'))
    expect((await again.json()).story.content.title).toBe('Neuer')
    space.write('space.json', 'broken')
    expect((await space.content(new Request('http://x/v2/cdn/stories/neu?token=public&cv=1'))).status).toBe(
      200,
    )
    space.remove()
  })

  test.each([
    ['not JSON', 'stories/bad.json', '{'],
    ['a missing field', 'stories/bad.json', { slug: 'bad' }],
    ['another slug than its name', 'stories/bad.json', storyFile(60, 'good')],
    ['a taken id', 'stories/zz.json', { ...storyFile(60, 'zz'), id: 11 }],
    ['a taken uuid', 'stories/zz.json', { ...storyFile(60, 'zz'), uuid: uuidOf(11) }],
    ['an address of another part', 'stories/authorize.json', storyFile(60, 'authorize')],
    [
      'an English address of another part',
      'stories/bad.json',
      storyFile(60, 'bad', {}, { translated_slugs: [{ path: 'api/x', name: 'x', lang: 'en' }] }),
    ],
    [
      'endless nesting',
      'stories/bad.json',
      JSON.stringify(storyFile(60, 'bad', { body: 0 })).replace(
        '"body":0',
        `"body":${'['.repeat(9000)}${']'.repeat(9000)}`,
      ),
    ],
  ])('a story with %s is left out; the others stay', async (_, path, value) => {
    const space = serveFiles({ ...smallSpace(), [path]: value })
    const get = async (slug: string) =>
      (await space.content(new Request(`http://x/v2/cdn/stories/${slug}?token=public&cv=1`))).status
    const slug = path.replace(/stories\/|\.json/g, '')
    expect([await get(slug), await get('home'), await get('maschinen/laser')]).toEqual([404, 200, 200])
    space.remove()
  })

  test('equal content has the same version in another folder', () => {
    const twin = serveFiles()
    expect(twin.content.contentVersion()).toBe(content.contentVersion())
    twin.remove()
  })
})
