import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { componentsOf } from './components.ts'
import { startManagementDouble } from './management.fixture.ts'
import { pullContent, pushContent } from './move.ts'

type Json = Record<string, unknown>
export const uuidOf = (id: number) => `6f5b1f0a-1a51-4a63-9d0b-${String(id).padStart(12, '0')}`

/** A published page; `fields` are fields of the file beside the content. */
export function page(id: number, slug: string, content: Json = {}, fields: Json = {}): Json {
  return {
    id,
    uuid: uuidOf(id),
    name: slug,
    slug,
    is_startpage: false,
    position: id,
    tag_list: [],
    created_at: '2026-01-01T10:00:00.000Z',
    first_published_at: '2026-01-02T10:00:00.000Z',
    published_at: '2026-01-02T10:00:00.000Z',
    updated_at: '2026-01-02T10:00:00.000Z',
    translated_slugs: [],
    content: { _uid: `root-${id}`, component: 'page', ...content },
    ...fields,
  }
}

const asset = { fieldtype: 'asset', id: 1, filename: 'lamp.svg', alt: 'Lampe' }
const storyLink = (id: number, path: string) => ({
  fieldtype: 'multilink',
  linktype: 'story',
  id: uuidOf(id),
  url: '',
  cached_url: path,
})
const richText = (id: number) => ({
  type: 'doc',
  content: [
    { type: 'image', attrs: { id: 1, src: 'lamp.svg', alt: '' } },
    {
      type: 'paragraph',
      content: [
        {
          type: 'text',
          text: 'dort',
          marks: [{ type: 'link', attrs: { href: '/x', uuid: uuidOf(id), anchor: null, linktype: 'story' } }],
        },
      ],
    },
  ],
})

/** One example of everything that is pushed: links in all places, a drawing, drafts, a folder with start page, labels. */
export function smallContent(): Record<string, Json | string> {
  const english = (path: string, name: string) => ({ translated_slugs: [{ path, name, lang: 'en' }] })
  return {
    'space.json': { id: 1, name: 'Probe', domain: '', language_codes: ['en'] },
    'stories/home.json': page(1, 'home', {
      title: 'Willkommen',
      title__i18n__en: 'Welcome',
      story: uuidOf(11),
      machines: [uuidOf(11), uuidOf(12)],
      action_link: storyLink(2, 'maschinen'),
      drawing: asset,
      text: richText(11),
    }),
    'stories/maschinen.json': page(
      2,
      'maschinen',
      {},
      { is_startpage: true, ...english('equipment', 'Equipment') },
    ),
    'stories/maschinen/laser.json': page(
      11,
      'laser',
      { title: 'Laser', back: storyLink(1, 'home') },
      {
        tag_list: ['wood', 'laser'],
        sort_by_date: '2026-03-01',
        ...english('equipment/laser-cutter', 'Laser cutter'),
      },
    ),
    'stories/maschinen/saege.json': page(
      12,
      'saege',
      { title: 'Säge' },
      {
        draft_content: {
          _uid: 'root-12',
          component: 'page',
          title: 'Säge, neu',
          link: storyLink(11, 'maschinen/laser'),
        },
      },
    ),
    'stories/entwurf.json': page(3, 'entwurf', { title: 'Entwurf' }, { published_at: null }),
    'datasources/machine-types.json': {
      id: 1,
      name: 'Maschinentypen',
      slug: 'machine-types',
      dimensions: [{ id: 1, name: 'English', entry_value: 'en' }],
      entries: Array.from({ length: 7 }, (_, index) => ({
        id: index + 1,
        name: `Typ ${index}`,
        value: `type-${index}`,
        dimension_values: { en: `Type ${index}` },
      })),
    },
    'assets/lamp.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 360"><path d="M0 0"/></svg>',
  }
}

const own = componentsOf({
  page: {
    name: 'page',
    fields: [
      { name: 'title', type: 'text', translatable: true, pos: 0 },
      { name: 'body', type: 'bloks', allow: ['text'], pos: 1 },
      { name: 'type', type: 'option', source: 'internal', datasource: 'machine-types', pos: 2 },
    ],
  },
  text: { name: 'text', fields: [{ name: 'text', type: 'richtext', pos: 0 }] },
})

/** A content folder, a space, and the two commands between them. */
export async function startMove(given: Record<string, Json | string> = smallContent(), blocks = own) {
  const double = await startManagementDouble()
  // Nothing else writes beside it: a test counts what lies there.
  const parent = mkdtempSync(join(tmpdir(), 'move-'))
  const folder = join(parent, 'content')
  mkdirSync(folder)
  const write = (path: string, value: Json | string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), typeof value === 'string' ? value : JSON.stringify(value))
  }
  for (const [path, value] of Object.entries(given)) write(path, value)
  const options = {
    folder,
    space: double.space,
    management: double.management,
    own: blocks,
    dryRun: false,
    force: false,
  }
  type Some = Partial<typeof options>
  /** Returns every file of the folder with its text. */
  const files = (root = folder) =>
    Object.fromEntries(
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]),
    )
  return {
    double,
    folder,
    write,
    json: (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8')) as Json,
    files,
    /** Returns the files that are pushed into another space, without the ids of this one. */
    filesForAnotherSpace: () => {
      const { 'storyblok.json': _, ...others } = files()
      return others
    },
    push: (some: Some = {}) => pushContent({ ...options, ...some }),
    pull: (some: Some = {}) => pullContent({ ...options, ...some }),
    /** Returns the writes since the last call. */
    writes: () => double.state.writes.splice(0),
    /** Returns the space's story at an address. */
    story: (slug: string) => {
      const found = double.inSpace.stories.find((story) => double.inSpace.shown(story).full_slug === slug)
      if (!found) throw new Error(`no story ${slug} in the space`)
      return found
    },
    stop: async () => {
      await double.stop()
      rmSync(parent, { recursive: true })
    },
  }
}
