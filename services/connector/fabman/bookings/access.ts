import type { EquipmentAccess } from '../../../../contracts/member.ts'
import { accessOn } from '../../api/equipment-access.ts'
import type { Directory } from '../directory/directory.ts'
import type { Membership } from '../membership/membership.ts'
import { covering } from '../membership/packages.ts'

/** See WorkshopSystem.equipmentAccess. */
export function createAccess({
  directory,
  membership,
}: {
  directory: Directory
  membership: Pick<Membership, 'trainings' | 'owned'>
}) {
  return async (id: number, day: string): Promise<EquipmentAccess[] | null> => {
    const [member, trainings, packages, equipment, spaces] = await Promise.all([
      directory.member(id),
      membership.trainings(id),
      membership.owned(id),
      directory.equipment(),
      directory.spaces(),
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
