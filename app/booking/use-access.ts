import { useQuery } from '@tanstack/react-query'
import type { Authorise } from '../../clients/calls.ts'
import type { ConnectorClient } from '../../clients/connector.ts'
import type { EquipmentAccess } from '../../contracts/member.ts'
import { useConnector } from '../live/use-connector.ts'
import { authorise } from '../session/authorise.ts'
import { useSession } from '../session/session.ts'

/** Things that the member lacks for equipment on a day. */
export type Missing = (EquipmentAccess['missing'][number] | 'noPermission')[]

/** Milliseconds between two requests while something is missing. */
const liveMs = 4000

type Wanted = { id: number; requiresTraining: boolean }

/** Returns what the member lacks for a piece of equipment. */
export type Access = (equipment: Wanted) => Missing

/** Returns the member's discount for equipment by its id, percent as a decimal string; '0' without one. */
export type Discounts = (equipmentId: number) => string

/**
 * Returns what the member lacks for equipment on a day; null for visitors and until it is known.
 * @param wanted equipment that the page is about: as long as the member lacks something for it, the answer is asked for again,
 *   because a trainer's tap in the hall unlocks it
 */
export function useAccess(day: string, wanted?: Wanted): Access | null {
  return useKnown(day, accessOf, wanted)
}

/** Returns the member's discount in percent by the equipment's id; null for visitors and until it is known. */
export function useDiscounts(day: string): Discounts | null {
  return useKnown(day, discountsOf)
}

function useKnown<T>(day: string, select: (known: Known) => T, wanted?: Wanted): T | null {
  const { member } = useSession()
  const connector = useConnector()
  const { data } = useQuery({
    queryKey: ['access', member?.id, day],
    queryFn: async () => readAccess(await connector(), member?.id ?? 0, day, authorise),
    enabled: member !== null,
    refetchInterval: ({ state }) =>
      wanted && state.data && accessOf(state.data)(wanted).length ? liveMs : false,
    select,
  })
  return data ?? null
}

interface Known {
  /** Ids of the equipment that the member's trainings unlock on that day. */
  trained: number[]
  access: EquipmentAccess[]
}

/**
 * Reads what decides about a day, with the member's token.
 * @throws Error 'Validation failed for trained equipment IDs.' (E19)
 */
export async function readAccess(
  connector: Pick<ConnectorClient, 'trainedEquipment' | 'equipmentAccess'>,
  member: number,
  day: string,
  authorise: Authorise,
): Promise<Known> {
  const [trained, access] = await Promise.all([
    connector.trainedEquipment(member, { day }, authorise),
    connector.equipmentAccess(member, { day }, authorise),
  ])
  return { trained, access }
}

/** Decides: equipment that requires a training needs one that unlocks it on that day. */
export function accessOf({ trained, access }: Known): Access {
  const missingOf = new Map(access.map(({ resource, missing }) => [resource, missing]))
  return ({ id, requiresTraining }) => [
    ...(missingOf.get(id) ?? []),
    ...(requiresTraining && !trained.includes(id) ? (['noPermission'] as const) : []),
  ]
}

export function discountsOf({ access }: Pick<Known, 'access'>): Discounts {
  const percents = new Map(access.map((each) => [each.resource, each.bookingFeeDiscountPercent]))
  return (equipmentId) => percents.get(equipmentId) ?? '0'
}
