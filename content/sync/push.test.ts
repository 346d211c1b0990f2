import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createManagement } from '../../clients/storyblok/management.ts'
import { page, startMove, uuidOf } from './folder.fixture.ts'

vi.setConfig({ testTimeout: 60_000 })

let move: Awaited<ReturnType<typeof startMove>>
beforeEach(async () => void (move = await startMove()))
afterEach(() => move.stop())

test('everything is pushed, one call at a time, although every tenth call is rate limited', async () => {
  const report = await move.push()
  expect(report.text('')).toContain('Stories: 5 created, 0 changed')
  const { inSpace, state } = move.double
  expect(inSpace.components.map(({ name }) => name)).toEqual(['page', 'text'])
  expect(inSpace.stories.map((story) => inSpace.shown(story).full_slug).sort()).toEqual([
    'entwurf',
    'home',
    'maschinen',
    'maschinen/',
    'maschinen/laser',
    'maschinen/saege',
  ])
  expect(state.limited).toBeGreaterThan(1)
  expect(state.mostAtOnce).toBe(1)
})

test('links, references and drawings have the space’s ids, and nothing has ours', async () => {
  await move.push()
  const { inSpace, state } = move.double
  const { content } = move.story('home')
  const laser = move.story('maschinen/laser').uuid
  const filename = inSpace.assets[0]?.filename
  expect(filename).toMatch(new RegExp(`^${state.origin}/f/4711/480x360/[0-9a-f]+/lamp.svg$`))
  expect(content).toMatchObject({
    story: laser,
    machines: [laser, move.story('maschinen/saege').uuid],
    action_link: { id: move.story('maschinen/').uuid, cached_url: 'maschinen' },
    drawing: { filename, id: inSpace.assets[0]?.id, alt: 'Lampe' },
    text: {
      content: [
        { attrs: { src: filename, id: inSpace.assets[0]?.id } },
        { content: [{ marks: [{ attrs: { uuid: laser } }] }] },
      ],
    },
  })
  expect(JSON.stringify([inSpace.stories, inSpace.versions])).not.toContain(uuidOf(1).slice(0, 24))
})

test('addresses, tags, dates and states equal the files', async () => {
  await move.push()
  expect(move.story('maschinen/')).toMatchObject({ is_startpage: true, published: true })
  expect(move.story('maschinen').translated_slugs).toMatchObject([
    { lang: 'en', slug: 'equipment', name: 'Equipment' },
  ])
  expect(move.story('maschinen/laser')).toMatchObject({
    tag_list: ['wood', 'laser'],
    sort_by_date: '2026-03-01',
    translated_slugs: [{ lang: 'en', slug: 'laser-cutter', name: 'Laser cutter' }],
    published: true,
    unpublished_changes: false,
  })
  expect(move.story('entwurf')).toMatchObject({ published: false, content: { title: 'Entwurf' } })
  const saw = move.story('maschinen/saege')
  expect(saw).toMatchObject({ published: true, unpublished_changes: true, content: { title: 'Säge, neu' } })
  expect(await move.double.management.publishedContent(saw.id)).toMatchObject({ title: 'Säge' })
})

test('blocks and labels have the Management API’s format', async () => {
  await move.push()
  const { components, entries } = move.double.inSpace
  expect(components[0]).toMatchObject({
    schema: {
      title: { type: 'text', translatable: true, pos: 0 },
      body: { component_whitelist: ['text'], restrict_components: true },
      type: { source: 'internal', datasource_slug: 'machine-types' },
    },
  })
  expect(entries).toHaveLength(7)
  expect(entries[3]).toMatchObject({ name: 'Typ 3', value: 'type-3', values: { [dimensionId()]: 'Type 3' } })
})

const dimensionId = () => Number(move.double.inSpace.datasources[0]?.dimensions[0]?.['id'])

test('a second push writes nothing, also without storyblok.json', async () => {
  await move.push()
  expect(move.writes().length).toBeGreaterThan(20)
  expect((await move.push()).writes).toBe(0)
  rmSync(join(move.folder, 'storyblok.json'))
  expect((await move.push()).writes).toBe(0)
  expect(move.writes()).toEqual([])
})

test('a push writes only changes', async () => {
  await move.push()
  const [laser, home, saw] = ['maschinen/laser', 'home', 'maschinen/saege'].map((slug) => move.story(slug))
  move.writes()

  move.write('stories/maschinen/laser.json', {
    ...move.json('stories/maschinen/laser.json'),
    name: 'Laserschneider',
  })
  await move.push()
  expect(move.writes()).toEqual([`PUT stories/${laser?.id}`])

  // A renamed file is the same story.
  move.write('stories/start.json', { ...move.json('stories/home.json'), slug: 'start' })
  rmSync(join(move.folder, 'stories/home.json'))
  await move.push()
  expect(move.writes()).toEqual([`PUT stories/${home?.id}`])
  expect(home).toMatchObject({ slug: 'start' })

  const { draft_content, ...published } = move.json('stories/maschinen/saege.json')
  move.write('stories/maschinen/saege.json', { ...published, content: draft_content })
  await move.push()
  expect(move.writes()).toEqual([`PUT stories/${saw?.id}`])
  expect(saw).toMatchObject({ published: true, unpublished_changes: false, content: { title: 'Säge, neu' } })

  move.write('stories/maschinen/saege.json', { ...published, content: draft_content, published_at: null })
  await move.push()
  expect(move.writes()).toEqual([`GET stories/${saw?.id}/unpublish`])
  expect(saw).toMatchObject({ published: false })

  move.write('assets/lamp.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>')
  const id = move.double.inSpace.assets[0]?.id
  const report = await move.push()
  expect(report.text('')).toContain('Files: 0 created, 1 changed')
  expect(move.double.inSpace.assets).toMatchObject([{ id }])
  expect((await move.push()).writes).toBe(0)
})

