import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { createManagement } from '../../clients/storyblok/management.ts'
import { createSpace, Refusal } from './space.fixture.ts'

type Json = Record<string, unknown>
const token = 'personal-token'
const space = '4711'

/**
 * A small server on loopback that stands in for the Management API and its file storage.
 * Every tenth call is rate limited (429); pages of lists have at most five items.
 */
export async function startManagementDouble() {
  const inSpace = createSpace()
  const state = {
    calls: 0,
    writes: [] as string[],
    limited: 0,
    mostAtOnce: 0,
    broken: null as string | null,
    /** Ids of stories that lists leave out, as when pages shift while they are read. */
    unlisted: new Set<number>(),
    /** Each write fails once: before it is done, or after it, with a lost response. */
    flaky: null as { lost: boolean; seen: Set<string> } | null,
    origin: '',
  }
  const app = new Hono()
  let open = 0
  app.use('/v1/*', async (c, next) => {
    state.calls += 1
    if (state.calls % 10 === 0) {
      state.limited += 1
      return c.json({ error: 'Too Many Requests' }, 429)
    }
    if (c.req.header('authorization') !== token) return c.json({ error: 'Unauthorized' }, 401)
    if (state.broken && c.req.path.includes(state.broken))
      return c.json({ error: 'Internal Server Error' }, 500)
    state.mostAtOnce = Math.max(state.mostAtOnce, ++open)
    if (c.req.method !== 'GET' || c.req.path.endsWith('/unpublish')) {
      state.writes.push(`${c.req.method} ${c.req.path.replace(`/v1/spaces/${space}/`, '')}`)
      const call = `${c.req.method} ${c.req.path} ${await c.req.raw.clone().text()}`
      if (state.flaky && !state.flaky.seen.has(call)) {
        state.flaky.seen.add(call)
        if (state.flaky.lost) await next()
        open -= 1
        c.res = c.json({ error: 'Service Unavailable' }, 503)
        return
      }
    }
    await next()
    open -= 1
  })
  app.onError((error, c) => {
    open = 0
    if (error instanceof Refusal) return c.json(error.body as Json, error.status as 422)
    throw error
  })
  app.notFound((c) => c.json(['This record could not be found'], 404))
  mount(app, inSpace, state)

  const server = createAdaptorServer({ fetch: app.fetch })
  // A test may think for longer than the usual 5 s between two calls; the client then meets a closed connection.
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = 120_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  state.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    space,
    token,
    state,
    inSpace,
    url: `${state.origin}/v1`,
    management: createManagement({
      url: `${state.origin}/v1`,
      token,
      space,
      fetch,
      wait: () => Promise.resolve(),
      perSecond: 1000,
    }),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
      }),
  }
}

