import type { FabmanReader } from '../../../../clients/fabman/fabman.ts'
import type { Equipment } from '../../../../contracts/equipment.ts'
import {
  type FabmanCoverage,
  FabmanMemberPackage,
  type FabmanPermission,
} from '../../../../contracts/fabman.ts'
import type { MemberPackage } from '../../../../contracts/member.ts'
import type { CoveringPackage } from '../../../../rules/booking/price.ts'
import type { Directory } from '../directory/directory.ts'
import { bestDiscount } from '../directory/packages.ts'

export interface MemberOptions {
  client: FabmanReader
  directory: Directory
}

interface OwnedPackage extends Pick<CoveringPackage, 'allowsBooking' | 'fromDate' | 'untilDate'> {
  permissions: FabmanPermission[]
}

export function createMemberPackages({ client, directory }: MemberOptions) {
  const read = (id: number) =>
    client.list(`/members/${id}/packages`, FabmanMemberPackage, { embed: ['package'] })

  return {
    async packages(id: number): Promise<MemberPackage[] | null> {
      const found = await read(id)
      if (!found) return null
      const packages = await Promise.all(
        found.map(async ({ _embedded, customFees, ...own }) => {
          const { name, allowsBooking, ...common } = _embedded?.package ?? {}
          const fees = customFees ? own : { ...own, ...common }
          return {
            id: own.id,
            name: name ?? '',
            fromDate: own.fromDate,
            untilDate: own.untilDate,
            allowsBooking: allowsBooking ?? false,
            recurringFee: fees.recurringFee,
            recurringFeePeriod: fees.recurringFeePeriod ?? 'month',
            bookingFeeDiscountPercent: bestDiscount(await directory.permissions(own.package)),
          }
        }),
      )
      return packages.toSorted(byFirstDay)
    },
    /** Returns a member's packages with the equipment that they let their owner use. */
    async owned(id: number): Promise<OwnedPackage[] | null> {
      const found = await read(id)
      if (!found) return null
      return Promise.all(
        found.map(async ({ package: own, fromDate, untilDate, _embedded }) => ({
          fromDate,
          untilDate,
          allowsBooking: _embedded?.package?.allowsBooking ?? false,
          permissions: await directory.permissions(own),
        })),
      )
    },
  }
}

/** Returns packages as the booking rules expect them: whether they let their owner book this equipment. */
export function covering(
  packages: OwnedPackage[],
  equipment: Pick<Equipment, 'id' | 'type'>,
): CoveringPackage[] {
  return packages.map(({ permissions, ...owned }) => {
    const given = permissions.filter((one) => covers(one, equipment))
    return { ...owned, coversEquipment: given.length > 0, bookingFeeDiscountPercent: bestDiscount(given) }
  })
}

/** Whether a permission or a limit of a credit names this equipment. */
export function covers(
  { type, resource, resourceType }: FabmanCoverage,
  equipment: Pick<Equipment, 'id' | 'type'>,
): boolean {
  return (
    type === 'everything' ||
    (type === 'resource' && resource === equipment.id) ||
    (type === 'resourceType' && resourceType !== null && resourceType === equipment.type)
  )
}

export function byFirstDay(
  one: { fromDate: string; id: number },
  other: { fromDate: string; id: number },
): number {
  if (one.fromDate === other.fromDate) return one.id - other.id
  return one.fromDate < other.fromDate ? -1 : 1
}
