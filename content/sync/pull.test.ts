import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { schema } from '../schema/index.ts'
import { createPictures } from '../../platform/images/render-image.ts'
import { createLog } from '../../platform/log.ts'
import { createContent } from '../../services/content/content.ts'
import { componentsOf } from './components.ts'
import { page, smallContent, startMove, uuidOf } from './folder.fixture.ts'

vi.setConfig({ testTimeout: 60_000 })

type Move = Awaited<ReturnType<typeof startMove>>
let move: Move
const start = async (...given: Parameters<typeof startMove>) => (move = await startMove(...given))
afterEach(() => move.stop())

const emptied = (folder = move.folder) => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
}
/** Removes the numbers, uuids and times that a space assigns. */
const withoutIds = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'uuid')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/\/f\/\d+\//g, '/f/0/')
    .replaceAll(/("(?:id|parent_id|cv|datasource_id)"):\d+/g, '$1:0')

describe('the demo content', () => {
  const shipped = () => start({}, componentsOf(schema.blocks))
  const served = (folder: string) => {
    const options = { folder, publicToken: 'public', previewToken: 'preview', assetBase: 'https://x/content' }
    return createContent({ ...options, reload: false, pictures: createPictures(), log: createLog('silent') })
  }
  const delivered = async (folder: string, path: string) => {
    const response = await served(folder)(
      new Request(`http://x/v2/cdn/${path}&token=public&cv=1`, { redirect: 'follow' }),
    )
    const next = response.headers.get('location')
    const last = next ? await served(folder)(new Request(new URL(next, 'http://x'))) : response
    expect(last.status).toBe(200)
    return JSON.parse(withoutIds(await last.text())) as unknown
  }

  test('is equal byte for byte after a push and a pull', async () => {
    await shipped()
    cpSync('content', move.folder, { recursive: true })
    const before = move.files()
    expect((await move.push()).writes).toBeGreaterThan(100)
    const report = await move.pull()
    expect(report.writes).toBe(0)
    const { 'storyblok.json': _, ...after } = move.files()
    expect(after).toEqual(before)
    move.writes()
    expect((await move.push()).writes).toBe(0)
    expect(move.writes()).toEqual([])
  })

  test('pulled into an empty folder is delivered equally, except for ids and times', async () => {
    await shipped()
    cpSync('content', move.folder, { recursive: true })
    await move.push()
    emptied()
    const report = await move.pull()
    expect(report.text('')).not.toContain('Note')
    for (const language of ['', 'en']) {
      for (const page of [1, 2, 3]) {
        const path = `stories?per_page=25&page=${page}&sort_by=slug:asc&language=${language}`
        expect(await delivered(move.folder, path)).toEqual(await delivered('content', path))
      }
    }
    for (const name of ['machine-types', 'workshop-grade', 'space-address', 'search-synonyms', 'redirects']) {
      const path = `datasource_entries?datasource=${name}&dimension=en&per_page=100`
      expect(await delivered(move.folder, path)).toEqual(await delivered('content', path))
    }
    expect((await move.push()).writes).toBe(0)
  })
})

