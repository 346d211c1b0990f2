import type { Equipment } from '../../contracts/equipment.ts'
import type { EquipmentAccess, MemberTraining } from '../../contracts/member.ts'
import type { Space } from '../../contracts/space.ts'
import { type BookingCase, missingOn } from './booking.ts'
import { bestDiscount, type CoveringPackage, packagesOn } from './price.ts'
import type { Day } from '../time.ts'

interface Standing {
  equipment: Equipment[]
  spaces: Space[]
  member: Omit<BookingCase['member'], 'trainings' | 'packages' | 'account'>
  /** The member's packages, as far as they cover a piece of equipment. */
  packagesFor: (equipment: Equipment) => CoveringPackage[]
}

/** Returns what keeps a member from booking each piece of equipment on a day, apart from trainings, and their discount. */
export function accessOn(day: Day, { equipment, spaces, member, packagesFor }: Standing): EquipmentAccess[] {
  return equipment.flatMap((item) => {
    const space = spaces.find(({ id }) => id === item.space)
    if (!space) return []
    const judged = { ...member, packages: packagesFor(item) }
    const percent = bestDiscount(packagesOn(judged.packages, day))
    return [
      {
        resource: item.id,
        missing: missingOn(day, { equipment: item, space, member: judged }),
        ...(percent > 0 && { bookingFeeDiscountPercent: String(percent) }),
      },
    ]
  })
}

/** Returns the ids of the equipment that trainings unlock on a day, ascending; their first and last day count. */
export function trainedOn(
  day: Day,
  trainings: Pick<MemberTraining, 'fromDate' | 'untilDate' | 'resources'>[],
): number[] {
  const valid = trainings.filter(
    ({ fromDate, untilDate }) => fromDate <= day && (untilDate === null || day <= untilDate),
  )
  return [...new Set(valid.flatMap(({ resources }) => resources))].toSorted((a, b) => a - b)
}
