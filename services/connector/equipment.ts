import { readParams, readQuery } from '../../platform/http.ts'
import type { Authorization } from './authorization.ts'
import { existing, type Handler } from './handler.ts'
import { AccessQuery, EquipmentQuery, IdPath, NoQuery } from './routes.ts'
import type { WorkshopSystem } from './workshop-system.ts'

/** Equipment, which Fabman calls resources. */
export function equipmentHandlers({
  workshop,
  authorization,
}: {
  workshop: WorkshopSystem
  authorization: Authorization
}): Record<'equipment' | 'equipmentItem' | 'equipmentAccess' | 'trainedResources', Handler> {
  return {
    async equipment(c) {
      return c.json(await workshop.equipment(readQuery(c, EquipmentQuery)))
    },
    async equipmentItem(c) {
      readQuery(c, NoQuery)
      const { id } = readParams(c, IdPath)
      return c.json(existing(await workshop.equipmentItem(id)))
    },
    async equipmentAccess(c) {
      const member = await authorization.member(c.req.raw)
      const { day } = readQuery(c, AccessQuery)
      const { id } = readParams(c, IdPath)
      return c.json(existing(id === member ? await workshop.equipmentAccess(id, day) : null))
    },
    async trainedResources(c) {
      const member = await authorization.member(c.req.raw)
      readQuery(c, NoQuery)
      const { id } = readParams(c, IdPath)
      return c.json(existing(id === member ? await workshop.trainedResources(id) : null))
    },
  }
}
