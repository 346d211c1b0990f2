import { readParams, readQuery } from '../../../platform/http/service.ts'
import type { Authorization } from './callers.ts'
import type { CachedWorkshop } from '../cache/cached-workshop.ts'
import { existing, type Handler, tellAge } from './handler.ts'
import { AccessQuery, EquipmentQuery, IdPath, NoQuery } from './routes.ts'

/** Equipment, which Fabman calls resources. */
export function equipmentHandlers({
  workshop,
  authorization,
}: {
  workshop: CachedWorkshop
  authorization: Authorization
}): Record<'equipment' | 'equipmentItem' | 'equipmentAccess' | 'trainedResources', Handler> {
  return {
    async equipment(c) {
      return c.json(await workshop.equipment(readQuery(c, EquipmentQuery), tellAge(c)))
    },
    async equipmentItem(c) {
      readQuery(c, NoQuery)
      const { id } = readParams(c, IdPath)
      return c.json(existing(await workshop.equipmentItem(id, tellAge(c))))
    },
    async equipmentAccess(c) {
      const member = await authorization.member(c.req.raw)
      const { id } = readParams(c, IdPath)
      const { day } = readQuery(c, AccessQuery)
      return c.json(existing(id === member ? await workshop.equipmentAccess(id, day) : null))
    },
    async trainedResources(c) {
      const member = await authorization.member(c.req.raw)
      readQuery(c, NoQuery)
      const { id } = readParams(c, IdPath)
      return c.json(existing(id === member ? await workshop.trainedResources(id, tellAge(c)) : null))
    },
  }
}
