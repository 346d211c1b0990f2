import type { EquipmentAccess } from '../../../contracts/member.ts'
import { missingOn } from '../../../rules/booking.ts'
import type { Catalogue } from './catalogue.ts'
import { covering, type Membership } from './membership.ts'

/** See WorkshopSystem.equipmentAccess. */
export function createAccess({
  catalogue,
  membership,
}: {
  catalogue: Catalogue
  membership: Pick<Membership, 'trainings' | 'owned'>
}) {
  return async (id: number, day: string): Promise<EquipmentAccess[] | null> => {
    const [member, trainings, packages, equipment, spaces] = await Promise.all([
      catalogue.member(id),
      membership.trainings(id),
      membership.owned(id),
      catalogue.equipment(),
      catalogue.spaces(),
    ])
    if (!member || !trainings || !packages) return null
    return equipment.flatMap((item) => {
      const space = spaces.find((each) => each.id === item.space)
      const judged = { id, state: member.state, trainings, packages: covering(packages, item) }
      return space
        ? [{ resource: item.id, missing: missingOn(day, { equipment: item, space, member: judged }) }]
        : []
    })
  }
}
