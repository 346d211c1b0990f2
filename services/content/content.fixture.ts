import type { Fetch } from '../../platform/http/service.ts'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createPictures } from '../../platform/images/render-image.ts'
import { createLog } from '../../platform/log.ts'
import { createContent, type ContentOptions } from './content.ts'

export const uuidOf = (id: number) => `6f5b1f0a-1a51-4a63-9d0b-${String(id).padStart(12, '0')}`

type Json = Record<string, unknown>

/** The file of a published page. */
export function storyFile(id: number, slug: string, content: Json = {}, fields: Json = {}): Json {
  return {
    id,
    uuid: uuidOf(id),
    name: slug,
    slug,
    created_at: '2026-01-01T10:00:00.000Z',
    published_at: '2026-01-02T10:00:00.000Z',
    content: { _uid: `root-${id}`, component: 'page', ...content },
    ...fields,
  }
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 360"><path d="M0 0"/></svg>'

/** The files of a small space: a home page, a folder of machines with its start page, drafts, labels and a drawing. */
export function smallSpace(): Record<string, Json | string> {
  const machine = (id: number, price: number | string, extra: Json = {}) => ({
    component: 'machine',
    title: `Maschine ${id}`,
    title__i18n__en: `Machine ${id}`,
    price,
    ...extra,
  })
  return {
    'space.json': { id: 7, name: 'Probe', language_codes: ['en', 'pt-br'] },
    'stories/home.json': storyFile(1, 'home', {
      title: 'Willkommen',
      title__i18n__en: 'Welcome',
      title__i18n__pt_br: 'Bem-vindo',
      lead: 'nur deutsch',
      author: uuidOf(4),
      action_link: { fieldtype: 'multilink', linktype: 'story', id: uuidOf(11), url: '', cached_url: 'x' },
      drawing: { fieldtype: 'asset', id: 1, filename: 'lamp.svg', alt: '' },
      body: [{ _uid: 'b1', component: 'text', text: 'Hallo', text__i18n__en: 'Hello' }],
    }),
    'stories/maschinen.json': storyFile(
      2,
      'maschinen',
      { title: 'Maschinen' },
      { is_startpage: true, translated_slugs: [{ path: 'equipment', name: 'Equipment', lang: 'en' }] },
    ),
    'stories/maschinen/laser.json': storyFile(
      11,
      'laser',
      machine(11, '12.50', { tags: ['heiß', 'licht'], since: '2024-05-01 10:00' }),
      {
        position: 1,
        tag_list: ['laser'],
        published_at: '2026-02-01T10:00:00.000Z',
        translated_slugs: [{ path: 'equipment/laser-cutter', name: 'Laser cutter', lang: 'en' }],
      },
    ),
    'stories/maschinen/saege.json': storyFile(12, 'saege', machine(12, '9', { tags: [], loud: true }), {
      position: 2,
      tag_list: ['wood', 'laser'],
      published_at: '2026-03-01T10:00:00.000Z',
    }),
    'stories/entwurf.json': storyFile(3, 'entwurf', { title: 'Entwurf' }, { published_at: null }),
    'stories/autor.json': storyFile(
      4,
      'autor',
      { title: 'Autor' },
      { draft_content: { _uid: 'root-4', component: 'page', title: 'Autor, neu' } },
    ),
    'datasources/machine-types.json': {
      id: 1,
      name: 'Maschinentypen',
      slug: 'machine-types',
      dimensions: [{ id: 1, name: 'English', entry_value: 'en' }],
      entries: Array.from({ length: 30 }, (_, index) => ({
        id: index + 1,
        name: `Typ ${index}`,
        value: `type-${index}`,
        ...(index % 2 === 0 && { dimension_values: { en: `Type ${index}` } }),
      })),
    },
    'assets/lamp.svg': svg,
  }
}

/** Writes files into a new folder and serves them; `remove` deletes the folder. */
export function serveFiles(
  files: Record<string, Json | string | Buffer> = smallSpace(),
  options: Partial<ContentOptions> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'content-'))
  const write = (path: string, value: Json | string | Buffer) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(
      join(folder, path),
      typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value),
    )
  }
  for (const [path, value] of Object.entries(files)) write(path, value)
  const content = createContent({
    folder,
    publicToken: 'public',
    previewToken: 'preview',
    assetBase: 'https://halle9.example/content',
    reload: false,
    pictures: createPictures(),
    log: createLog('silent'),
    ...options,
  })
  return { folder, write, content, remove: () => rmSync(folder, { recursive: true }) }
}

/** Returns a function that asks the delivery API and reads the JSON of the response. */
export function askerOf(content: Fetch) {
  return async (path: string, token = 'public') => {
    const separator = path.includes('?') ? '&' : '?'
    const response = await content(
      new Request(`http://x/v2/cdn/${path}${separator}cv=1${token && `&token=${token}`}`),
    )
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
}
