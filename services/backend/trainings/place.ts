import type { Member } from '../../../contracts/member.ts'
import type { Space } from '../../../contracts/space.ts'
import { type Day, dayOf, toLocal } from '../../../rules/time.ts'
import type { Ordering } from '../orders/parts.ts'

/** A member with their space, and the time there. */
export interface Placed {
  member: Member
  space: Space
  today: Day
  /** Wall-clock time. */
  now: string
}

/** Returns a member and the day it is in their space, a member of all spaces being of the first; null = there is none. */
export async function placeOf({ connector, clock }: Ordering, id: number): Promise<Placed | null> {
  const member = await connector.member(id)
  if (!member) return null
  const space = (await connector.space(member.space)) ?? (await connector.spaces())[0]
  if (!space) throw new Error('there is no space')
  const now = toLocal(clock(), space.timezone)
  return { member, space, now, today: dayOf(now) }
}
