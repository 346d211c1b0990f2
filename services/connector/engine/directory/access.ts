import type { EquipmentAccess } from '../../../../contracts/member.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { accessOn } from '../../api/equipment-access.ts'
import { readEquipment } from './equipment.store.ts'
import { memberById, packagesFor, trainingsOf } from '../members/members.store.ts'
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
  return accessOn(day, {
    equipment: await readEquipment(db),
    spaces: await readSpaces(db),
    member: { ...member, trainings },
    packagesFor: (equipment) => packages(equipment.id),
  })
}
