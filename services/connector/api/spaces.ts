import { readParams, readQuery } from '../../../platform/http/service.ts'
import type { CachedWorkshop } from '../cache/cached-workshop.ts'
import { existing, type Handler, tellAge } from './handler.ts'
import { IdPath, NoQuery } from './routes.ts'

/** Locations with their opening hours and booking rules. */
export function spaceHandlers({
  workshop,
}: {
  workshop: CachedWorkshop
}): Record<'spaces' | 'space', Handler> {
  return {
    async spaces(c) {
      readQuery(c, NoQuery)
      return c.json(await workshop.spaces(tellAge(c)))
    },
    async space(c) {
      readQuery(c, NoQuery)
      const { id } = readParams(c, IdPath)
      return c.json(existing(await workshop.space(id, tellAge(c))))
    },
  }
}
