import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { z } from 'zod'
import { DatasourceFile } from '../../contracts/datasource-file.ts'
import { StoryFile } from '../../contracts/story-file.ts'
import type { AssetFile } from './asset-file.ts'
import { readAsset } from './assets.ts'
import { type Place, placeStories, type PlacedStory } from './story-tree.ts'

/** `content/space.json`: the space, with Storyblok's field names. */
const SpaceFile = z.object({
  id: z.number().int().positive(),
  name: z.string(),
  domain: z.string().default(''),
  language_codes: z.array(z.string().regex(/^[a-z]{2}(-[a-z]{2})?$/)).default([]),
})
type SpaceFile = z.infer<typeof SpaceFile>

/** The content of a folder, in memory. */
export interface Library {
  /** Storyblok's cache version `cv`: the same content has the same number, in every process. */
  version: number
  space: SpaceFile
  /** In tree order: folder by folder, by position. */
  stories: PlacedStory[]
  folders: Place[]
  datasources: DatasourceFile[]
  assets: Map<string, AssetFile>
  /** Origin and path before `/f/…` in the addresses of assets. */
  assetBase: string
  /** Files that are left out, each with the reason. */
  problems: string[]
}

const maxFileBytes = 2 * 1024 * 1024
// Deeper than any content an editor nests on purpose. Without a limit one file could exhaust the call stack.
const maxDepth = 100

/**
 * Reads `space.json`, `stories/`, `datasources/` and `assets/` of a content folder.
 * An invalid file is left out and named in `problems`: one broken story never takes the site down.
 * @throws Error when `space.json` is missing or invalid
 */
export function readLibrary(folder: string, assetBase = ''): Library {
  const problems: string[] = []
  const hash = createHash('sha256')
  const read = (part: string, extension: string) =>
    listFiles(join(folder, part), extension).map((path) => {
      const bytes = readFileSync(path)
      const name = relative(join(folder, part), path).split(sep).join('/')
      hash.update(`${part}/${name}\0`).update(bytes)
      return { name, bytes }
    })
  const parsed = <T extends z.ZodType>(part: string, schema: T) =>
    read(part, '.json').flatMap(({ name, bytes }) => {
      const result = parseFile(bytes, schema)
      if (typeof result !== 'string') return [{ name, value: result.value }]
      problems.push(`${part}/${name}: ${result}`)
      return []
    })

  const spaceBytes = readFileSync(join(folder, 'space.json'))
  hash.update(spaceBytes)
  const space = SpaceFile.parse(JSON.parse(spaceBytes.toString('utf8')))
  const { stories, folders } = placeStories(parsed('stories', StoryFile), problems)
  const datasources = parsed('datasources', DatasourceFile).map(({ value }) => value)
  const assets = new Map(read('assets', '').map(({ name, bytes }) => [name, readAsset(name, bytes)]))
  const version = hash.digest().readUInt32BE(0)
  return { version, space, stories, folders, datasources, assets, assetBase, problems }
}

/** Returns the names, sizes and modification times of all files of the folder. */
export function fingerprint(folder: string): string {
  const parts = ['stories', 'datasources', 'assets'].flatMap((part) => listFiles(join(folder, part), ''))
  return [join(folder, 'space.json'), ...parts]
    .map((path) => {
      const stat = statSync(path, { throwIfNoEntry: false })
      return `${path}:${stat?.size}:${stat?.mtimeMs}`
    })
    .join('\n')
}

function listFiles(folder: string, extension: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && entry.name.endsWith(extension))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** Returns the file's value, or the reason why it is invalid. */
function parseFile<T extends z.ZodType>(bytes: Buffer, schema: T): { value: z.output<T> } | string {
  if (bytes.length > maxFileBytes) return `larger than ${maxFileBytes} bytes`
  try {
    const json: unknown = JSON.parse(bytes.toString('utf8'))
    if (depthOf(json) > maxDepth) return `nested deeper than ${maxDepth}`
    const result = schema.safeParse(json)
    return result.success ? { value: result.data } : z.prettifyError(result.error).replaceAll('\n', ' ')
  } catch (error) {
    return `not JSON (${(error as Error).message})`
  }
}

function depthOf(root: unknown): number {
  let depth = 0
  let level: unknown[] = [root]
  while (level.length > 0 && depth <= maxDepth) {
    level = level.flatMap((value) => (typeof value === 'object' && value ? Object.values(value) : []))
    depth += 1
  }
  return depth
}
