import type { EquipmentAccess } from '../../../../contracts/member.ts'
import { accessOn } from '../../api/equipment-access.ts'
import type { Catalogue } from '../directory/directory.ts'
import { covering, type Membership } from '../membership/membership.ts'

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
    return accessOn(day, {
      equipment,
      spaces,
      member: { id, state: member.state, trainings },
      packagesFor: (item) => covering(packages, item),
    })
  }
}
