import { FabmanVersionedPackage } from '../../../../contracts/fabman.ts'
import type { MemberPackage, PackageEnd } from '../../../../contracts/member.ts'
import { readWithin, writeMs } from '../failures.ts'
import type { Parts } from '../parts.ts'
import { changeVersioned } from './changing.ts'
import { displayKeysOf } from './keys.ts'

/** Ends a package of a member; a repeat, also after a lost answer, changes nothing. */
export function createEndPackage(
  parts: Pick<Parts, 'client' | 'cache' | 'now'>,
  packages: (member: number) => Promise<MemberPackage[] | null>,
) {
  const { client, cache, now } = parts
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
    return packages(member)
  }
}
