import { useQuery } from '@tanstack/react-query'
import type { EquipmentAccess } from '../../contracts/member.ts'
import { useConnector } from '../live/use-connector.ts'
import { authorise, useSession } from '../session/session.ts'

/** Things that the member lacks for equipment on a day. */
export type Missing = EquipmentAccess['missing']

/** Returns what the member lacks for each piece of equipment, by its id; null for visitors and until it is known. */
export function useAccess(day: string): ReadonlyMap<number, Missing> | null {
  const { member } = useSession()
  const connector = useConnector()
  const { data } = useQuery({
    queryKey: ['access', member?.id, day],
    queryFn: async () => (await connector()).equipmentAccess(member?.id ?? 0, { day }, authorise),
    enabled: member !== null,
    select: byEquipment,
  })
  return data ?? null
}

function byEquipment(access: EquipmentAccess[]): ReadonlyMap<number, Missing> {
  return new Map(access.map(({ resource, missing }) => [resource, missing]))
}
