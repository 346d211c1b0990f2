import type { CachedWorkshop } from '../cache/cached-workshop.ts'
import { type ConnectorHandlers, tellAge } from './handler.ts'

/** Equipment, which Fabman calls resources. */
export function equipmentHandlers(workshop: CachedWorkshop) {
  return {
    equipment: ({ query, c }) => workshop.equipment(query, tellAge(c)),
    equipmentItem: ({ params, c }) => workshop.equipmentItem(params.id, tellAge(c)),
    equipmentAccess: async ({ params, query, member }) =>
      params.id === member ? workshop.equipmentAccess(member, query.day) : null,
    trainedEquipment: async ({ params, member, c }) =>
      params.id === member ? workshop.trainedResources(member, tellAge(c)) : null,
  } satisfies Partial<ConnectorHandlers>
}
