import { z } from 'zod'
import type { SpaceStory } from '../../clients/storyblok/management-schemas.ts'
import { isObject, type Json, same } from './json.ts'

const FolderFields = z.looseObject({
  name: z.string(),
  position: z.number(),
  translated_slugs: z.array(z.object({ lang: z.string(), slug: z.string(), name: z.string().nullable() })),
})
export type Folder = z.infer<typeof FolderFields>

/**
 * An entry of `folders.json`: an empty folder, or one that differs from what its stories imply. A field that the entry
 * lacks follows from the stories.
 */
export const FolderEntry = FolderFields.partial().extend({
  path: z.string().regex(/^[^/]+(?:\/[^/]+)*$/),
})
export type FolderEntry = z.infer<typeof FolderEntry>

/** The fields of a story that imply its folders. */
export interface Leaf {
  path: string
  value: {
    name: string
    is_startpage?: boolean
    position?: number
    translated_slugs?: { lang: string; path: string; name: string | null }[]
  }
}

/** Optional attributes of a folder, with their names in the API; `path` means another thing here. */
const extras = { real_path: 'path', default_root: 'default_root', disable_fe_editor: 'disable_fe_editor' }

/** Returns the folder that the stories imply, named by its start page or its slug. */
function impliedFolder(path: string, stories: Leaf[]): Folder {
  const start = stories.find((story) => story.path === path)?.value
  return {
    name: start?.name ?? path.split('/').at(-1) ?? path,
    position: start?.position ?? 0,
    translated_slugs: impliedSlugs(path, stories),
  }
}

/** Returns the folder that our files describe. */
export function wantedFolder(path: string, stories: Leaf[], entries: FolderEntry[]): Folder {
  const { path: _, ...entry } = entries.find((one) => one.path === path) ?? { path }
  return { ...impliedFolder(path, stories), ...entry }
}

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

/** Returns the entry for `folders.json`; null when the stories imply all of the folder. */
export function entryFor(path: string, folder: Folder, stories: Leaf[]): FolderEntry | null {
  const implied = impliedFolder(path, stories)
  const other = Object.entries(folder).filter(([name, value]) => !same(value, implied[name]))
  const isEmpty = !stories.some((story) => story.path.startsWith(`${path}/`))
  return other.length > 0 || isEmpty ? { path, ...Object.fromEntries(other) } : null
}

/**
 * Returns the changes of a folder, all of it when the space lacks it, with the API's names and without slugs
 * (`slugsToChange` returns them with their ids).
 */
export function folderChanges(wanted: Folder, there: SpaceStory | undefined): Json {
  const { translated_slugs: _, ...attributes } = wanted
  const known: Json = there ? folderInSpace(there) : {}
  const words: Record<string, string> = extras
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([name, value]) => !same(value, known[name]))
      .map(([name, value]) => [words[name] ?? name, value]),
  )
}

/** Returns the translated slugs of a folder: its segment in the addresses of its start page, else of its stories. */
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
