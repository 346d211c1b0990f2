import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { componentsOf } from './components.ts'
import { page, smallContent, startMove, uuidOf } from './folder.fixture.ts'

vi.setConfig({ testTimeout: 60_000 })

type Json = Record<string, unknown>
const own = componentsOf({
  page: {
    name: 'page',
    fields: [
      { name: 'title', type: 'text', required: true, pos: 0 },
      { name: 'type', type: 'option', source: 'internal', datasource: 'machine-types', pos: 1 },
    ],
  },
})

let move: Awaited<ReturnType<typeof startMove>>
beforeEach(async () => {
  move = await startMove(smallContent(), own)
  await move.push()
  move.writes()
})
afterEach(() => move.stop())

/** A push refuses and reports it; after a pull both sides are equal. */
async function isToldThenPulled(sentence: string) {
  const pushed = await move.push()
  expect(pushed.text('')).toContain(sentence)
  expect(pushed.ok).toBe(false)
  expect(move.writes()).toEqual([])
  await settles()
}

async function settles() {
  const report = await move.pull()
  expect(report.ok).toBe(true)
  expect(report.writes).toBeGreaterThan(0)
  expect((await move.pull()).writes).toBe(0)
  expect((await move.push()).writes).toBe(0)
  expect(move.writes()).toEqual([])
}

describe('a push before the pull does not undo an editor’s change:', () => {
  test('a flag removed from our field', async () => {
    const { inSpace } = move.double
    const [block] = inSpace.components as (Json & { id: number; schema: Record<string, Json> })[]
    const { required: _, ...title } = block!.schema['title'] ?? {}
    inSpace.changeComponent(block!.id, { name: 'page', schema: { ...block!.schema, title } })
    await isToldThenPulled('block page was changed in Storyblok')
    expect(move.json('schema/components.json')).toEqual([
      { name: 'page', schema: { title: { required: false } } },
    ])
    expect(block?.schema['title']).not.toHaveProperty('required')
  })

  test('a renamed label', async () => {
    move.double.inSpace.entries[2]!['name'] = 'Drucker'
    await isToldThenPulled('datasource machine-types was changed in Storyblok')
    expect(move.files()['datasources/machine-types.json']).toContain('Drucker')
  })

  test('a story moved to another folder and position, and renamed', async () => {
    const laser = move.story('maschinen/laser')
    const updated_at = laser['updated_at']
    const folder = move.double.inSpace.addStory({ name: 'Geräte', slug: 'geraete', is_folder: true })
    // Storyblok may not count moving and sorting as a change of the story.
    Object.assign(laser, { parent_id: folder.id, slug: 'lasercutter', position: 3, updated_at })
    await isToldThenPulled('story maschinen/laser was changed in Storyblok')
    expect(move.json('stories/geraete/lasercutter.json')).toMatchObject({ uuid: uuidOf(11), position: 3 })
    expect(existsSync(join(move.folder, 'stories/maschinen/laser.json'))).toBe(false)
  })

  test('an unpublished story', async () => {
    const laser = move.story('maschinen/laser')
    Object.assign(laser, { published: false, unpublished_changes: false })
    await isToldThenPulled('story maschinen/laser was changed in Storyblok')
    expect(move.json('stories/maschinen/laser.json')).toMatchObject({ published_at: null })
  })

  test('a deleted story', async () => {
    const { stories } = move.double.inSpace
    stories.splice(stories.indexOf(move.story('maschinen/laser')), 1)
    await isToldThenPulled('story maschinen/laser was deleted in Storyblok')
    expect(existsSync(join(move.folder, 'stories/maschinen/laser.json'))).toBe(false)
  })

  test('a folder with a new address', async () => {
    move.double.inSpace.changeStory(move.story('maschinen').id, { slug: 'geraete' }, false)
    await isToldThenPulled('folder maschinen was changed in Storyblok')
    expect(move.json('stories/geraete/laser.json')).toMatchObject({ uuid: uuidOf(11) })
    expect(move.json('stories/geraete.json')).toMatchObject({ uuid: uuidOf(2) })
    expect(move.double.inSpace.stories.filter(({ is_folder }) => is_folder)).toHaveLength(1)
  })

  test('a folder with a new name and position', async () => {
    move.double.inSpace.changeStory(move.story('maschinen').id, { name: 'Alle Geräte', position: 9 }, false)
    await isToldThenPulled('folder maschinen was changed in Storyblok')
    expect(move.json('folders.json')).toEqual([{ path: 'maschinen', name: 'Alle Geräte', position: 9 }])
  })

  test('a replaced drawing, when only something else is pushed', async () => {
    const { inSpace } = move.double
    Object.assign(inSpace.assets[0]!, { bytes: Buffer.from('<svg/>'), updated_at: inSpace.now() })
    move.write('stories/home.json', { ...move.json('stories/home.json'), name: 'Anfang' })
    expect((await move.push()).ok).toBe(true)
    await move.pull()
    expect(move.files()['assets/lamp.svg']).toBe('<svg/>')
  })

  test('texts, focus and folder of a drawing', async () => {
    const { inSpace } = move.double
    const folder = { id: 5, name: 'Zeichnungen', parent_id: 0 }
    inSpace.assetFolders.push(folder, { id: 6, name: 'Licht', parent_id: 5 })
    const said = { alt: 'Lampe', title: 'Die Lampe', copyright: 'Halle 9', source: 'Archiv' }
    const meta_data = { ...said, alt__i18n__en: 'Lamp' }
    inSpace.changeAsset(inSpace.assets[0]!.id, { asset_folder_id: 6, focus: '1x2:3x4', meta_data })
    expect((await move.push()).text('')).toContain('texts of the file lamp.svg are other in Storyblok')
    await settles()
    expect(move.json('assets.json')).toEqual({
      'lamp.svg': {
        ...said,
        focus: '1x2:3x4',
        meta_data: { alt__i18n__en: 'Lamp' },
        folder: ['Zeichnungen', 'Licht'],
      },
    })
  })
})

