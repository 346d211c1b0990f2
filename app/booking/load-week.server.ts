import { idOf } from '../../contracts/booking.ts'
import type { WeekView } from '../../contracts/live.ts'
import { Problem } from '../../contracts/problem.ts'
import type { SiteServices } from '../context.ts'
import { weekRange, weekView } from './week.server.ts'

interface WeekQuery {
  resource: number
  /** Any day of the week, YYYY-MM-DD. */
  day: string
  memberId: number | null
  /** Id of an own booking to move; it does not block any time. */
  moves?: number | undefined
}

/**
 * Reads the week of one piece of equipment and judges it.
 * @throws Problem `notFound` for unknown or hidden equipment
 */
export async function loadWeek(
  { connector, now }: Pick<SiteServices, 'connector' | 'now'>,
  { resource, day, memberId, moves }: WeekQuery,
): Promise<WeekView> {
  const equipment = await connector.equipmentItem(resource)
  if (!equipment?.visibleForMembers) throw new Problem('notFound')
  const { fromDateTime, untilDateTime } = weekRange(day)
  const [space, taken, own] = await Promise.all([
    connector.space(equipment.space),
    connector.bookings({ resource, fromDateTime, untilDateTime }),
    memberId === null ? [] : connector.bookingsOfMember(memberId),
  ])
  if (!space) throw new Problem('notFound')
  const others = own.filter((booking) => !taken.some(({ id }) => id === booking.id))
  const all = [...taken, ...others]
  const moved = all.find(({ id, member }) => id === moves && idOf(member) === memberId) ?? null
  const bookings = all.filter((booking) => booking !== moved)
  return weekView({ day, space, equipment, bookings, moved, memberId, now: now() })
}
