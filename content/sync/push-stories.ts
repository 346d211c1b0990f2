import type { SpaceStory } from '../../clients/storyblok/management-schemas.ts'
import { folderOf, type LocalFile, type StoredStory } from './folder.ts'
import { type Json, same } from './json.ts'
import type { AssetsInSpace } from './assets.ts'
import { pushFolders } from './folders.ts'
import { comparable, rewritten } from './rewrite.ts'
import { otherAttributes, pairedStories, pathOf, slugsToChange, storyState } from './space-tree.ts'
import { mayWrite, recordProgress, type Sync } from './sync.ts'

type Local = LocalFile<StoredStory>

/**
 * Pushes the stories: folders first, then all new stories without content, because links need the space's uuids, then
 * the contents with those uuids.
 */
export async function pushStories(sync: Sync, assets: AssetsInSpace): Promise<void> {
  const { local, management, report } = sync
  const inSpace = await management.stories()
  const folderIds = await pushFolders(inSpace, sync)
  const folderNames = new Set(folderIds.keys())
  const attributes = (story: Local) => attributesOf(story, folderIds.get(folderOf(story, folderNames)) ?? 0)
  const pairs = pairedStories(local, inSpace)
  const known = new Map<Local, SpaceStory>()
  for (const story of local.stories) {
    const there = pairs.get(story)
    if (there) known.set(story, there)
    else if (!isDeletedThere(story, sync)) known.set(story, await create(story, attributes(story), sync))
  }
  const before = Object.entries(local.syncState.stories).filter(([, { id }]) => id > 0)
  const uuids = new Map([
    ...before.map(([uuid, there]) => [uuid, there.uuid] as const),
    ...[...known].map(([story, there]) => [story.value.uuid, there.uuid] as const),
  ])
  const groups = groupsOf(known)
  const side = { story: (uuid: string) => uuids.get(uuid), asset: (name: string) => assets.get(name) }
  const settled = new Map(known)
  for (const [story, there] of known) {
    const isNew = !pairs.has(story)
    const group = story.value.group_id && groups.get(story.value.group_id)
    const { content, draft_content } = story.raw as { content: Json; draft_content?: Json }
    const wanted = {
      story,
      there: isNew ? { ...there, content: {} } : await management.story(there.id),
      isNew,
      attributes: { ...attributes(story), ...(group && { group_id: group }) },
      content: rewritten(content, side),
      draft: draft_content ? rewritten(draft_content, side) : null,
    }
    const done = await write(wanted, sync)
    if (done === 'refused') settled.delete(story)
    else if (isNew) report.created('Stories', story.path)
    else if (done === 'written') report.changed('Stories', story.path)
    else report.unchanged('Stories')
  }
  await remember(settled, sync)
  for (const there of inSpace) {
    if (!there.is_folder && ![...known.values()].includes(there)) report.alone(`story ${pathOf(there)}`)
  }
}

async function create(story: Local, attributes: Json, sync: Sync): Promise<SpaceStory> {
  progress(story, { id: 0, uuid: '' }, sync)
  const { component, _uid } = story.value.content
  const made = await sync.management.create('story', { ...attributes, content: { component, _uid } })
  progress(story, made, sync)
  return made
}

/** Whether an editor deleted the story; only `--force` undoes that. */
function isDeletedThere(story: Local, { local, report, force }: Sync): boolean {
  const isDeleted = (local.syncState.stories[story.value.uuid]?.id ?? 0) > 0 && !force
  if (isDeleted) {
    report.refused(
      `story ${story.path} was deleted in Storyblok: pull it away here, too, or push with --force to make it again`,
    )
  }
  return isDeleted
}

interface Wanted {
  story: Local
  there: SpaceStory
  isNew: boolean
  attributes: Json
  content: Json
  draft: Json | null
}