test('a drawing that both sides changed stays on both sides until one is forced', async () => {
  const { inSpace } = move.double
  const asset = inSpace.assets[0]!
  Object.assign(asset, { bytes: Buffer.from('<svg/>'), updated_at: inSpace.now() })
  move.write('assets/lamp.svg', '<svg>mine</svg>')
  expect((await move.push()).text('')).toContain('file lamp.svg was changed in Storyblok')
  expect((await move.pull()).text('')).toContain('file lamp.svg was changed here and in Storyblok')
  expect([String(asset.bytes), move.files()['assets/lamp.svg']]).toEqual(['<svg/>', '<svg>mine</svg>'])
  await move.push({ force: true })
  expect(String(asset.bytes)).toBe('<svg>mine</svg>')
  expect((await move.pull()).writes).toBe(0)
})

test('a drawing deleted in the space is sent again by a push, and deleted here by a pull', async () => {
  const { assets } = move.double.inSpace
  assets.length = 0
  expect((await move.push()).text('')).toContain('created: lamp.svg')
  expect(assets).toHaveLength(1)
  assets.length = 0
  await move.pull()
  expect(existsSync(join(move.folder, 'assets/lamp.svg'))).toBe(false)
  await move.push()
  expect(assets).toHaveLength(0)
})

test('labels that both sides added are merged', async () => {
  const { inSpace } = move.double
  const datasource_id = inSpace.datasources[0]!.id
  inSpace.entries.push({ id: 5, datasource_id, name: 'Dort', value: 'there', values: {} })
  const file = move.json('datasources/machine-types.json') as { entries: Json[] }
  const here = { id: 90, name: 'Hier', value: 'here', dimension_values: { en: 'Here' } }
  move.write('datasources/machine-types.json', { ...file, entries: [...file.entries, here] })
  expect((await move.pull()).text('')).toContain('datasource machine-types was changed here and in Storyblok')
  expect((await move.push()).ok).toBe(true)
  await move.pull()
  const { entries } = move.json('datasources/machine-types.json') as { entries: Json[] }
  expect(entries.map(({ name }) => name)).toEqual(expect.arrayContaining(['Dort', 'Hier']))
  expect(inSpace.entries.map(({ name }) => name)).toEqual(entries.map(({ name }) => name))
  expect((await move.push()).writes).toBe(0)
})

test('a pull keeps labels, blocks and folders that changed only here', async () => {
  const file = move.json('datasources/machine-types.json') as { entries: Json[] }
  move.write('datasources/machine-types.json', { ...file, name: 'Typen' })
  move.write('folders.json', [{ path: 'maschinen', name: 'Geräte' }] as never)
  const changed = own.map(({ schema, ...block }) => {
    return { ...block, schema: { ...schema, title: { ...schema['title'], description: 'Kurz' } } }
  })
  const before = move.filesForAnotherSpace()
  const report = await move.pull({ own: changed })
  expect(report.ok).toBe(true)
  expect(move.filesForAnotherSpace()).toEqual(before)
  for (const what of ['datasource machine-types', 'block page', 'folder maschinen']) {
    expect(report.text('')).toContain(`${what} was changed only here: push it`)
  }
  await move.push({ own: changed })
  expect(move.story('maschinen')).toMatchObject({ name: 'Geräte' })
  expect((await move.pull({ own: changed })).writes).toBe(0)
})

test('a new file here is not overwritten by a story or drawing of the same name', async () => {
  const { inSpace, state } = move.double
  move.write('stories/neu.json', page(60, 'neu', { title: 'Meins' }))
  inSpace.changeStory(move.story('home').id, { slug: 'neu' }, true)
  move.write('assets/plan.svg', 'mine')
  const filename = `${state.origin}/f/4711/1x1/abc/plan.svg`
  inSpace.assets.push({ id: 78, filename, bytes: Buffer.from('theirs'), is_private: false })
  const report = await move.pull()
  expect(report.ok).toBe(false)
  expect(report.text('')).toContain('story neu: here its address is that of another story')
  expect(move.json('stories/neu.json')).toMatchObject({ content: { title: 'Meins' } })
  expect(move.json('stories/home.json')).toMatchObject({ uuid: uuidOf(1) })
  expect(move.files()).toMatchObject({ 'assets/plan.svg': 'mine', 'assets/plan-78.svg': 'theirs' })

  renameSync(join(move.folder, 'stories/neu.json'), join(move.folder, 'stories/meins.json'))
  move.write('stories/meins.json', { ...move.json('stories/meins.json'), slug: 'meins' })
  expect((await move.pull()).ok).toBe(true)
  expect(move.json('stories/neu.json')).toMatchObject({ uuid: uuidOf(1) })
})

