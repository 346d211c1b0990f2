import type { Story, StoryOf } from '../../contracts/story.ts'
import type { SiteServices } from '../context.ts'
import type { Locale } from '../i18n/locale.ts'
import type { DrawingNode } from './drawing-node.ts'
import { readSvg } from './read-svg.ts'

/** A machine as lists show it. */
export interface MachineCard {
  name: string
  title: string
  summary: string
  href: string
  machineType: string
  /** Address of its drawing or photo. */
  drawing: string | null
  /** Id in workshop management. */
  resource: number | null
}

/** A story with everything that its blocks need beside their fields. */
export interface LoadedPage {
  locale: Locale
  title: string
  description: string
  audience: string
  /** Address of the page in each language. */
  alternates: Record<Locale, string>
  content: StoryOf<'page'>['content'] | StoryOf<'machine'>['content']
  machines: MachineCard[]
  /** Labels of machine types by key. */
  labels: Record<string, string>
  /** Drawings by the address of their file; photos are not in it. */
  drawings: Record<string, DrawingNode>
}

/** Reads a page; null when there is none at this path, or it is of a kind that the site does not know. */
export async function loadPage(
  services: SiteServices,
  locale: Locale,
  slug: string,
): Promise<LoadedPage | null> {
  const story = await services.content.story(slug, locale)
  if (!story || !isKnown(story)) return null
  const { content } = story
  const [machineStories, labels] = await Promise.all([
    services.content.storiesOfType('machine', locale),
    services.labels(locale),
  ])
  const machines = machineStories.map((each) => machineCard(each, locale))
  const files = [...filesIn(content), ...machines.map(({ drawing }) => drawing)]
  return {
    locale,
    title: content.title || story.name,
    description: content.component === 'page' ? content.description : content.summary,
    audience: content.component === 'page' ? content.audience : '',
    alternates: story.addresses,
    content,
    machines,
    labels: labels['machine-types'],
    drawings: await readDrawings(files, services.readAsset),
  }
}

function isKnown(story: Story): story is StoryOf<'page'> | StoryOf<'machine'> {
  return story.content.component === 'page' || story.content.component === 'machine'
}

function machineCard({ name, content, addresses }: StoryOf<'machine'>, locale: Locale): MachineCard {
  const { title, summary, machine_type: machineType, drawing, resource } = content
  return {
    name,
    title: title || name,
    summary,
    href: addresses[locale],
    machineType,
    drawing: drawing?.filename ?? null,
    resource,
  }
}

/** Every file that a story names, at any depth. */
function filesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(filesIn)
  if (value === null || typeof value !== 'object') return []
  const own = 'filename' in value && typeof value.filename === 'string' ? [value.filename] : []
  return [...own, ...Object.values(value).flatMap(filesIn)]
}

/** Drawings that were read before, by address: an address names its content, so it never changes. */
const known = new Map<string, DrawingNode | null>()
const mostKnown = 500

async function readDrawings(
  files: (string | null)[],
  readAsset: SiteServices['readAsset'],
): Promise<Record<string, DrawingNode>> {
  const drawings: Record<string, DrawingNode> = {}
  for (const file of new Set(files)) {
    if (!file?.endsWith('.svg')) continue
    if (!known.has(file)) {
      const text = await readAsset(file)
      if (text === null) continue
      if (known.size >= mostKnown) known.clear()
      known.set(file, readSvg(text))
    }
    const drawing = known.get(file)
    if (drawing) drawings[file] = drawing
  }
  return drawings
}