test('a new name, translation or order of labels is pushed, and their values stay', async () => {
  await move.push()
  const file = move.json('datasources/machine-types.json') as { entries: { dimension_values: object }[] }
  const [first, second, ...rest] = file.entries
  const changed = { ...first, name: 'Laser', dimension_values: { en: 'Lasers' } }
  const { entries } = move.double.inSpace
  const ids = entries.map(({ id }) => id)

  move.write('datasources/machine-types.json', { ...file, entries: [changed, second, ...rest] })
  expect((await move.push()).text('')).toContain('Labels: 0 created, 1 changed, 6 unchanged')
  expect(entries[0]).toMatchObject({ id: ids[0], name: 'Laser', values: { [dimensionId()]: 'Lasers' } })

  move.write('datasources/machine-types.json', { ...file, entries: [second, changed, ...rest] })
  await move.push()
  expect(entries.map(({ id }) => id)).toEqual([ids[1], ids[0], ...ids.slice(2)])
  expect((await move.push()).writes).toBe(0)
})

test('what only the space has stays and is listed', async () => {
  await move.push()
  const { inSpace } = move.double
  const [pageBlock] = inSpace.components as { id: number; schema: Record<string, object> }[]
  Object.assign(pageBlock!.schema, { mood: { type: 'text', id: 'field-mood', pos: 9 } })
  inSpace.addComponent({ name: 'poll', schema: { question: { type: 'text' } } })
  inSpace.addStory({ name: 'News', slug: 'news', content: { component: 'poll' } })
  inSpace.entries.push({
    id: 5,
    datasource_id: inSpace.datasources[0]!.id,
    name: 'Neu',
    value: 'new',
    values: {},
  })
  const before = inSpace.stories.length
  const report = await move.push()
  expect(report.writes).toBe(0)
  for (const line of ['field page.mood', 'block poll', 'story news', 'label machine-types: Neu']) {
    expect(report.text('')).toContain(`- ${line}`)
  }
  expect(inSpace.stories).toHaveLength(before)

  const { own } = changedBlocks()
  await move.push({ own })
  expect(pageBlock?.schema).toMatchObject({
    mood: { type: 'text' },
    title: { required: true, id: 'field-title' },
  })
})

function changedBlocks() {
  const title = { type: 'text', translatable: true, pos: 0, required: true }
  return { own: [{ name: 'page', schema: { title } }] }
}

test('a change of an editor is overwritten only with --force', async () => {
  await move.push()
  const { inSpace } = move.double
  const laser = move.story('maschinen/laser')
  inSpace.changeStory(laser.id, { content: { ...laser.content, title: 'Vom Team' } }, false)
  move.write('stories/home.json', page(1, 'home', { title: 'Neu' }))
  const report = await move.push()
  expect(report.ok).toBe(false)
  expect(report.text('')).toContain('story maschinen/laser was changed in Storyblok')
  expect(laser.content['title']).toBe('Vom Team')
  expect(move.story('home').content['title']).toBe('Neu')
  expect((await move.push()).ok).toBe(false)

  expect((await move.push({ force: true })).ok).toBe(true)
  expect(laser).toMatchObject({ content: { title: 'Laser' }, unpublished_changes: false })
})

test('a dry run reports the same and writes nothing', async () => {
  const rehearsed = await move.push({ dryRun: true })
  expect(move.writes()).toEqual([])
  expect(existsSync(join(move.folder, 'storyblok.json'))).toBe(false)
  expect(rehearsed.text('')).toBe((await move.push()).text(''))
})

test('a refusal names call, place and reason; the next push continues from there', async () => {
  const { url, space } = move.double
  const stranger = createManagement({
    url,
    token: 'wrong',
    space,
    fetch,
    wait: async () => {},
    perSecond: 1000,
  })
  await expect(move.push({ management: stranger })).rejects.toThrow('Check STORYBLOK_MANAGEMENT_TOKEN')
  const bad = [{ name: 'Bad Name', schema: {} }]
  await expect(move.push({ own: bad })).rejects.toThrow(
    'Creating block Bad Name: Storyblok refuses it (422): name: is invalid',
  )

  move.double.state.broken = 'assets'
  await expect(move.push()).rejects.toThrow('Storyblok refuses it (500): Internal Server Error')
  move.double.state.broken = null
  expect((await move.push()).text('')).toContain('Blocks: 0 created, 0 changed, 2 unchanged')

  const nowhere = createManagement({
    url: 'http://127.0.0.1:9/v1',
    token: 't',
    space,
    fetch,
    wait: async () => {},
  })
  await expect(move.push({ management: nowhere })).rejects.toThrow('Storyblok does not answer')
})

test('an invalid file is named before anything is written', async () => {
  move.write('stories/kaputt.json', { slug: 'kaputt' })
  await expect(move.push()).rejects.toThrow('stories/kaputt.json')
  expect(move.writes()).toEqual([])
})

test('marks of the Visual Editor are not pushed', async () => {
  move.write('stories/home.json', page(1, 'home', { _editable: '<!--#storyblok#{}-->', title: 'Neu' }))
  await move.push()
  expect(move.story('home').content).toEqual({ _uid: 'root-1', component: 'page', title: 'Neu' })
})

test('an address that Storyblok builds differently is reported', async () => {
  const other = [{ path: 'tools/laser-cutter', name: 'Laser cutter', lang: 'en' }]
  move.write('stories/maschinen/laser.json', page(11, 'laser', {}, { translated_slugs: other }))
  const text = (await move.push()).text('')
  expect(text).toContain('the en address equipment/laser-cutter, not tools/laser-cutter')
})