test('two stories that swap addresses are swapped here', async () => {
  const [home, draft] = [move.story('home'), move.story('entwurf')]
  const { inSpace } = move.double
  inSpace.changeStory(home.id, { slug: 'x' }, true)
  inSpace.changeStory(draft.id, { slug: 'home' }, false)
  inSpace.changeStory(home.id, { slug: 'entwurf' }, true)
  await settles()
  expect(move.json('stories/home.json')['uuid']).toBe(uuidOf(3))
  expect(move.json('stories/entwurf.json')['uuid']).toBe(uuidOf(1))
})

test('real path, date, tags and meta data of a story are pulled and pushed into another space', async () => {
  const laser = move.story('maschinen/laser')
  const own = { path: 'x/y', sort_by_date: '2026-04-01', tag_list: ['metal'], meta_data: { no: 7 } }
  move.double.inSpace.changeStory(laser.id, own, true)
  await settles()
  expect(move.json('stories/maschinen/laser.json')).toMatchObject(own)
  const other = await startMove(move.filesForAnotherSpace())
  await other.push()
  expect(other.story('maschinen/laser')).toMatchObject(own)
  await other.stop()
})

test('a translated address deleted in the space is deleted here; one deleted here is listed', async () => {
  const laser = move.story('maschinen/laser')
  const [slug] = laser.translated_slugs.splice(0)
  Object.assign(laser, { updated_at: move.double.inSpace.now() })
  await settles()
  expect(move.json('stories/maschinen/laser.json')['translated_slugs']).toEqual([])
  laser.translated_slugs.push(slug!)
  expect((await move.push()).text('')).toContain('- the en address of story maschinen/laser')
})

test('renamed folders, empty ones and those with only a start page are pushed into another space', async () => {
  const { inSpace } = move.double
  inSpace.changeStory(move.story('maschinen').id, { name: 'Geräte', default_root: 'page' }, false)
  const empty = inSpace.addStory({
    name: 'Archiv',
    slug: 'archiv',
    is_folder: true,
    position: 4,
    translated_slugs_attributes: [{ lang: 'en', slug: 'archive', name: 'Archive' }],
  })
  const alone = inSpace.addStory({ name: 'Allein', slug: 'allein', is_folder: true, parent_id: empty.id })
  const content = { component: 'page', _uid: 'u' }
  inSpace.addStory({ name: 'Allein', slug: 'start', parent_id: alone.id, is_startpage: true, content })
  await settles()
  expect(move.json('folders.json')).toEqual([
    {
      path: 'archiv',
      name: 'Archiv',
      position: 4,
      translated_slugs: [{ lang: 'en', slug: 'archive', name: 'Archive' }],
    },
    { path: 'archiv/allein' },
    { path: 'maschinen', name: 'Geräte', default_root: 'page' },
  ])
  const other = await startMove(move.filesForAnotherSpace())
  await other.push()
  expect(other.story('archiv')).toMatchObject({
    name: 'Archiv',
    position: 4,
    translated_slugs: [{ slug: 'archive' }],
  })
  expect(other.story('archiv/allein/')).toMatchObject({ is_startpage: true })
  expect(other.story('maschinen')).toMatchObject({ name: 'Geräte', default_root: 'page' })
  expect((await other.push()).writes).toBe(0)
  await other.stop()

  inSpace.stories.splice(inSpace.stories.indexOf(move.story('archiv/allein/')), 1)
  inSpace.stories.splice(inSpace.stories.indexOf(alone), 1)
  const report = await move.pull()
  expect(report.text('')).toContain('removed: archiv/allein')
  expect((await move.push()).writes).toBe(0)
})

test('texts and folders of drawings are pushed into another space', async () => {
  move.write('assets.json', { 'lamp.svg': { alt: 'Lampe', focus: '1x1:2x2', folder: ['A', 'B'] } })
  await move.push()
  const { assets, assetFolders } = move.double.inSpace
  expect(assetFolders).toMatchObject([
    { name: 'A', parent_id: 0 },
    { name: 'B', parent_id: assetFolders[0]?.id },
  ])
  expect(assets).toMatchObject([
    { alt: 'Lampe', focus: '1x1:2x2', meta_data: { alt: 'Lampe' }, asset_folder_id: assetFolders[1]?.id },
  ])
  expect((await move.push()).writes).toBe(0)
  expect((await move.pull()).writes).toBe(0)
})
