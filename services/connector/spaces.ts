import { readParams, readQuery } from '../../platform/http.ts'
import { existing, type Handler } from './handler.ts'
import { IdPath, NoQuery } from './routes.ts'
import type { WorkshopSystem } from './workshop-system.ts'

/** Locations with their opening hours and booking rules. */
export function spaceHandlers({
  workshop,
}: {
  workshop: WorkshopSystem
}): Record<'spaces' | 'space', Handler> {
  return {
    async spaces(c) {
      readQuery(c, NoQuery)
      return c.json(await workshop.spaces())
    },
    async space(c) {
      readQuery(c, NoQuery)
      const { id } = readParams(c, IdPath)
      return c.json(existing(await workshop.space(id)))
    },
  }
}
