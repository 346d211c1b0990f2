import type { CachedWorkshop } from '../cache/cached-workshop.ts'
import { type ConnectorHandlers, tellAge } from './handler.ts'

/** Locations with their opening hours and booking rules. */
export function spaceHandlers(workshop: CachedWorkshop) {
  return {
    spaces: ({ c }) => workshop.spaces(tellAge(c)),
    space: ({ params, c }) => workshop.space(params.id, tellAge(c)),
  } satisfies Partial<ConnectorHandlers>
}
