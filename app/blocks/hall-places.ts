import type { DrawingNode } from './read-svg.ts'

/** The place of a machine in a drawing of the hall; lengths in units of the drawing. */
export interface HallPlace {
  /** Last part of the German address of the machine's page. */
  slug: string
  /** Centre of its sign. */
  x: number
  y: number
  /** The surface that a pointer finds: path data and the transform of the path. */
  area: { d: string; transform: string }
}

/**
 * Returns the places in a drawing in drawing order: groups with `data-machine="{slug}"` that hold a circle of class
 * `sign` and a path of class `area`. A group without them, and a second one for the same machine, is only drawn.
 */
export function hallPlaces(node: DrawingNode): HallPlace[] {
  const places = new Map<string, HallPlace>()
  for (const { attributes, children } of groupsOf(node)) {
    const slug = attributes['data-machine'] ?? ''
    const partOf = (name: string) =>
      children.find((each) => typeof each !== 'string' && each.attributes['class'] === name) as
        | DrawingNode
        | undefined
    const sign = partOf('sign')?.attributes
    const { d, transform = '' } = partOf('area')?.attributes ?? {}
    const [x, y] = [Number(sign?.['cx'] ?? Number.NaN), Number(sign?.['cy'] ?? Number.NaN)]
    if (d && Number.isFinite(x) && Number.isFinite(y) && !places.has(slug))
      places.set(slug, { slug, x, y, area: { d, transform } })
  }
  return [...places.values()]
}

/** Whether a drawing has places of machines. */
export function isHall(node: DrawingNode): boolean {
  return groupsOf(node).length > 0
}

/** Groups of machines stand directly in the drawing. */
function groupsOf({ children }: DrawingNode): DrawingNode[] {
  return children.filter(
    (each): each is DrawingNode =>
      typeof each !== 'string' && each.tag === 'g' && Boolean(each.attributes['data-machine']),
  )
}
