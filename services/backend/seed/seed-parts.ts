import type { Member } from '../../../contracts/member.ts'
import type { Package } from '../../../contracts/package.ts'
import { addDays, dayOf, toLocal } from '../../../rules/time.ts'
import type { Ordering } from '../orders/parts.ts'

const dayMs = 24 * 60 * 60_000

/** Returns the parts with a clock that is some days late. */
export function daysBefore(parts: Ordering, days: number): Ordering {
  return { ...parts, clock: () => new Date(parts.clock().getTime() - days * dayMs) }
}

/** Ends the packages that a member had before, the day before the clock's. */
export async function endEarlierPackages({ connector, clock }: Ordering, member: number): Promise<void> {
  const { space: id } = await memberOf({ connector }, member)
  const space = await connector.space(id)
  const today = dayOf(toLocal(clock(), space?.timezone ?? 'Europe/Berlin'))
  for (const { id: owned, fromDate, untilDate } of (await connector.packages(member)) ?? [])
    if (fromDate < today && untilDate === null)
      await connector.endPackage(member, owned, { untilDate: addDays(today, -1) })
}

/** Returns a member of the demo. @throws Error without it */
export async function memberOf({ connector }: Pick<Ordering, 'connector'>, id: number): Promise<Member> {
  const member = await connector.member(id)
  if (!member) throw new Error(`the demo needs the member ${id}`)
  return member
}

/** Returns a package that the demo sells. @throws Error without it */
export async function packageOf({ connector }: Pick<Ordering, 'connector'>, id: number): Promise<Package> {
  const sold = (await connector.packageList()).find((each) => each.id === id)
  if (!sold) throw new Error(`the demo needs the package ${id}`)
  return sold
}
