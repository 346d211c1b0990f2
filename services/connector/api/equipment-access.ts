import type { Equipment } from '../../../contracts/equipment.ts'
import type { EquipmentAccess } from '../../../contracts/member.ts'
import type { Space } from '../../../contracts/space.ts'
import { type BookingCase, missingOn } from '../../../rules/booking/booking.ts'
import type { CoveringPackage } from '../../../rules/booking/price.ts'

interface Standing {
  equipment: Equipment[]
  spaces: Space[]
  member: Omit<BookingCase['member'], 'packages' | 'account'>
  /** The member's packages as a machine asks for them. */
  packagesFor: (equipment: Equipment) => CoveringPackage[]
}

/** What keeps a member from booking each machine on a day, from what a workshop system knows of them. */
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
