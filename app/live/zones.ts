import type { Equipment } from '../../contracts/equipment.ts'
import type { Space } from '../../contracts/space.ts'

/** Returns the time zone (IANA name) by equipment id: that of its space, or of the first space for unknown equipment. */
export function zonesOf(
  spaces: Pick<Space, 'id' | 'timezone'>[],
  equipment: Pick<Equipment, 'id' | 'space'>[],
): (equipmentId: number) => string {
  const zones = new Map(spaces.map(({ id, timezone }) => [id, timezone]))
  const ofEquipment = new Map(equipment.map(({ id, space }) => [id, zones.get(space)]))
  const first = spaces[0]?.timezone ?? 'UTC'
  return (equipmentId) => ofEquipment.get(equipmentId) ?? first
}
