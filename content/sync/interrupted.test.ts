import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, smallContent, startMove, uuidOf } from './folder.fixture.ts'
import { replaceFiles } from './replace-files.ts'

vi.setConfig({ testTimeout: 60_000 })

type Move = Awaited<ReturnType<typeof startMove>>
let move: Move
beforeEach(async () => void (move = await startMove()))
afterEach(() => move.stop())

describe.each([
  ['before it is done', false],
  ['after it is done, with a lost response', true],
])('a push in which each write fails once, %s,', (_, lost) => {
  /** Runs a command until it succeeds. */
  const pushStubbornly = async (on: Move) => {
    on.double.state.flaky = { lost, seen: new Set() }
    let broken = 0
    for (;;) {
      const report = await on.push().catch((error: Error) => error)
      if (!(report instanceof Error)) {
        on.double.state.flaky = null
        expect(report.text('')).not.toContain('Not done')
        return broken
      }
      expect(report.message).toContain('503')
      broken += 1
    }
  }

  test('ends with the same space as an undisturbed push, without duplicates', async () => {
    const smooth = await startMove()
    await smooth.push()
    expect(await pushStubbornly(move)).toBeGreaterThan(20)
    expect(inventory(move)).toEqual(inventory(smooth))

    for (const one of [move, smooth]) changeEverything(one)
    await smooth.push()
    expect(await pushStubbornly(move)).toBeGreaterThan(8)
    expect(inventory(move)).toEqual(inventory(smooth))
    move.writes()
    expect((await move.push()).writes).toBe(0)
    expect(move.writes()).toEqual([])
    const before = move.filesForAnotherSpace()
    expect((await move.pull()).writes).toBe(0)
    expect(move.filesForAnotherSpace()).toEqual(before)
    await smooth.stop()
  })
})

function changeEverything(one: Move) {
  one.write('stories/home.json', { ...page(1, 'home', { title: 'Neu' }), name: 'Anfang' })
  const saw = one.json('stories/maschinen/saege.json')
  one.write('stories/maschinen/saege.json', {
    ...saw,
    content: { ...(saw['content'] as object), title: 'Säge 2' },
    draft_content: { ...(saw['content'] as object), title: 'Säge 3' },
  })
  one.write('stories/maschinen/laser.json', {
    ...one.json('stories/maschinen/laser.json'),
    published_at: null,
  })
  one.write('stories/werkstatt/neu.json', page(20, 'neu', { title: 'Neu' }))
  const labels = one.json('datasources/machine-types.json') as { entries: { name: string }[] }
  const [first, ...rest] = labels.entries
  const added = { id: 90, name: 'Neu', value: 'new', dimension_values: { en: 'New' } }
  one.write('datasources/machine-types.json', {
    ...labels,
    entries: [...rest, { ...first, name: 'Laser' }, added],
  })
  one.write('assets/lamp.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>')
  one.write('assets.json', JSON.stringify({ 'lamp.svg': { alt: 'Lampe', folder: ['Zeichnungen', 'Licht'] } }))
  one.write('folders.json', JSON.stringify([{ path: 'werkstatt', name: 'Die Werkstatt' }]))
  one.write('schema/components.json', JSON.stringify([{ name: 'poll', schema: { q: { type: 'text' } } }]))
}

/** The content of a space without ids and times. */
function inventory({ double }: Move) {
  const { inSpace } = double
  const text = JSON.stringify({
    components: inSpace.components.map(({ name, schema }) => ({ name, schema })),
    stories: inSpace.stories
      .map((story) => inSpace.shown(story))
      .map(({ full_slug, name, published, unpublished_changes, content, translated_slugs }) => ({
        full_slug,
        name,
        published,
        unpublished_changes,
        content,
        slugs: translated_slugs.map(({ lang, slug }) => `${lang}/${slug}`),
      })),
    labels: inSpace.entries.map(({ name, value, values }) => [name, value, Object.values(values)]),
    files: inSpace.assets.filter(({ bytes }) => bytes).map(({ bytes, alt }) => [String(bytes), alt]),
    fileFolders: inSpace.assetFolders.map(({ name }) => name),
  })
  const known = /[0-9a-f]{8}-[0-9a-f-]{27}|https?:\/\/[^"]*\/f\/[^"]*\//g
  return JSON.parse(text.replaceAll(known, '').replaceAll(/"id":\d+/g, '"id":0')) as unknown
}

describe('a pull that fails half way keeps the old files', () => {
  beforeEach(async () => {
    await move.push()
    const { inSpace } = move.double
    const home = move.story('home')
    inSpace.changeStory(home.id, { content: { ...home.content, title: 'Hallo' } }, true)
  })

  test('when a file cannot be loaded', async () => {
    Object.assign(move.double.inSpace.assets[0]!, { bytes: Buffer.from('<svg/>'), updated_at: 'later' })
    const before = move.files()
    move.double.state.broken = 'storage'
    await expect(move.pull()).rejects.toThrow('Storyblok refuses it (503)')
    expect(move.files()).toEqual(before)
    move.double.state.broken = null
    expect((await move.pull()).text('')).toContain('changed: home')
    expect(move.files()['assets/lamp.svg']).toBe('<svg/>')
  })

  test('when a folder stands where a file belongs', async () => {
    move.double.inSpace.addStory({ name: 'x', slug: 'zz', content: { component: 'page', _uid: 'u' } })
    mkdirSync(join(move.folder, 'stories/zz.json'))
    writeFileSync(join(move.folder, 'stories/zz.json/notes.txt'), 'mine')
    const before = move.files()
    await expect(move.pull()).rejects.toThrow('stories/zz.json')
    expect(move.files()).toEqual(before)
    expect(readdirSync(move.folder)).not.toContain('.pulled')
    rmSync(join(move.folder, 'stories/zz.json'), { recursive: true })
    expect((await move.pull()).ok).toBe(true)
  })

  test('when a later file cannot be moved to its place', () => {
    const root = join(move.folder, 'part')
    mkdirSync(root)
    writeFileSync(join(root, 'a'), 'old')
    writeFileSync(join(root, 'b'), 'old')
    writeFileSync(join(root, 'c'), 'a file, where a folder is needed')
    const files = new Map([
      ['a', 'new'],
      ['b', null],
      ['c/d', 'new'],
    ])
    expect(() => replaceFiles(root, files)).toThrow()
    expect(move.files(root)).toEqual({ a: 'old', b: 'old', c: 'a file, where a folder is needed' })
  })
})

test('a story missing in a list does not count as deleted', async () => {
  await move.push()
  move.double.state.unlisted.add(move.story('entwurf').id)
  const report = await move.pull()
  expect(report.text('')).toContain('story entwurf is only here')
  expect(existsSync(join(move.folder, 'stories/entwurf.json'))).toBe(true)
  move.double.state.unlisted.clear()
  expect((await move.pull()).writes).toBe(0)
  expect(move.json('stories/entwurf.json')).toEqual(smallContent()['stories/entwurf.json'])
  expect(move.json('stories/entwurf.json')['uuid']).toBe(uuidOf(3))
})
