import { createHash } from 'node:crypto'
import { reservedNames } from '../../contracts/addresses.ts'
import { foldersAbove, parentOf, type StoryFile } from '../../contracts/story-file.ts'

/** The position of a story or folder in the tree of the space. */
export interface Place {
  id: number
  uuid: string
  name: string
  slug: string
  fullSlug: string
  /** Id of the folder; 0 at the root, as in Storyblok. */
  parentId: number
  position: number
}

export interface PlacedStory extends Place {
  file: StoryFile
}

/**
 * Sets full slug and folder of every story, and makes the folders that the files' paths imply.
 * A story with a taken id, uuid, address or name is left out and named in `problems`.
 */
export function placeStories(
  files: { name: string; value: StoryFile }[],
  problems: string[],
): { stories: PlacedStory[]; folders: Place[] } {
  const taken = new Set<string>()
  const folderPaths = foldersAbove(files.map(({ name }) => name))
  const stories = files.flatMap(({ name, value: file }): PlacedStory[] => {
    const fullSlug = name.replace(/\.json$/, '')
    const claims = claimsOf(file, fullSlug)
    const problem =
      file.slug === fullSlug.split('/').at(-1)
        ? claims.find((claim) => taken.has(claim) || reservedNames.has(claim.split(/[ /]/)[1] ?? ''))
        : `the slug ${file.slug}, which is not the file's name`
    if (problem) {
      problems.push(`stories/${name}: ${problem} is taken or not allowed`)
      return []
    }
    for (const claim of claims) taken.add(claim)
    const folder = file.is_startpage && folderPaths.has(fullSlug) ? fullSlug : parentOf(fullSlug)
    const parentId = folder ? folderId(folder) : 0
    const { id, uuid, slug, position } = file
    return [{ id, uuid, name: file.name, slug, fullSlug, parentId, position, file }]
  })
  return { stories: inTreeOrder(stories), folders: foldersOf(stories) }
}

/** Returns the values that must be unique. The second word of a claim is checked against the reserved names. */
function claimsOf(file: StoryFile, fullSlug: string): string[] {
  const addresses = file.translated_slugs.map(({ lang, path }) => `${lang}: ${path}`)
  return [`address ${fullSlug}`, ...addresses, `id# ${file.id}`, `uuid# ${file.uuid}`]
}

function inTreeOrder(stories: PlacedStory[]): PlacedStory[] {
  return stories.toSorted(
    (a, b) =>
      parentOf(a.fullSlug).localeCompare(parentOf(b.fullSlug)) ||
      a.position - b.position ||
      a.fullSlug.localeCompare(b.fullSlug),
  )
}

function foldersOf(stories: PlacedStory[]): Place[] {
  return [...foldersAbove(stories.map(({ fullSlug }) => fullSlug))].map((path) => {
    const start = stories.find((story) => story.fullSlug === path)
    const slug = path.split('/').at(-1) ?? path
    return {
      id: folderId(path),
      uuid: folderUuid(path),
      name: start?.name ?? slug,
      slug,
      fullSlug: path,
      parentId: parentOf(path) ? folderId(parentOf(path)) : 0,
      position: start?.position ?? 0,
    }
  })
}

/** Returns an id from the path, because folders have no file; above the ids of stories. */
function folderId(path: string): number {
  return 1_000_000_000 + (digest(path).readUInt32BE(0) % 1_000_000_000)
}

function folderUuid(path: string): string {
  const hex = digest(path).toString('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
}

function digest(path: string): Buffer {
  return createHash('sha256').update(`folder:${path}`).digest()
}
