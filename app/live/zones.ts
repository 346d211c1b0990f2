import type { Equipment } from '../../contracts/equipment.ts'
import type { Space } from '../../contracts/space.ts'

/** Time zone (IANA name) of the space in which a machine stands, by its id; of one that is gone, of the first space. */
export function zonesOf(
  spaces: Pick<Space, 'id' | 'timezone'>[],
  equipment: Pick<Equipment, 'id' | 'space'>[],
): (machine: number) => string {
  const zones = new Map(spaces.map(({ id, timezone }) => [id, timezone]))
  const ofMachine = new Map(equipment.map(({ id, space }) => [id, zones.get(space)]))
  const first = spaces[0]?.timezone ?? 'UTC'
  return (machine) => ofMachine.get(machine) ?? first
}
