import type { SpaceStory } from '../../clients/storyblok/management-schemas.ts'
import type { ContentFolder, LocalFile, StoredStory } from './folder.ts'
import { type Json, same } from './json.ts'
import { checksum } from './sync-state.ts'

/** Returns the path of a story's file, without the final slash that a space adds to the address of a start page. */
export function pathOf({ full_slug }: SpaceStory): string {
  return full_slug.replace(/^\/+|\/+$/g, '')
}

/** Whether an address is safe as the path of a file. */
export function isFilePath(path: string): boolean {
  return /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(path)
}

/** Returns a checksum of a story's last change and of the fields that moving and publishing may change without it. */
export function storyState(story: SpaceStory): string {
  const { name, slug, parent_id, position, published, unpublished_changes, updated_at } = story
  const own = [name, slug, parent_id || 0, position ?? 0, Boolean(published), Boolean(unpublished_changes)]
  return checksum([...own, updated_at ?? null])
}

/** Returns the optional attributes that the site does not read and the Visual Editor needs. */
export function otherAttributes(story: Json): Json {
  const found = ['path', 'meta_data', 'disable_fe_editor', 'default_root'].map((name) => [name, story[name]])
  return Object.fromEntries(found.filter(([, value]) => !same(value, null) && !same(value, {})))
}

/** Pairs each file with a story of the space: by the recorded id, else by the address. */
export function pairedStories(
  local: ContentFolder,
  inSpace: SpaceStory[],
): Map<LocalFile<StoredStory>, SpaceStory> {
  const stories = inSpace.filter(({ is_folder }) => !is_folder)
  const byId = new Map(stories.map((story) => [story.id, story]))
  const pairs = new Map<LocalFile<StoredStory>, SpaceStory>()
  for (const story of local.stories) {
    const there = byId.get(local.syncState.stories[story.value.uuid]?.id ?? 0)
    if (there) pairs.set(story, there)
  }
  const taken = new Set(pairs.values())
  const byPath = new Map(stories.filter((story) => !taken.has(story)).map((story) => [pathOf(story), story]))
  for (const story of local.stories) {
    const there = pairs.has(story) ? undefined : byPath.get(story.path)
    if (there) pairs.set(story, there)
  }
  return pairs
}

/**
 * Returns the translated slugs that the space lacks, in the format of an update. A space builds a translated address from
 * the slugs of its folders, so only the last segment of ours is the story's slug.
 */
export function slugsToChange(
  wanted: Pick<StoredStory, 'translated_slugs'>,
  there: SpaceStory | undefined,
): Json[] {
  return wanted.translated_slugs.flatMap(({ lang, path, name }) => {
    const slug = path.split('/').at(-1) ?? path
    const known = there?.translated_slugs?.find((one) => one.lang === lang)
    if (known && known.slug === slug && (known.name ?? null) === name) return []
    return [{ ...(known && { id: known.id }), lang, slug, name }]
  })
}

/** Returns the translated addresses of a story, from the slugs of its folders; a start page has its folder's address. */
export function translatedPaths(
  story: SpaceStory,
  folders: Map<string, SpaceStory>,
): StoredStory['translated_slugs'] {
  const path = pathOf(story)
  const own = story.translated_slugs ?? []
  const folder = story.is_startpage ? folders.get(path) : undefined
  const langs = [...new Set([...own, ...(folder?.translated_slugs ?? [])].map(({ lang }) => lang))]
  return langs.map((lang) => {
    const slugIn = ({ translated_slugs }: SpaceStory) => translated_slugs?.find((slug) => slug.lang === lang)
    const parts = path.split('/').map((part, index, all) => {
      const above = folders.get(all.slice(0, index + 1).join('/'))
      const isLast = index === all.length - 1 && !folder
      return (isLast ? slugIn(story) : above && slugIn(above))?.slug || part
    })
    const name = slugIn(story)?.name ?? (folder && slugIn(folder)?.name) ?? null
    return { path: parts.join('/'), name, lang }
  })
}
