import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { z } from 'zod'
import { DatasourceFile } from '../../contracts/datasource-file.ts'
import { parentOf, StoryFile } from '../../contracts/story-file.ts'
import { Component } from './components.ts'
import type { Json } from './json.ts'
import { FolderEntry } from './implied-folders.ts'
import { emptySyncState, SyncState } from './sync-state.ts'

/** A file with its parsed value and its raw JSON. */
export interface LocalFile<T> {
  /** Below its folder, without `.json`. */
  path: string
  value: T
  raw: Json
  sha256: string
}

/**
 * A story file. It is wider than `StoryFile`: editors may use addresses that the site cannot show, and push and pull must
 * still work.
 */
const content = z.looseObject({ component: z.string() })
const StoredStory = StoryFile.extend({
  name: z.string(),
  slug: z.string().min(1),
  content,
  draft_content: content.optional(),
  created_at: z.string().nullable(),
  sort_by_date: z.string().nullable().default(null),
})
export type StoredStory = z.infer<typeof StoredStory>

export interface LocalAsset {
  name: string
  bytes: Buffer<ArrayBuffer>
  sha256: string
}

/** All files of a content folder. */
export interface ContentFolder {
  root: string
  stories: LocalFile<StoredStory>[]
  datasources: LocalFile<DatasourceFile>[]
  assets: LocalAsset[]
  additions: Component[]
  folders: FolderEntry[]
  /** `assets.json`: texts, focus and folder of each asset, by its name. */
  details: Record<string, Json>
  syncState: SyncState
  /** Whether there was no push or pull yet. Then the side that the command names wins. */
  isFirst: boolean
}

const Details = z.record(z.string(), z.looseObject({ folder: z.array(z.string()).optional() }))

/**
 * Reads a content folder for a push or pull with a space.
 * @throws Error that names the first invalid file: half a site is never pushed
 */
export function readContentFolder(root: string, space: string): ContentFolder {
  const optional = <T extends z.ZodType>(path: string, schema: T) =>
    existsSync(join(root, path)) ? read(root, path, schema).value : null
  const known = optional('storyblok.json', SyncState)
  // The file may belong to another space.
  const syncState = known?.space === space ? known : emptySyncState(space)
  const { space: _, ...records } = syncState
  return {
    root,
    stories: readAll(root, 'stories', StoredStory),
    datasources: readAll(root, 'datasources', DatasourceFile),
    assets: filesIn(join(root, 'assets')).map((name) => {
      const bytes = readFileSync(join(root, 'assets', name))
      return { name, bytes, sha256: hashOf(bytes) }
    }),
    additions: optional('schema/components.json', z.array(Component)) ?? [],
    folders: optional('folders.json', z.array(FolderEntry)) ?? [],
    details: optional('assets.json', Details) ?? {},
    syncState,
    isFirst: Object.values(records).every((part) => Object.keys(part).length === 0),
  }
}

export function hashOf(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Returns the folder of a story. The file of a start page is beside its folder; in a space it is inside. */
export function folderOf(
  file: { path: string; value: { is_startpage: boolean } },
  folders: Set<string>,
): string {
  return file.value.is_startpage && folders.has(file.path) ? file.path : parentOf(file.path)
}

/** Returns the id, or the next one that is free, and adds it to the taken ones. */
export function freeId(id: number, taken: Set<number>): number {
  let free = id
  while (taken.has(free)) free += 1
  taken.add(free)
  return free
}

function readAll<T extends z.ZodType>(root: string, part: string, schema: T): LocalFile<z.output<T>>[] {
  return filesIn(join(root, part))
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ path: name.replace(/\.json$/, ''), ...read(root, `${part}/${name}`, schema) }))
}

function read<T extends z.ZodType>(root: string, path: string, schema: T) {
  const bytes = readFileSync(join(root, path))
  try {
    const raw = JSON.parse(bytes.toString('utf8')) as Json
    return { value: schema.parse(raw), raw, sha256: hashOf(bytes) }
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new Error(`${path}: ${reason}`, { cause: error })
  }
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}
