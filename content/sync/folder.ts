import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { z } from 'zod'
import { DatasourceFile } from '../../contracts/datasource-file.ts'
import { StoryFile } from '../../contracts/story-file.ts'
import { type Component, readAdditions } from './components.ts'
import type { Json } from './json.ts'
import { type FolderEntry, readFolders } from './folders.ts'
import { isFirstSync, readSyncState, type SyncState } from './sync-state.ts'

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
  isFirst: boolean
}

/**
 * Reads a content folder for a push or pull with a space.
 * @throws Error that names the first invalid file: half a site is never pushed
 */
export function readContentFolder(root: string, space: string): ContentFolder {
  const additions = optional(join(root, 'schema/components.json'))
  const syncState = readSyncState(optional(join(root, 'storyblok.json')), space)
  return {
    root,
    stories: readAll(root, 'stories', StoredStory),
    datasources: readAll(root, 'datasources', DatasourceFile),
    assets: filesIn(join(root, 'assets')).map((name) => {
      const bytes = readFileSync(join(root, 'assets', name))
      return { name, bytes, sha256: hashOf(bytes) }
    }),
    additions: additions === null ? [] : readAdditions(additions),
    folders: readFolders(optional(join(root, 'folders.json'))),
    details: readDetails(optional(join(root, 'assets.json'))),
    syncState,
    isFirst: isFirstSync(syncState),
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

/** Returns every folder above the paths, parents first. */
export function foldersAbove(paths: string[]): Set<string> {
  const folders = new Set<string>()
  for (const path of paths) {
    for (let folder = parentOf(path); folder; folder = parentOf(folder)) folders.add(folder)
  }
  return new Set([...folders].sort())
}

export function parentOf(path: string): string {
  return path.split('/').slice(0, -1).join('/')
}

function readAll<T extends z.ZodType>(root: string, part: string, schema: T): LocalFile<z.output<T>>[] {
  return filesIn(join(root, part))
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const bytes = readFileSync(join(root, part, name))
      try {
        const raw = JSON.parse(bytes.toString('utf8')) as Json
        return { path: name.replace(/\.json$/, ''), value: schema.parse(raw), raw, sha256: hashOf(bytes) }
      } catch (error) {
        const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
        throw new Error(`${part}/${name}: ${reason}`, { cause: error })
      }
    })
}

function readDetails(text: string | null): Record<string, Json> {
  const file = z.record(z.string(), z.looseObject({ folder: z.array(z.string()).optional() }))
  const result = file.safeParse(text === null ? {} : JSON.parse(text))
  if (result.success) return result.data
  throw new Error(`assets.json: ${z.prettifyError(result.error)}`)
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

function optional(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