describe('changes of editors in the space', () => {
  beforeEach(async () => {
    await start()
    await move.push()
    move.writes()
  })

  /** Pulls the change; then neither a second pull nor a push writes anything. */
  const settles = async () => {
    const report = await move.pull()
    expect(report.writes).toBeGreaterThan(0)
    expect((await move.pull()).writes).toBe(0)
    expect((await move.push()).writes).toBe(0)
    expect(move.writes()).toEqual([])
    return report
  }

  test('a changed text and a translation are pulled; the file keeps its order and our ids', async () => {
    const { inSpace } = move.double
    const home = move.story('home')
    inSpace.changeStory(
      home.id,
      { content: { ...home.content, title: 'Hallo', lead__i18n__en: 'New' } },
      true,
    )
    const reversed = Object.fromEntries(Object.entries(move.json('stories/home.json')).toReversed())
    move.write('stories/home.json', reversed)
    rmSync(join(move.folder, 'storyblok.json'))
    const before = move.json('stories/home.json')
    await settles()
    const after = move.json('stories/home.json')
    expect(after).toMatchObject({
      id: 1,
      uuid: uuidOf(1),
      content: { title: 'Hallo', lead__i18n__en: 'New' },
    })
    expect(after['content']).toEqual({
      ...(before['content'] as object),
      title: 'Hallo',
      lead__i18n__en: 'New',
    })
    expect(Object.keys(after)).toEqual(Object.keys(before))
    expect(after['created_at']).toBe(before['created_at'])
  })

  test('a new story in a new folder with an unknown block, a picture and a link is pulled whole', async () => {
    const { inSpace, state } = move.double
    const folder = inSpace.addStory({
      name: 'Neues',
      slug: 'neues',
      is_folder: true,
      translated_slugs_attributes: [{ lang: 'en', slug: 'news', name: null }],
    })
    const filename = `${state.origin}/f/4711/10x10/abc/team photo.png`
    inSpace.assets.push({
      id: 99,
      filename,
      bytes: Buffer.from('png'),
      updated_at: inSpace.now(),
      is_private: false,
    })
    const poll = {
      _uid: 'p1',
      component: 'poll',
      plugin: { about: move.story('maschinen/laser').uuid },
      photo: { fieldtype: 'asset', id: 99, filename, alt: 'Team' },
    }
    const made = inSpace.addStory({
      name: 'Fest',
      slug: 'fest',
      parent_id: folder.id,
      content: { _uid: 'r', component: 'page', body: [poll] },
      translated_slugs_attributes: [{ lang: 'en', slug: 'party', name: 'Party' }],
    })
    const report = await settles()
    expect(report.text('')).toContain('created: neues/fest')
    expect(move.json('stories/neues/fest.json')).toMatchObject({
      uuid: made.uuid,
      published_at: null,
      translated_slugs: [{ path: 'news/party', name: 'Party', lang: 'en' }],
      content: {
        body: [
          { ...poll, plugin: { about: uuidOf(11) }, photo: { filename: 'team photo.png', alt: 'Team' } },
        ],
      },
    })
    expect(move.files()['assets/team photo.png']).toBe('png')
  })

  test('added fields, blocks and labels are pulled into files and pushed into another space', async () => {
    const { inSpace } = move.double
    const title = { type: 'text', translatable: true, pos: 0, id: 'field-title', description: 'Kurz' }
    inSpace.changeComponent(Number(inSpace.components[0]?.['id']), {
      name: 'page',
      color: '#fff',
      schema: { ...(inSpace.components[0]?.['schema'] as object), title, mood: { type: 'text', pos: 9 } },
    })
    inSpace.addComponent({
      name: 'poll',
      display_name: 'Umfrage',
      schema: { question: { type: 'text', pos: 0 } },
    })
    const [datasource] = inSpace.datasources
    const dimension = Number(datasource?.dimensions[0]?.['id'])
    inSpace.entries.push({
      id: 5,
      datasource_id: datasource!.id,
      name: 'Neu',
      value: 'new',
      values: { [dimension]: 'New' },
    })
    await settles()
    expect(move.json('schema/components.json')).toEqual([
      {
        name: 'page',
        color: '#fff',
        schema: { title: { description: 'Kurz' }, mood: { type: 'text', pos: 9 } },
      },
      { name: 'poll', display_name: 'Umfrage', schema: { question: { type: 'text', pos: 0 } } },
    ])
    const { entries } = move.json('datasources/machine-types.json') as { entries: object[] }
    expect(entries[0]).toMatchObject({ id: 1, value: 'type-0' })
    expect(entries.at(-1)).toMatchObject({ name: 'Neu', value: 'new', dimension_values: { en: 'New' } })

    const other = await startMove(move.filesForAnotherSpace())
    await other.push()
    const block = (name: string) => other.double.inSpace.components.find((one) => one['name'] === name)
    expect(block('page')).toMatchObject({
      color: '#fff',
      schema: { title: { description: 'Kurz' }, mood: {} },
    })
    expect(block('poll')).toMatchObject({ schema: { question: { type: 'text' } } })
    expect(other.double.inSpace.stories).toHaveLength(inSpace.stories.length)
    await other.stop()
  })

  test('a draft of a published story is pulled beside the published content', async () => {
    const { inSpace } = move.double
    const laser = move.story('maschinen/laser')
    inSpace.changeStory(laser.id, { content: { ...laser.content, title: 'Entwurf' } }, false)
    await settles()
    expect(move.json('stories/maschinen/laser.json')).toMatchObject({
      content: { title: 'Laser' },
      draft_content: { title: 'Entwurf' },
    })
    inSpace.unpublish(laser.id)
    await settles()
    const now = move.json('stories/maschinen/laser.json')
    expect(now).toMatchObject({ published_at: null, content: { title: 'Entwurf' } })
    expect(now).not.toHaveProperty('draft_content')
  })

  test('a renamed story is renamed here, a deleted one is deleted, one only here stays', async () => {
    const { inSpace } = move.double
    inSpace.changeStory(move.story('maschinen/laser').id, { slug: 'lasercutter' }, true)
    inSpace.stories.splice(inSpace.stories.indexOf(move.story('entwurf')), 1)
    move.write('stories/nur-hier.json', page(50, 'nur-hier'))
    const report = await move.pull()
    expect(report.text('')).toContain('maschinen/laser → maschinen/lasercutter')
    expect(report.text('')).toContain('removed: entwurf')
    expect(report.text('')).toContain('story nur-hier is only here')
    const files = Object.keys(move.files()).filter((path) => path.startsWith('stories'))
    expect(files.sort()).toEqual([
      'stories/home.json',
      'stories/maschinen.json',
      'stories/maschinen/lasercutter.json',
      'stories/maschinen/saege.json',
      'stories/nur-hier.json',
    ])
    expect(move.json('stories/maschinen/lasercutter.json')).toMatchObject({
      uuid: uuidOf(11),
      slug: 'lasercutter',
    })
  })

  test('alternates in other folders stay alternates', async () => {
    const { inSpace } = move.double
    const group_id = move.story('home')['group_id']
    inSpace.changeStory(move.story('entwurf').id, { group_id }, false)
    await settles()
    expect(move.json('stories/home.json')['group_id']).toBe(group_id)
    emptied()
    for (const [path, file] of Object.entries(smallContent())) move.write(path, file)
    await move.pull()
    const other = await startMove(move.filesForAnotherSpace())
    await other.push()
    expect(other.story('entwurf')['group_id']).toBe(other.story('home')['group_id'])
    expect(other.story('maschinen/')['group_id']).not.toBe(other.story('home')['group_id'])
    await other.stop()
  })

  test('a file that changed here is overwritten only with --force', async () => {
    const { inSpace } = move.double
    const mine = { ...move.json('stories/maschinen/laser.json'), name: 'Meins' }
    move.write('stories/maschinen/laser.json', mine)
    const onlyHere = await move.pull()
    expect(onlyHere.ok).toBe(true)
    expect(onlyHere.text('')).toContain('story maschinen/laser was changed only here')

    inSpace.changeStory(move.story('maschinen/laser').id, { name: 'Deins', slug: 'deins' }, true)
    const both = await move.pull()
    expect(both.ok).toBe(false)
    expect(both.text('')).toContain('changed here and in Storyblok')
    expect(move.json('stories/maschinen/laser.json')).toEqual(mine)
    expect(existsSync(join(move.folder, 'stories/maschinen/deins.json'))).toBe(false)

    await move.pull({ force: true })
    expect(move.json('stories/maschinen/deins.json')).toMatchObject({ name: 'Deins', uuid: uuidOf(11) })
    expect(existsSync(join(move.folder, 'stories/maschinen/laser.json'))).toBe(false)
  })

  test('a replaced drawing is pulled, one changed here stays, a deleted one is deleted', async () => {
    const { inSpace } = move.double
    Object.assign(inSpace.assets[0]!, { bytes: Buffer.from('<svg/>'), updated_at: inSpace.now() })
    await settles()
    expect(move.files()['assets/lamp.svg']).toBe('<svg/>')
    move.write('assets/lamp.svg', '<svg>mine</svg>')
    expect((await move.pull()).text('')).toContain('file lamp.svg was changed only here')
    expect(move.files()['assets/lamp.svg']).toBe('<svg>mine</svg>')
    move.write('assets/lamp.svg', '<svg/>')
    inSpace.assets.length = 0
    expect((await move.pull()).text('')).toContain('removed: lamp.svg')
    expect(existsSync(join(move.folder, 'assets/lamp.svg'))).toBe(false)
  })
})

