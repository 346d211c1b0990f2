import { blocksIn } from '../blocks/blocks-in.ts'
import { isHall } from '../blocks/hall-places.ts'
import { drawnIn, isKnown } from '../blocks/load-page.ts'
import { readDrawings } from '../blocks/read-drawings.ts'
import type { DrawingNode } from '../blocks/read-svg.ts'
import type { SiteServices } from '../context.ts'
import type { Locale } from '../i18n/locale.ts'

/** The drawing of the hall, with the slugs of the equipment's pages, which name its places, by equipment id. */
export interface HallDrawing {
  node: DrawingNode
  slugs: ReadonlyMap<number, string>
}

/** Reads the drawing of the hall on the home page; null without one, and while the content service is away. */
export async function readHall(
  services: Pick<SiteServices, 'content' | 'readAsset' | 'log'>,
  locale: Locale,
): Promise<HallDrawing | null> {
  const { content, readAsset, log } = services
  try {
    const home = await content.story('', locale)
    if (!home || !isKnown(home)) return null
    const drawings = await readDrawings(drawnIn(home.content, blocksIn(home.content.body)), readAsset)
    const node = Object.values(drawings).find(isHall)
    if (!node) return null
    const machines = await content.storiesOfType('machine', locale)
    const slugs = machines.flatMap(({ content: { resource }, addresses }) =>
      resource ? [[resource, addresses.de.split('/').at(-1) ?? ''] as const] : [],
    )
    return { node, slugs: new Map(slugs) }
  } catch (error) {
    log.warn({ err: error }, 'the drawing of the hall could not be read')
    return null
  }
}
