import { useQuery } from '@tanstack/react-query'
import type { EquipmentAccess } from '../../contracts/member.ts'
import { useConnector } from '../live/use-connector.ts'
import { authorise, useSession } from '../session/session.ts'

/** What the member lacks for a machine on a day. */
export type Missing = EquipmentAccess['missing']

/** What the member lacks for each machine on a day, by its id; null for visitors and while nobody knows. */
export function useAccess(day: string): ReadonlyMap<number, Missing> | null {
  const { member } = useSession()
  const connector = useConnector()
  const { data } = useQuery({
    queryKey: ['access', member?.id, day],
    queryFn: async () => (await connector()).equipmentAccess(member?.id ?? 0, day, authorise),
    enabled: member !== null,
    select: byEquipment,
  })
  return data ?? null
}

function byEquipment(access: EquipmentAccess[]): ReadonlyMap<number, Missing> {
  return new Map(access.map(({ resource, missing }) => [resource, missing]))
}
