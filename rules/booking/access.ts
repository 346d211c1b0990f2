import type { Equipment } from '../../contracts/equipment.ts'
import type { EquipmentAccess } from '../../contracts/member.ts'
import type { Space } from '../../contracts/space.ts'
import { type BookingCase, missingOn } from './booking.ts'
import type { CoveringPackage } from './price.ts'

interface Standing {
  equipment: Equipment[]
  spaces: Space[]
  member: Omit<BookingCase['member'], 'packages' | 'account'>
  /** The member's packages, as far as they cover a piece of equipment. */
  packagesFor: (equipment: Equipment) => CoveringPackage[]
}

/** Returns what keeps a member from booking each piece of equipment on a day. */
export function accessOn(
  day: string,
  { equipment, spaces, member, packagesFor }: Standing,
): EquipmentAccess[] {
  return equipment.flatMap((item) => {
    const space = spaces.find(({ id }) => id === item.space)
    const judged = { ...member, packages: packagesFor(item) }
    return space
      ? [{ resource: item.id, missing: missingOn(day, { equipment: item, space, member: judged }) }]
      : []
  })
}
