import type { WeekView } from '../../contracts/live.ts'
import { Problem } from '../../contracts/problem.ts'
import type { SiteServices } from '../context.ts'
import { weekRange, weekView } from './week.ts'

interface WeekQuery {
  resource: number
  /** Any day of the week, YYYY-MM-DD. */
  day: string
  memberId: number | null
}

/** Reads what one machine's week needs and judges it. @throws Problem `notFound` for a machine that nobody may see */
export async function loadWeek(
  { connector, now }: Pick<SiteServices, 'connector' | 'now'>,
  { resource, day, memberId }: WeekQuery,
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
  return weekView({ day, space, equipment, bookings: [...taken, ...others], memberId, now: now() })
}
