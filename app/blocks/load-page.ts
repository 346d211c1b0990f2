import type { Asset, Block } from '../../contracts/blocks.ts'
import type { Story, StoryOf } from '../../contracts/story.ts'
import type { SiteServices } from '../context.ts'
import type { Locale } from '../i18n/locale.ts'
import type { MachineCard } from './page-data.tsx'
import { type DrawingNode, readSvg } from './read-svg.ts'

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
  /** Drawings that the page draws itself, by the address of their file; thumbnails and photos stay pictures. */
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
    listsMachines(content) ? services.content.storiesOfType('machine', locale) : [],
    services.labels(locale),
  ])
  const machines = machineStories.map((each) => machineCard(each, locale))
  return {
    locale,
    title: content.title || story.name,
    description: content.component === 'page' ? content.description : content.summary,
    audience: content.component === 'page' ? content.audience : '',
    alternates: story.addresses,
    content,
    machines,
    labels: labels['machine-types'],
    drawings: await readDrawings(drawnIn(content), services.readAsset),
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
    picture: drawing,
    resource,
  }
}

type Content = LoadedPage['content']

function listsMachines({ body }: Content): boolean {
  return body.some(({ component }) => component === 'machines')
}

/** Addresses of the pictures that stand large on the page. */
function drawnIn(content: Content): string[] {
  const own = content.component === 'machine' ? [content.drawing] : []
  const pictures = [...own, ...content.body.map(pictureOf)]
  return pictures.flatMap((picture) => (picture ? [picture.filename] : []))
}

function pictureOf(block: Block): Asset {
  if ('drawing' in block && block.component === 'hero') return block.drawing
  return 'image' in block ? block.image : null
}

/** Drawings that were read before, by address: an address names its content, so it never changes. */
const known = new Map<string, DrawingNode | null>()
const mostKnown = 500

async function readDrawings(
  files: string[],
  readAsset: SiteServices['readAsset'],
): Promise<Record<string, DrawingNode>> {
  const drawings: Record<string, DrawingNode> = {}
  for (const file of new Set(files)) {
    if (!file.endsWith('.svg')) continue
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