/** Writes differences: first the published content, then the draft. */
async function write(wanted: Wanted, sync: Sync): Promise<'same' | 'written' | 'refused'> {
  const { story, there, isNew, attributes, content, draft } = wanted
  const { local, management, report } = sync
  const slugs = slugsToChange(story.value, there)
  const attributesDiffer =
    slugs.length > 0 || Object.entries(attributes).some(([name, value]) => isOther(name, value, there))
  for (const { lang, slug } of there.translated_slugs ?? []) {
    if (slug && slug !== there.slug && !story.value.translated_slugs.some((one) => one.lang === lang)) {
      report.alone(`the ${lang} address of story ${story.path}`)
    }
  }
  const isAs = (wanted: Json, given: Json | null | undefined) => same(comparable(wanted), comparable(given))
  const latest = draft ?? content
  const isPublic = story.value.published_at !== null
  const latestThere = there.published ? there.content : null
  const publishedThere =
    there.published && there.unpublished_changes ? await management.publishedContent(there.id) : latestThere
  const toPublish = isPublic && !(publishedThere && isAs(content, publishedThere))
  const isLatest = isAs(latest, there.content) && !(isPublic && !draft && there.unpublished_changes)
  const toUnpublish = !isPublic && Boolean(there.published)
  if (!attributesDiffer && !toPublish && isLatest && !toUnpublish) return 'same'
  const record = local.syncState.stories[story.value.uuid]
  if (!isNew && !mayWrite(sync, `story ${story.path}`, record, storyState(there))) return 'refused'

  const body = { ...attributes, ...(slugs.length > 0 && { translated_slugs_attributes: slugs }) }
  const publishesLatest = isPublic && !draft
  const update = async (latest: Json, more: { publish?: 1 }) => {
    progress(story, there, sync)
    const now = await management.update('story', there.id, { ...body, content: latest }, more)
    if (now) progress(story, there, sync, storyState(now))
  }
  if (toPublish || publishesLatest) await update(content, { publish: 1 })
  if (draft || (!isPublic && (attributesDiffer || !isLatest))) await update(latest, {})
  if (toUnpublish) {
    progress(story, there, sync)
    await management.unpublishStory(there.id)
  }
  return 'written'
}

function progress(
  { value }: Local,
  { id, uuid }: { id: number; uuid: string },
  sync: Sync,
  there: string | null = null,
): void {
  const path = sync.local.syncState.stories[value.uuid]?.path ?? ''
  recordProgress(sync, 'stories', value.uuid, { id, uuid, path }, there)
}

function attributesOf({ value, raw }: Local, parentId: number): Json {
  const { name, slug, is_startpage, position, tag_list, sort_by_date } = value
  const own = { name, slug, parent_id: parentId, is_startpage, position, tag_list, sort_by_date }
  return { ...own, ...otherAttributes(raw) }
}

function isOther(name: string, value: unknown, there: SpaceStory): boolean {
  // Editors choose the slug of a start page freely; its address is the folder's.
  if (name === 'slug' && there.is_startpage && there.full_slug.endsWith('/')) return false
  if (name === 'parent_id' || name === 'position') return (value ?? 0) !== (there[name] ?? 0)
  if (name === 'sort_by_date') return !same(value, there.sort_by_date?.slice(0, 10))
  if (name === 'tag_list') return !same([...(value as string[])].sort(), [...(there.tag_list ?? [])].sort())
  return !same(value, there[name])
}

/** Returns the space's group for each of our groups: the group of its first story. */
function groupsOf(known: Map<Local, SpaceStory>): Map<string, string> {
  const pairs = [...known].flatMap(([{ value }, { group_id }]) =>
    value.group_id && group_id ? [[value.group_id, group_id] as const] : [],
  )
  return new Map(pairs.toReversed())
}

/** Records the ids and the space's state of all stories after writing. */
async function remember(settled: Map<Local, SpaceStory>, { local, management }: Sync): Promise<void> {
  const now = new Map((await management.stories()).map((story) => [story.id, story]))
  for (const [{ value, path, sha256 }, { id, uuid }] of settled) {
    const there = now.get(id)
    local.syncState.stories[value.uuid] = {
      id,
      uuid,
      path: there ? pathOf(there) : path,
      here: sha256,
      there: there ? storyState(there) : null,
    }
  }
}
