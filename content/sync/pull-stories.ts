import type { SpaceStory } from '../../clients/storyblok/management-schemas.ts'
import { StoryFile } from '../../contracts/story-file.ts'
import { freeId, hashOf, type LocalFile, type StoredStory } from './folder.ts'
import { pullFolders } from './folders.ts'
import { isObject, type Json, printed, same } from './json.ts'
import { assetKey, comparable, type OtherSide, rewritten } from './rewrite.ts'
import {
  isFilePath,
  otherAttributes,
  pairedStories,
  pathOf,
  storyState,
  translatedPaths,
} from './space-tree.ts'
import { mayTake, type Sync } from './sync.ts'

type Local = LocalFile<StoredStory>

interface Found {
  there: SpaceStory
  known: Local | undefined
  path: string
  uuid: string
}

interface Decision extends Found {
  file: Json
  verdict: 'same' | 'take' | 'stay'
}

/**
 * Pulls the stories into `stories/`, with the ids of our files in their links. A story that was renamed or deleted in the
 * space is renamed or deleted here. A file that the space never had stays, and so does one that changed only here.
 * @param assets our name of each asset of the space
 */
export async function pullStories(sync: Sync, assets: Map<string, string>): Promise<void> {
  const { local, management, report, files } = sync
  const summaries = await management.stories()
  const known = new Map([...pairedStories(local, summaries)].map(([story, there]) => [there.id, story]))
  const full: SpaceStory[] = []
  for (const { id } of summaries) full.push(await management.story(id))
  const folders = new Map(full.filter((story) => story.is_folder).map((folder) => [pathOf(folder), folder]))
  const found = full.flatMap((there): Found[] => {
    if (there.is_folder) return []
    const story = known.get(there.id)
    return [{ there, known: story, path: pathOf(there), uuid: story?.value.uuid ?? there.uuid }]
  })
  const uuids = new Map(found.map(({ there, uuid }) => [there.uuid, uuid]))
  const ids = new Set(local.stories.map(({ value }) => value.id))
  const groups = groupsIn(found)
  const decisions: Decision[] = []
  const staying = new Map<string, Local>()
  for (const one of found) {
    if (!isFilePath(one.path)) {
      report.alone(`story ${one.path}: its address cannot be the name of a file`)
      if (one.known) staying.set(one.known.path, one.known)
      continue
    }
    const side = sideFor(one, uuids, assets, sync)
    const group = groups.get(one.there.group_id ?? '') ?? null
    const file = await fileOf(one, { side, folders, group, ids }, sync)
    decisions.push({ ...one, file, verdict: verdictOn(one, file, sync) })
  }
  for (const story of local.stories) {
    if (found.some((one) => one.known === story)) continue
    if (await isRemoved(story, sync)) files.set(`stories/${story.path}.json`, null)
    else staying.set(story.path, story)
  }
  refuseTakenPaths(decisions, staying, sync)
  // A story's old path may be the new path of another, so removals come before writes.
  for (const { known: story, verdict, path } of decisions) {
    if (story && verdict === 'take' && story.path !== path) files.set(`stories/${story.path}.json`, null)
  }
  for (const decision of decisions) take(decision, sync)
  pullFolders([...folders.values()], sync)
}

function verdictOn({ there, known, path, uuid }: Found, file: Json, sync: Sync): Decision['verdict'] {
  if (!known) return 'take'
  if (known.path === path && same(stateOf(known.raw), stateOf(file))) return 'same'
  const record = sync.local.syncState.stories[uuid]
  // A renamed folder moves the story without changing it.
  const isMoved = record !== undefined && record.path !== path
  const now = { here: known.sha256, there: isMoved ? '' : storyState(there) }
  return mayTake(sync, `story ${known.path}`, record, now) ? 'take' : 'stay'
}

/** Refuses a story whose path belongs to a file that stays. Its own file then stays, which may refuse further stories. */
function refuseTakenPaths(decisions: Decision[], staying: Map<string, Local>, { report }: Sync): void {
  for (const { known, verdict } of decisions) if (known && verdict !== 'take') staying.set(known.path, known)
  const places = new Map<string, Decision>()
  for (let isSettled = false; !isSettled;) {
    isSettled = true
    places.clear()
    for (const decision of decisions) {
      const { known, path, verdict } = decision
      if (verdict !== 'take') continue
      const other = staying.get(path)
      if ((other && other !== known) || places.has(path)) {
        decision.verdict = 'stay'
        report.refused(`story ${path}: here its address is that of another story; give one of them another`)
        if (known) staying.set(known.path, known)
        isSettled = false
      } else places.set(path, decision)
    }
  }
}

/** Adds the file to those that are written. */
function take({ there, known, path, uuid, file, verdict }: Decision, { local, report, files }: Sync): void {
  if (verdict === 'stay') return
  const text = printed(file, known?.raw)
  const here = verdict === 'same' && known ? known.sha256 : hashOf(text)
  local.syncState.stories[uuid] = { id: there.id, uuid: there.uuid, path, here, there: storyState(there) }
  if (verdict === 'same') {
    report.unchanged('Stories')
    return
  }
  const fits = StoryFile.safeParse(file)
  if (!fits.success)
    report.note(`story ${path} is kept, but the site cannot show it: ${fits.error.issues[0]?.message}`)
  files.set(`stories/${path}.json`, text)
  if (!known) report.created('Stories', path)
  else report.changed('Stories', known.path === path ? path : `${known.path} → ${path}`)
}

