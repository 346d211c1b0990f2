import { FabmanVersionedPackage } from '../../../../contracts/fabman.ts'
import type { MemberPackage, PackageEnd } from '../../../../contracts/member.ts'
import type { Day } from '../../../../rules/time.ts'
import { readWithin, writeMs } from '../failures.ts'
import type { Parts } from '../parts.ts'
import { changeVersioned } from './changing.ts'
import { displayKeysOf } from './keys.ts'

/** Cancels the bookings of a member after a day that no package covers; null = what an earlier call has left. */
export type CancelUncovered = (member: number, after: Day | null) => Promise<void>

interface EndParts extends Pick<Parts, 'client' | 'cache' | 'now'> {
  packages: (member: number) => Promise<MemberPackage[] | null>
  cancelUncovered: CancelUncovered
}

/**
 * Ends a package of a member, then cancels the bookings of later days that no package covers (decision 054). A repeat, also
 * after a lost answer, does what is left.
 */
export function createEndPackage(parts: EndParts) {
  const { client, cache, now, packages, cancelUncovered } = parts
  return async (
    member: number,
    owned: number,
    { untilDate }: PackageEnd,
  ): Promise<MemberPackage[] | null> => {
    const path = `/members/${member}/packages/${owned}`
    const deadline = now() + writeMs
    try {
      const found = await readWithin(writeMs, () => client.get(path, FabmanVersionedPackage))
      // Fabman takes no last day before the first.
      if (found && untilDate !== null && untilDate < found.fromDate) await client.delete(path, deadline)
      else if (found)
        await changeVersioned(parts, {
          path,
          schema: FabmanVersionedPackage,
          body: { untilDate },
          isDone: (own) => own.untilDate === untilDate,
          field: 'untilDate',
        })
    } finally {
      await cache.invalidate([`${displayKeysOf(member)}*`])
    }
    await cancelUncovered(member, untilDate)
    return packages(member)
  }
}
