import type { EquipmentAccess } from '../../../contracts/member.ts'
import type { Database } from '../../../platform/database.ts'
import { missingOn } from '../../../rules/booking.ts'
import { readEquipment } from './equipment.store.ts'
import { memberById, packagesFor, trainingsOf } from './members.store.ts'
import { readSpaces } from './spaces.store.ts'

/** See WorkshopSystem.equipmentAccess. */
export async function equipmentAccess(
  db: Database,
  id: number,
  day: string,
): Promise<EquipmentAccess[] | null> {
  const member = await memberById(db, id)
  if (!member) return null
  const trainings = await trainingsOf(db, id)
  const packages = await packagesFor(db, id)
  const spaces = new Map((await readSpaces(db)).map((space) => [space.id, space]))
  return (await readEquipment(db)).flatMap((equipment) => {
    const space = spaces.get(equipment.space)
    const judged = { ...member, trainings, packages: packages(equipment.id) }
    return space
      ? [{ resource: equipment.id, missing: missingOn(day, { equipment, space, member: judged }) }]
      : []
  })
}
