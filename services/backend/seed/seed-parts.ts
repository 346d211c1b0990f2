import type { Member } from '../../../contracts/member.ts'
import type { Package } from '../../../contracts/package.ts'
import { addDays, type Day, dayOf, toLocal } from '../../../rules/time.ts'
import type { Ordering } from '../orders/parts.ts'

/** A package without an end. */
interface Owned {
  member: number
  id: number
}

const dayMs = 24 * 60 * 60_000

/** Returns the parts with a clock that is some days late. */
export function daysBefore(parts: Ordering, days: number): Ordering {
  return { ...parts, clock: () => new Date(parts.clock().getTime() - days * dayMs) }
}

/** Returns the packages without an end that members have. */
export async function packagesOf({ connector }: Ordering, members: number[]): Promise<Owned[]> {
  const lists = members.map(async (member) => {
    const owned = (await connector.packages(member)) ?? []
    return owned.filter(({ untilDate }) => untilDate === null).map(({ id }) => ({ member, id }))
  })
  return (await Promise.all(lists)).flat()
}

/** Ends packages the day before the clock's: a contract gives others from this day. One that begins on it goes. */
export async function endPackages({ connector, clock }: Ordering, packages: Owned[]): Promise<void> {
  for (const { member, id } of packages) {
    const { today } = await todayOf({ connector, clock }, await memberOf({ connector }, member))
    await connector.endPackage(member, id, { untilDate: addDays(today, -1) })
  }
}

/** Returns the day of the clock where a member's space is. */
export async function todayOf(
  { connector, clock }: Pick<Ordering, 'connector' | 'clock'>,
  member: Member,
): Promise<{ today: Day; zone: string }> {
  const zone = (await connector.space(member.space))?.timezone ?? 'Europe/Berlin'
  return { today: dayOf(toLocal(clock(), zone)), zone }
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