describe('a pull', () => {
  beforeEach(async () => {
    await start()
    await move.push()
    emptied()
    for (const [path, file] of Object.entries(smallContent())) move.write(path, file)
    const home = move.story('home')
    move.double.inSpace.changeStory(home.id, { content: { ...home.content, title: 'Hallo' } }, true)
  })

  test('that fails while reading leaves the folder unchanged', async () => {
    const before = move.files()
    for (const broken of [
      'datasource_entries',
      `stories/${move.story('maschinen/saege').id}`,
      'story_versions',
      'assets',
    ]) {
      move.double.state.broken = broken
      await expect(move.pull()).rejects.toThrow('Storyblok refuses it (500)')
      expect(move.files()).toEqual(before)
    }
    move.double.state.broken = null
    move.double.inSpace.assets[0]!.filename += '-gone'
    move.double.inSpace.assets[0]!.bytes = null
    expect((await move.pull()).text('')).toContain('changed: home')
  })

  test('that cannot write leaves the folder unchanged', async () => {
    // A file in the place of a folder makes a write fail, as a full disk does.
    move.double.inSpace.addStory({
      name: 'x',
      slug: 'x'.repeat(300),
      content: { component: 'page', _uid: 'u' },
    })
    const before = move.files()
    await expect(move.pull()).rejects.toThrow('ENAMETOOLONG')
    expect(move.files()).toEqual(before)
  })

  test('in a dry run writes nothing', async () => {
    const before = move.files()
    expect((await move.pull({ dryRun: true })).text('')).toContain('changed: home')
    expect(move.files()).toEqual(before)
    expect(existsSync(join(move.folder, 'storyblok.json'))).toBe(false)
  })

  test('never writes outside its folder, for any name in the space', async () => {
    const { inSpace, state } = move.double
    const evil = (slug: string) =>
      inSpace.addStory({ name: 'x', slug, content: { component: 'page', _uid: 'u' } })
    evil('../../evil')
    evil('.hidden')
    evil('a\\b')
    inSpace.addStory({ name: 'x', slug: '../../folder', is_folder: true })
    inSpace.addStory({ name: 'x', slug: 'a//b', is_folder: true })
    inSpace.datasources.push({ id: 77, name: 'x', slug: '../evil', dimensions: [] })
    const filename = `${state.origin}/f/4711/1x1/abc/..%2Fevil.svg`
    inSpace.assets.push({ id: 78, filename, bytes: Buffer.from('x'), is_private: false })
    const above = readdirSync(join(move.folder, '..')).length
    const report = await move.pull()
    expect(report.text('').match(/cannot be the name of a file|without a name for a file/g)).toHaveLength(5)
    expect(report.text('').match(/cannot be that of files/g)).toHaveLength(2)
    expect(readdirSync(join(move.folder, '..')).length).toBe(above)
    expect(Object.keys(move.files()).filter((path) => /evil|hidden/.test(path))).toEqual([])
    expect((await move.pull()).writes).toBe(0)
    expect((await move.push()).writes).toBe(0)
  })

  test('reports and writes stories that the site cannot show', async () => {
    const { inSpace } = move.double
    inSpace.addStory({ name: 'x', slug: 'Under_Score', content: { component: 'page', _uid: 'u' } })
    const report = await move.pull()
    expect(report.text('')).toContain(
      'story Under_Score is kept, but the site cannot show it: lower-case letters',
    )
    expect(move.json('stories/Under_Score.json')).toMatchObject({ slug: 'Under_Score' })
    expect((await move.pull()).writes).toBe(0)
    expect((await move.push()).writes).toBe(0)
  })

  test('does not download a private file or one above the size limit', async () => {
    const { management, inSpace, state } = move.double
    const filename = inSpace.assets[0]!.filename
    expect(await management.download(filename, 10)).toBeNull()
    expect(await management.download(filename, 10_000)).toHaveLength(inSpace.assets[0]!.bytes!.length)
    const secret = `${state.origin}/f/4711/1x1/abc/plan.pdf`
    inSpace.assets.push({ id: 78, filename: secret, bytes: Buffer.from('x'), is_private: true })
    expect((await move.pull()).text('')).toContain(`file ${secret}: private`)
    expect(move.files()).not.toHaveProperty('assets/plan.pdf')
  })
})