function mount(
  app: Hono,
  inSpace: ReturnType<typeof createSpace>,
  state: { origin: string; unlisted: Set<number>; broken: string | null },
) {
  const api = new Hono().basePath(`/v1/spaces/${space}`)
  const body = async (request: Request) =>
    (await request.json()) as Record<string, Json> & { publish?: number }
  const page = (request: Request, items: unknown[], key: string) => {
    const { searchParams } = new URL(request.url)
    const size = Math.min(Number(searchParams.get('per_page') ?? 25), 5)
    const start = (Number(searchParams.get('page') ?? 1) - 1) * size
    const headers = { total: String(items.length), 'per-page': String(size) }
    return Response.json({ [key]: items.slice(start, start + size) }, { headers })
  }
  api.get('/', (c) => c.json({ space: { id: Number(space), name: 'Halle 9' } }))

  api.get('/components', (c) => c.json({ components: inSpace.components }))
  api.post('/components', async (c) =>
    c.json({ component: inSpace.addComponent((await body(c.req.raw))['component']!) }, 201),
  )
  api.put('/components/:id', async (c) => {
    inSpace.changeComponent(Number(c.req.param('id')), (await body(c.req.raw))['component']!)
    return c.json({})
  })

  api.get('/datasources', (c) => page(c.req.raw, inSpace.datasources, 'datasources'))
  api.post('/datasources', async (c) => {
    const { dimensions_attributes, ...given } = (await body(c.req.raw))['datasource']!
    const made = { ...given, id: inSpace.nextId(), dimensions: [] }
    inSpace.setDimensions(made, dimensions_attributes)
    inSpace.datasources.push(made)
    return c.json({ datasource: made }, 201)
  })
  api.put('/datasources/:id', async (c) => {
    const there = inSpace.found(inSpace.datasources, Number(c.req.param('id')))
    const { dimensions_attributes, ...given } = (await body(c.req.raw))['datasource']!
    inSpace.setDimensions(Object.assign(there, given), dimensions_attributes)
    return c.body(null, 204)
  })
  api.get('/datasource_entries', (c) => {
    const dimension = Number(c.req.query('dimension'))
    const own = inSpace.entries.filter(
      (entry) => entry.datasource_id === Number(c.req.query('datasource_id')),
    )
    const shown = own.map(({ values, ...entry }) => ({
      ...entry,
      dimension_value: values[dimension] ?? null,
    }))
    return page(c.req.raw, shown, 'datasource_entries')
  })
  api.post('/datasource_entries', async (c) => {
    const { position: _, ...given } = (await body(c.req.raw))['datasource_entry']!
    const made = { ...given, id: inSpace.nextId(), datasource_id: Number(given['datasource_id']), values: {} }
    inSpace.entries.push(made)
    return c.json({ datasource_entry: made }, 201)
  })
  api.put('/datasource_entries/:id', async (c) => {
    const { datasource_entry, dimension_id } = await body(c.req.raw)
    const there = inSpace.found(inSpace.entries, Number(c.req.param('id')))
    const { dimension_value, position, ...given } = datasource_entry!
    Object.assign(there, given)
    if (dimension_id) there.values[Number(dimension_id)] = String(dimension_value)
    if (position) {
      inSpace.entries.splice(inSpace.entries.indexOf(there), 1)
      const first = inSpace.entries.findIndex((entry) => entry.datasource_id === there.datasource_id)
      inSpace.entries.splice((first < 0 ? 0 : first) + Number(position) - 1, 0, there)
    }
    return c.body(null, 204)
  })

  api.get('/stories', (c) =>
    page(
      c.req.raw,
      inSpace.stories
        .filter(({ id }) => !state.unlisted.has(id))
        .map((story) => {
          const { content: _, translated_slugs: __, ...summary } = inSpace.shown(story)
          return summary
        }),
      'stories',
    ),
  )
  api.post('/stories', async (c) =>
    c.json({ story: inSpace.shown(inSpace.addStory((await body(c.req.raw))['story']!)) }, 201),
  )
  api.get('/stories/:id', (c) =>
    c.json({ story: inSpace.shown(inSpace.found(inSpace.stories, Number(c.req.param('id')))) }),
  )
  api.put('/stories/:id', async (c) => {
    const { story, publish } = await body(c.req.raw)
    return c.json({
      story: inSpace.shown(inSpace.changeStory(Number(c.req.param('id')), story!, publish === 1)),
    })
  })
  api.get('/stories/:id/unpublish', (c) => {
    inSpace.unpublish(Number(c.req.param('id')))
    return c.json({})
  })
  api.get('/story_versions', (c) => {
    const own = inSpace.versions.filter(({ story_id }) => story_id === Number(c.req.query('by_story_id')))
    return page(c.req.raw, own.toReversed(), 'story_versions')
  })
  mountAssets(api, inSpace, state, page)
  app.route('/', api)

  app.post('/storage', async (c) => {
    const form = await c.req.raw.formData()
    const asset = inSpace.assets.find(({ filename }) => filename.endsWith(String(form.get('key'))))
    if (!asset || form.get('policy') !== 'signed') return c.text('AccessDenied', 403)
    asset.bytes = Buffer.from(await (form.get('file') as File).arrayBuffer())
    return c.body(null, 204)
  })
  app.get('/f/*', (c) => {
    if (state.broken === 'storage') return c.text('Slow Down', 503)
    const asset = inSpace.assets.find(
      ({ filename }) => decodeURI(new URL(filename).pathname) === decodeURI(c.req.path),
    )
    return asset?.bytes ? c.body(new Uint8Array(asset.bytes)) : c.text('NoSuchKey', 404)
  })
}

function mountAssets(
  api: Hono,
  inSpace: ReturnType<typeof createSpace>,
  state: { origin: string },
  page: (request: Request, items: unknown[], key: string) => Response,
) {
  const shown = (asset: object): Json => ({ ...asset, bytes: undefined })
  api.get('/asset_folders', (c) => c.json({ asset_folders: inSpace.assetFolders }))
  api.post('/asset_folders', async (c) => {
    const { asset_folder } = await c.req.json<{ asset_folder: { name: string; parent_id: number } }>()
    const made = { ...asset_folder, id: inSpace.nextId() }
    inSpace.assetFolders.push(made)
    return c.json({ asset_folder: made }, 201)
  })
  api.put('/assets/:id', async (c) => {
    const { asset } = await c.req.json<{ asset: Json }>()
    inSpace.changeAsset(Number(c.req.param('id')), asset)
    return c.json({})
  })
  api.get('/assets', (c) => page(c.req.raw, inSpace.assets.filter(({ bytes }) => bytes).map(shown), 'assets'))
  api.post('/assets', async (c) => {
    const { filename, size, id } = await c.req.json<{ filename?: string; size?: string; id?: number }>()
    if (!filename) return c.json({ filename: ["can't be blank"] }, 422)
    const key = `f/${space}/${size ?? ''}/${inSpace.nextId().toString(16)}/${filename}`
    const fields = { key, policy: 'signed', acl: 'public-read', 'Content-Type': 'image/svg+xml' }
    const there = inSpace.assets.find((asset) => asset.id === id)
    const asset = there ?? { id: inSpace.nextId(), bytes: null, filename: '' }
    Object.assign(asset, { filename: `${state.origin}/${key}`, updated_at: inSpace.now(), is_private: false })
    if (!there) inSpace.assets.push(asset)
    return c.json({ id: asset.id, post_url: `${state.origin}/storage`, fields })
  })
  api.get('/assets/:id/finish_upload', (c) => {
    const asset = inSpace.found(inSpace.assets, Number(c.req.param('id')))
    return asset.bytes ? c.json({ message: 'done' }) : c.json({ error: 'The file is not there' }, 422)
  })
  api.get('/assets/:id', (c) => c.json(shown(inSpace.found(inSpace.assets, Number(c.req.param('id'))))))
}
