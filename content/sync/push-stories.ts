import type { SpaceStory } from '../../clients/storyblok/management-schemas.ts'
import { folderOf, type LocalFile, type StoredStory } from './folder.ts'
import { type Json, same } from './json.ts'
import type { AssetsInSpace } from './push-assets.ts'
import { pushFolders } from './push-folders.ts'
import { mayWrite, type Push } from './push-schema.ts'
import { comparable, rewritten } from './rewrite.ts'
import { otherAttributes, pairedStories, pathOf, slugsToChange, storyState } from './space-tree.ts'

type Local = LocalFile<StoredStory>

/**
 * Pushes the stories: folders first, then all new stories without content, because links need the space's uuids, then
 * the contents with those uuids.
 */
export async function pushStories(push: Push, assets: AssetsInSpace): Promise<void> {
  const { local, management, report } = push
  const inSpace = await management.stories()
  const folderIds = await pushFolders(inSpace, push)
  const folderNames = new Set(folderIds.keys())
  const pairs = pairedStories(local, inSpace)
  const known = new Map<Local, SpaceStory>()
  const created = new Set<Local>()
  for (const story of local.stories) {
    const there = pairs.get(story)
    if (there) known.set(story, there)
    else if (!isDeletedThere(story, push)) {
      created.add(story)
      recordProgress(story, { id: 0, uuid: '' }, null, push)
      const { component, _uid } = story.value.content
      const parent_id = folderIds.get(folderOf(story, folderNames)) ?? 0
      const attributes = { ...attributesOf(story, parent_id), content: { component, _uid } }
      const made = await management.createStory(attributes)
      recordProgress(story, made, null, push)
      known.set(story, made)
    }
  }
  const before = Object.entries(local.syncState.stories).filter(([, { id }]) => id > 0)
  const uuids = new Map([
    ...before.map(([uuid, there]) => [uuid, there.uuid] as const),
    ...[...known].map(([story, there]) => [story.value.uuid, there.uuid] as const),
  ])
  const groups = groupsOf(local.stories, known)
  const side = { story: (uuid: string) => uuids.get(uuid), asset: (name: string) => assets.get(name) }
  const settled = new Map(known)
  for (const [story, there] of known) {
    const full = created.has(story) ? { ...there, content: {} } : await management.story(there.id)
    const group = story.value.group_id && groups.get(story.value.group_id)
    const attributes = {
      ...attributesOf(story, folderIds.get(folderOf(story, folderNames)) ?? 0),
      ...(group && { group_id: group }),
    }
    const content = rewritten(story.raw['content'] as Json, side)
    const draft = story.value.draft_content ? rewritten(story.raw['draft_content'] as Json, side) : null
    const wanted = { story, there: full, isNew: created.has(story), attributes, content, draft }
    const done = await write(wanted, push)
    if (done === 'refused') settled.delete(story)
    else if (created.has(story)) report.created('Stories', story.path)
    else if (done === 'written') report.changed('Stories', story.path)
    else report.unchanged('Stories')
  }
  await remember(settled, push)
  for (const there of inSpace) {
    if (!there.is_folder && ![...known.values()].includes(there)) report.alone(`story ${pathOf(there)}`)
  }
}

/** Whether an editor deleted the story; only `--force` undoes that. */
function isDeletedThere(story: Local, { local, report, force }: Push): boolean {
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

type Outcome = 'same' | 'written' | 'refused'

/** Writes differences: first the published content, then the draft. */
async function write(wanted: Wanted, push: Push): Promise<Outcome> {
  const { story, there, isNew, attributes, content, draft } = wanted
  const { management, report } = push
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
  const publishedThere = !there.published
    ? null
    : there.unpublished_changes
      ? await management.publishedContent(there.id)
      : there.content
  const toPublish = isPublic && !(publishedThere && isAs(content, publishedThere))
  const isLatest = isAs(latest, there.content) && !(isPublic && !draft && there.unpublished_changes)
  const toUnpublish = !isPublic && Boolean(there.published)
  if (!attributesDiffer && !toPublish && isLatest && !toUnpublish) return 'same'
  if (!isNew && !mayOverwrite(story, there, push)) return 'refused'

  const body = { ...attributes, ...(slugs.length > 0 && { translated_slugs_attributes: slugs }) }
  const publishesLatest = isPublic && !draft
  const update = async (latest: Json, isPublished: boolean) => {
    recordProgress(story, there, null, push)
    const now = await management.updateStory(there.id, { ...body, content: latest }, isPublished)
    if (now) recordProgress(story, there, storyState(now), push)
  }
  if (toPublish || publishesLatest) await update(content, true)
  if (draft || (!isPublic && (attributesDiffer || !isLatest))) await update(latest, false)
  if (toUnpublish) {
    recordProgress(story, there, null, push)
    await management.unpublishStory(there.id)
  }
  return 'written'
}

/** Records the progress of writing a story. Until it ends, the file counts as not pushed. */
function recordProgress(
  story: Local,
  record: { id: number; uuid: string },
  there: string | null,
  { local, save }: Push,
): void {
  const { uuid } = story.value
  const before = local.syncState.stories[uuid]
  local.syncState.stories[uuid] = {
    id: record.id,
    uuid: record.uuid,
    path: before?.path ?? '',
    here: before?.here ?? '',
    there,
  }
  save()
}

/** Whether the story is unchanged in the space since the last push or pull; reports it otherwise. */
function mayOverwrite(story: Local, there: SpaceStory, push: Push): boolean {
  if (mayWrite(push.local.syncState.stories[story.value.uuid], storyState(there), push)) return true
  push.report.refused(
    `story ${story.path} was changed in Storyblok since the last push or pull: pull it first, or push with --force`,
  )
  return false
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
function groupsOf(stories: Local[], known: Map<Local, SpaceStory>): Map<string, string> {
  const groups = new Map<string, string>()
  for (const story of stories) {
    const group = story.value.group_id
    const there = known.get(story)?.group_id
    if (group && there && !groups.has(group)) groups.set(group, there)
  }
  return groups
}

/** Records the ids and the space's state of all stories after writing. */
async function remember(settled: Map<Local, SpaceStory>, { local, management }: Push): Promise<void> {
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
