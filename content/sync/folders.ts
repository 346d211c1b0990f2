import { z } from 'zod'
import type { SpaceStory } from '../../clients/storyblok/management-schemas.ts'
import { isObject, type Json, same } from './json.ts'

/**
 * `folders.json`: the folders of a space that are other than their stories say, and the empty ones. What is not in the
 * entry follows from the stories, so that a folder with nothing special needs none.
 */
const FolderFile = z.array(
  z.looseObject({
    path: z.string().regex(/^[^/]+(?:\/[^/]+)*$/),
    name: z.string().optional(),
    position: z.number().optional(),
    translated_slugs: z
      .array(z.object({ lang: z.string(), slug: z.string(), name: z.string().nullable() }))
      .optional(),
  }),
)
export type FolderEntry = z.infer<typeof FolderFile>[number]

/** What a folder is, beside its place. */
export interface Folder extends Json {
  name: string
  position: number
  translated_slugs: { lang: string; slug: string; name: string | null }[]
}

/** A story, as far as its folders follow from it. */
export interface Leaf {
  path: string
  value: {
    name: string
    is_startpage?: boolean
    position?: number
    translated_slugs?: { lang: string; path: string; name: string | null }[]
  }
}

/** Attributes that a folder may have; the first is `path` in the API, which is our word for its place. */
const extras = { real_path: 'path', default_root: 'default_root', disable_fe_editor: 'disable_fe_editor' }

/** @throws Error when the file is no list of folders */
export function readFolders(text: string | null): FolderEntry[] {
  const result = FolderFile.safeParse(text === null ? [] : JSON.parse(text))
  if (result.success) return result.data
  throw new Error(`folders.json: ${z.prettifyError(result.error)}`)
}

/** A folder as the stories in it say: its start page names it, or its slug. */
function impliedFolder(path: string, stories: Leaf[]): Folder {
  const start = stories.find((story) => story.path === path)?.value
  return {
    name: start?.name ?? path.split('/').at(-1) ?? path,
    position: start?.position ?? 0,
    translated_slugs: impliedSlugs(path, stories),
  }
}

/** A folder as our files say. */
export function wantedFolder(path: string, stories: Leaf[], entries: FolderEntry[]): Folder {
  const { path: _, ...entry } = entries.find((one) => one.path === path) ?? { path }
  return { ...impliedFolder(path, stories), ...(entry as Partial<Folder>) }
}

/** A folder as the space has it. */
export function folderInSpace(there: SpaceStory): Folder {
  const known = Object.entries(extras).map(([name, theirs]) => [name, there[theirs]] as const)
  const { content } = there
  return {
    name: there.name,
    position: there.position ?? 0,
    translated_slugs: (there.translated_slugs ?? [])
      .filter(({ slug }) => slug)
      .map(({ lang, slug, name }) => ({ lang, slug, name: name ?? null }))
      .sort((a, b) => a.lang.localeCompare(b.lang)),
    ...Object.fromEntries(known.filter(([, value]) => !same(value, null))),
    ...(isObject(content) && Object.values(content).some((value) => !same(value, null)) && { content }),
  }
}

/** The entry of `folders.json`: what is other than implied. Null when nothing is and the folder has stories. */
export function entryFor(path: string, folder: Folder, stories: Leaf[]): FolderEntry | null {
  const implied = impliedFolder(path, stories)
  const other = Object.entries(folder).filter(([name, value]) => !same(value, implied[name]))
  const isEmpty = !stories.some((story) => story.path.startsWith(`${path}/`))
  return other.length > 0 || isEmpty ? { path, ...Object.fromEntries(other) } : null
}

/** What the space's folder lacks, in the words of the API; its slugs are told apart, because they have ids there. */
export function folderChanges(wanted: Folder, there: SpaceStory): Json {
  const { translated_slugs: _, ...attributes } = wanted
  const known = folderInSpace(there)
  const words: Record<string, string> = extras
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([name, value]) => !same(value, known[name]))
      .map(([name, value]) => [words[name] ?? name, value]),
  )
}

/** A folder's slug in a language is the part at its place in its start page's address, else in its stories'. */
function impliedSlugs(folder: string, stories: Leaf[]): Folder['translated_slugs'] {
  const depth = folder.split('/').length
  const inside = stories.filter(({ path }) => path === folder || path.startsWith(`${folder}/`))
  const start = inside.find(({ path, value }) => path === folder && value.is_startpage)
  const slugs = [...(start ? [start] : []), ...inside].flatMap(({ path, value }) =>
    (value.translated_slugs ?? []).flatMap(({ lang, path: address, name }) => {
      const parts = address.split('/')
      const isDeepEnough = path === folder ? parts.length === depth : parts.length > depth
      const slug = parts[depth - 1]
      return isDeepEnough && slug ? [{ lang, slug, name: path === folder ? name : null }] : []
    }),
  )
  return [...new Map(slugs.toReversed().map((slug) => [slug.lang, slug])).values()].sort((a, b) =>
    a.lang.localeCompare(b.lang),
  )
}
