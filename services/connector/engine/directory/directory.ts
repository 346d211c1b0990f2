import type { EquipmentAccess } from '../../../../contracts/member.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { accessOn } from '../../../../rules/booking/access.ts'
import type { WorkshopSystem } from '../../workshop-system.ts'
import { memberById, packagesFor } from '../members/members.store.ts'
import type { Engine } from '../parts.ts'
import { readEquipment, readSpaces, readTrainings } from './directory.store.ts'

export function directoryCalls({ db }: Pick<Engine, 'db'>) {
  return {
    spaces: () => readSpaces(db),
    space: async (id) => (await readSpaces(db, id))[0] ?? null,
    equipment: (filter) => readEquipment(db, filter),
    equipmentItem: async (id) => (await readEquipment(db, { id }))[0] ?? null,
    trainingCourses: () => readTrainings(db),
    equipmentAccess: (member, { day }) => equipmentAccess(db, member, day),
  } satisfies Partial<WorkshopSystem>
}

async function equipmentAccess(db: Database, id: number, day: string): Promise<EquipmentAccess[] | null> {
  const member = await memberById(db, id)
  if (!member) return null
  const packages = await packagesFor(db, id)
  return accessOn(day, {
    equipment: await readEquipment(db),
    spaces: await readSpaces(db),
    member,
    packagesFor: (equipment) => packages(equipment.id),
  })
}