/** Whether the space deleted a story that did not change here since the last push or pull. */
async function isRemoved(story: Local, { local, management, report }: Sync): Promise<boolean> {
  const record = local.syncState.stories[story.value.uuid]
  if (!record || record.here !== story.sha256 || !(await management.isStoryGone(record.id))) {
    report.alone(`story ${story.path} is only here`)
    return false
  }
  delete local.syncState.stories[story.value.uuid]
  report.removed('Stories', story.path)
  return true
}

interface Tree {
  side: OtherSide
  folders: Map<string, SpaceStory>
  group: string | null
  ids: Set<number>
}

async function fileOf({ there, known, path, uuid }: Found, tree: Tree, sync: Sync): Promise<Json> {
  const latest = contentOf(there.content ?? {}, tree.side)
  const isDraft = Boolean(there.published && there.unpublished_changes)
  const published = isDraft ? await publishedOf(there, known, tree.side, sync) : latest
  const publishedAt = there.published ? (timeOf(there.published_at) ?? timeOf(there.updated_at)) : null
  return {
    id: known?.value.id ?? freeId(there.id, tree.ids),
    uuid,
    name: there.name,
    slug: path.split('/').at(-1),
    is_startpage: there.is_startpage ?? false,
    position: there.position ?? 0,
    tag_list: there.tag_list ?? [],
    created_at: known?.value.created_at ?? timeOf(there.created_at),
    first_published_at: known?.value.first_published_at ?? timeOf(there.first_published_at),
    published_at: publishedAt,
    updated_at: timeOf(there.updated_at),
    ...(there.sort_by_date && { sort_by_date: there.sort_by_date.slice(0, 10) }),
    ...(tree.group && { group_id: tree.group }),
    ...otherAttributes(there),
    translated_slugs: translatedPaths(there, tree.folders),
    content: published,
    ...(isDraft && { draft_content: latest }),
  }
}

function contentOf(content: Json, side: OtherSide): Json {
  return comparable(rewritten(content, side)) as Json
}

async function publishedOf(
  there: SpaceStory,
  known: Local | undefined,
  side: OtherSide,
  { management, report }: Sync,
) {
  const content = await management.publishedContent(there.id)
  if (content) return contentOf(content, side)
  report.note(
    `story ${pathOf(there)}: Storyblok no longer has what is published; the file keeps what it said`,
  )
  return (known?.raw['content'] as Json | undefined) ?? contentOf(there.content ?? {}, side)
}

/** Returns the file's fields that are compared: all but the numbers and times that a space assigns. */
function stateOf({ name, slug, uuid, content, draft_content, ...raw }: Json): unknown {
  const { sort_by_date = null, group_id = null, position = 0, is_startpage = false } = raw
  const tags = ((raw['tag_list'] ?? []) as string[]).toSorted()
  const slugs = ((raw['translated_slugs'] ?? []) as { lang: string; path: string; name?: string | null }[])
    .map(({ lang, path, name }) => ({ lang, path, name: name ?? null }))
    .sort((a, b) => a.lang.localeCompare(b.lang))
  const isPublic = Boolean(raw['published_at'])
  const own = { name, slug, uuid, sort_by_date, group_id, position, is_startpage, tags, slugs, isPublic }
  return {
    ...own,
    ...otherAttributes(raw),
    content: comparable(content),
    draft: comparable(draft_content ?? null),
  }
}

function sideFor(
  { known }: Found,
  uuids: Map<string, string>,
  assets: Map<string, string>,
  { local }: Sync,
): OtherSide {
  const numbers = new Map(
    [...local.stories.map(({ raw }) => raw), known?.raw ?? {}].flatMap((raw) => assetIdsIn(raw)),
  )
  return {
    story: (uuid) => uuids.get(uuid),
    asset: (filename) => {
      const name = assets.get(assetKey(filename))
      if (name === undefined) return undefined
      return { filename: name, id: numbers.get(name) ?? local.syncState.assets[name]?.id ?? null }
    },
  }
}

/** Returns name and number of each asset in a content. Stories may disagree, so the story's own pairs come last. */
function assetIdsIn(value: unknown): [string, number][] {
  if (Array.isArray(value)) return value.flatMap(assetIdsIn)
  if (!isObject(value)) return []
  const isAsset = value['fieldtype'] === 'asset' && value['filename'] && typeof value['id'] === 'number'
  const own: [string, number][] = isAsset ? [[String(value['filename']), Number(value['id'])]] : []
  return [...own, ...Object.values(value).flatMap(assetIdsIn)]
}

/** Returns the groups with more than one story, with the name used here; every story of a space is in a group. */
function groupsIn(found: Found[]): Map<string, string> {
  const groups = Object.entries(Object.groupBy(found, ({ there }) => there.group_id ?? ''))
  return new Map(
    groups.flatMap(([group, members = []]) => {
      const ours = members.find(({ known }) => known?.value.group_id)?.known?.value.group_id
      return group && members.length > 1 ? [[group, ours ?? group] as const] : []
    }),
  )
}

/** Returns a time in the format of the files, in UTC. */
function timeOf(time: string | null | undefined): string | null {
  const date = new Date(time ?? '')
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
