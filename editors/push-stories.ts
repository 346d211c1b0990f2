import type { SpaceStory } from '../clients/management-answers.ts'
import type { Management } from '../clients/storyblok-management.ts'
import type { StoryFile } from '../contracts/story-file.ts'
import { type ContentFolder, folderOf, foldersAbove, type LocalFile } from './folder.ts'
import { type Json, same } from './json.ts'
import type { AssetsInSpace } from './push-assets.ts'
import { pushFolders } from './push-folders.ts'
import type { Report } from './report.ts'
import { comparable, rewritten } from './rewrite.ts'
import { pathOf, pairedStories, slugsToChange } from './space-tree.ts'

type Local = LocalFile<StoryFile>

interface Push {
  local: ContentFolder
  management: Management
  report: Report
  /** Overwrite what editors changed in the space since the last push or pull. */
  force: boolean
}

/**
 * Brings the stories into the space: folders first, then all stories without content, so that each has its uuid there,
 * then the contents with the space's ids in their links.
 */
export async function pushStories(push: Push, assets: AssetsInSpace): Promise<void> {
  const { local, management, report } = push
  const inSpace = await management.stories()
  const folderNames = foldersAbove(local.stories.map(({ path }) => path))
  const folderIds = await pushFolders(folderNames, inSpace, push)
  const pairs = pairedStories(local, inSpace)
  const known = new Map<Local, SpaceStory>()
  const created = new Set<Local>()
  for (const story of local.stories) {
    const there = pairs.get(story)
    if (there) known.set(story, there)
    else {
      created.add(story)
      const { component, _uid } = story.value.content
      const parent_id = folderIds.get(folderOf(story, folderNames)) ?? 0
      const attributes = { ...attributesOf(story, parent_id), content: { component, _uid } }
      known.set(story, await management.createStory(attributes))
    }
  }
  const uuids = new Map([...known].map(([story, there]) => [story.value.uuid, there.uuid]))
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
    const done = await write({ story, there: full, attributes, content, draft }, push)
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

interface Wanted {
  story: Local
  there: SpaceStory
  attributes: Json
  content: Json
  draft: Json | null
}

type Outcome = 'same' | 'written' | 'refused'

/** Writes what differs, in the order that leaves published what is to be published. */
async function write({ story, there, attributes, content, draft }: Wanted, push: Push): Promise<Outcome> {
  const { management } = push
  const slugs = slugsToChange(story.value, there)
  const isNew = Object.keys(there.content ?? {}).length === 0
  const attributesDiffer =
    slugs.length > 0 || Object.entries(attributes).some(([name, value]) => isOther(name, value, there))
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
  if (toPublish || publishesLatest) await management.updateStory(there.id, { ...body, content }, true)
  if (draft || (!isPublic && (attributesDiffer || !isLatest))) {
    await management.updateStory(there.id, { ...body, content: latest }, false)
  }
  if (toUnpublish) await management.unpublishStory(there.id)
  return 'written'
}

/** No, when an editor changed it in the space since: their work would be lost. */
function mayOverwrite(story: Local, there: SpaceStory, { local, report, force }: Push): boolean {
  const twin = local.twins.stories[story.value.uuid]
  if (force || !twin || twin.updated_at === (there.updated_at ?? null)) return true
  report.refused(
    `story ${story.path} was changed in Storyblok since the last push or pull: pull it first, or push with --force`,
  )
  return false
}

function attributesOf({ value }: Local, parentId: number): Json {
  const { name, slug, is_startpage, position, tag_list, sort_by_date } = value
  return { name, slug, parent_id: parentId, is_startpage, position, tag_list, sort_by_date }
}

function isOther(name: string, value: unknown, there: SpaceStory): boolean {
  // A space calls the start page of a folder as its editors like; its address is the folder's.
  if (name === 'slug' && there.is_startpage && there.full_slug.endsWith('/')) return false
  if (name === 'parent_id' || name === 'position') return (value ?? 0) !== (there[name] ?? 0)
  if (name === 'tag_list') return !same([...(value as string[])].sort(), [...(there.tag_list ?? [])].sort())
  return !same(value, there[name])
}

/** The space's group of each group of ours: that of its first story. */
function groupsOf(stories: Local[], known: Map<Local, SpaceStory>): Map<string, string> {
  const groups = new Map<string, string>()
  for (const story of stories) {
    const group = story.value.group_id
    const there = known.get(story)?.group_id
    if (group && there && !groups.has(group)) groups.set(group, there)
  }
  return groups
}

/** Notes which story is which, and when the space's side changed last: as now, after all writing. */
async function remember(settled: Map<Local, SpaceStory>, { local, management }: Push): Promise<void> {
  const now = new Map((await management.stories()).map((story) => [story.id, story]))
  for (const [{ value, sha256 }, { id, uuid }] of settled) {
    local.twins.stories[value.uuid] = { id, uuid, updated_at: now.get(id)?.updated_at ?? null, sha256 }
  }
}
