import type { Block, BlockTypes } from '../../contracts/blocks.ts'
import type { ContentTypes, KnownStory, PageContent, Story } from '../../contracts/story.ts'
import type { SiteServices } from '../context.ts'
import type { Locale } from '../i18n/locale.ts'
import { blocksIn } from './blocks-in.ts'
import type { PageData, StoryCard } from './page-data.tsx'
import { readCourses, readPackages, readTrainings } from './read-catalogue.ts'
import { isHall } from './hall-places.ts'
import { readDrawings } from './read-drawings.ts'
import { readWeek } from './read-week.ts'
import { storyHref } from './story-href.ts'

type Content = KnownStory['content']

/** A story with all data that its blocks need beside their fields. It stays on the server. */
export interface LoadedPage extends PageData {
  locale: Locale
  story: KnownStory
  content: Content
}

/** A page, and whether all that it shows could be read: one that lacks something is not kept for others. */
type ReadPage = LoadedPage & { isWhole: boolean }

/**
 * Reads the page at a path, or the draft of the story with an id; null if there is none, or its root content type is
 * unknown.
 */
export async function loadPage(
  services: SiteServices,
  locale: Locale,
  at: string | number,
): Promise<ReadPage | null> {
  const { content } = services
  const story = await (typeof at === 'number' ? content.draft(at, locale) : content.story(at, locale))
  return story && isKnown(story) ? withData(services, locale, story) : null
}

/** Adds the data of its page to a story, published or a draft. */
export async function withData(services: SiteServices, locale: Locale, story: KnownStory): Promise<ReadPage> {
  const { content } = story
  let isWhole = true
  const reads = {
    ...services,
    onMissing: () => {
      isWhole = false
    },
  }
  const blocks = blocksIn(content.body)
  const has = (component: keyof BlockTypes) => blocks.some((block) => block.component === component)
  const cards = (type: keyof ContentTypes) =>
    services.content
      .storiesOfType(type, locale)
      .then((stories) => stories.map((each) => storyCard(each as KnownStory, locale)))
  const drawings = await readDrawings(drawnIn(content, blocks), services.readAsset, reads.onMissing)
  const resource = content.component === 'machine' ? content.resource : null
  const [machines, workshops, stories, labels, courses, trainings, week, projects, packages, index] =
    await Promise.all([
      has('machines') || Object.values(drawings).some(isHall) ? cards('machine') : [],
      has('workshops') ? cards('workshop') : [],
      pointedAt(content, blocks, cards),
      services.labels(locale, reads.onMissing),
      showsCourses(content, has) ? readCourses(reads) : [],
      readTrainings(reads, locale, equipmentOf(content, blocks)),
      resource === null ? null : readWeek(reads, resource),
      content.component === 'machine' ? projectsOn(services, locale, story.uuid) : [],
      has('memberships') ? readPackages(reads, locale) : [],
      pagesAbove(services, locale, story.addresses[locale]),
    ])
  const data = {
    machines,
    workshops,
    stories,
    labels,
    courses,
    trainings,
    week,
    projects,
    packages,
    index,
    drawings,
  }
  return { locale, story, content, isWhole, ...data }
}

/** Whether a page shows courses; a card of any page may be that of a course. */
function showsCourses(content: Content, has: (component: keyof BlockTypes) => boolean): boolean {
  return content.component === 'workshop' || has('workshop-details') || has('workshops') || has('preview')
}

/** Returns the projects that name a machine's story among those they were made on, in the editors' order. */
async function projectsOn({ content }: SiteServices, locale: Locale, machine: string): Promise<StoryCard[]> {
  const projects = await content.storiesOfType('project-card', locale)
  return projects
    .filter((project) => project.content.machines.includes(machine))
    .map((project) => storyCard(project as KnownStory, locale))
}

/** Returns the ids of the equipment whose details a page shows. */
function equipmentOf(content: Content, blocks: Block[]): number[] {
  const named = blocks.map((block) =>
    block.component === 'machine-details' && 'resource' in block ? block.resource : null,
  )
  return [content.component === 'machine' ? content.resource : null, ...named].filter((id) => id !== null)
}

export function isKnown(story: Story): story is KnownStory {
  return ['page', 'machine', 'workshop', 'project-card', 'trainer', 'instruction'].includes(
    story.content.component,
  )
}

/** Reads the stories that a page's fields and blocks name, by uuid. */
async function pointedAt(
  content: Content,
  blocks: Block[],
  cards: (type: keyof ContentTypes) => Promise<StoryCard[]>,
): Promise<Record<string, StoryCard>> {
  const wanted = new Set([
    ...blocks.flatMap((block) => ('story' in block ? [block.story] : [])),
    ...(content.component === 'workshop' ? [content.trainer] : []),
    ...(content.component === 'project-card' ? content.machines : []),
  ])
  if (wanted.size === 0) return {}
  const all = await Promise.all(
    (['machine', 'workshop', 'project-card', 'trainer', 'instruction', 'page'] as const).map(cards),
  )
  return Object.fromEntries(
    all.flat().flatMap((card) => (wanted.has(card.uuid) ? [[card.uuid, card] as const] : [])),
  )
}

/** Reads the pages above an address, from the home page down; a folder without a page is left out. */
async function pagesAbove(
  { content }: SiteServices,
  locale: Locale,
  address: string,
): Promise<PageData['index']> {
  const parts = address.split('/').filter(Boolean)
  const bare = locale === 'en' ? parts.slice(1) : parts
  if (bare.length === 0) return []
  const above = bare.map((_, depth) => bare.slice(0, depth).join('/'))
  const stories = await Promise.all(above.map((path) => content.story(path, locale)))
  return stories.flatMap((story) => (story ? [{ label: story.name, href: story.addresses[locale] }] : []))
}

/** Returns the addresses of the large pictures of a page. */
export function drawnIn(content: Content, blocks: Block[]): string[] {
  const own = content.component === 'page' ? [] : [content.drawing]
  const pictures = blocks.map((block) => {
    if ('image' in block) return block.image
    return 'drawing' in block && largePicture.has(block.component) ? block.drawing : null
  })
  return [...own, ...pictures].flatMap((picture) => (picture ? [picture.filename] : []))
}

const largePicture = new Set(['hero', 'content-teaser', 'wow'])

/** Returns a story as a card in a language. */
export function storyCard(story: KnownStory, locale: Locale): StoryCard {
  const { uuid, name, content, addresses } = story
  return {
    uuid,
    slug: addresses.de.split('/').at(-1) ?? '',
    kind: content.component,
    title: content.title || name,
    summary: content.component === 'page' ? content.description : content.summary,
    href: storyHref(story, locale),
    picture: content.component === 'page' ? pictureOf(content.body) : content.drawing,
    ...subjectOf(content),
  }
}

function subjectOf(content: KnownStory['content']): Pick<StoryCard, 'label' | 'foreignId'> {
  switch (content.component) {
    case 'machine':
      return { label: content.machine_type, foreignId: content.resource }
    case 'workshop':
      return { label: content.grade, foreignId: content.course }
    case 'project-card':
      return { label: content.maker, foreignId: null }
    case 'trainer':
      return { label: content.role, foreignId: null }
    default:
      return { label: '', foreignId: null }
  }
}

/** Returns the picture of an ordinary page: that of its first block with one. */
function pictureOf(body: PageContent['body']): StoryCard['picture'] {
  for (const block of body) if ('drawing' in block && block.drawing) return block.drawing
  return null
}
