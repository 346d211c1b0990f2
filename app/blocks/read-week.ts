import { bookableSpan } from '../../rules/booking/opening-hours.ts'
import { addDays, dayOf, toLocal } from '../../rules/time.ts'
import type { WeekFrame } from './page-data.tsx'
import type { Reads } from './read-catalogue.ts'

/**
 * Reads the frame of the coming week of a piece of equipment: its days from today and the hours of the space. What is
 * free comes by `/data/days`. Null for equipment that nobody books, and while the connector is unavailable.
 */
export async function readWeek(
  { connector, now, log, onMissing }: Reads<'connector' | 'now' | 'log'>,
  resource: number,
): Promise<WeekFrame | null> {
  try {
    const [equipment, spaces] = await Promise.all([connector.equipment(), connector.spaces()])
    const item = equipment.find(({ id }) => id === resource)
    const space = spaces.find(({ id }) => id === item?.space)
    if (!item?.visibleForMembers || !item.canBeBooked || !space) return null
    const today = dayOf(toLocal(now(), space.timezone))
    const days = Array.from({ length: 7 }, (_, index) => addDays(today, index))
    return { resource, days, ...bookableSpan(space) }
  } catch (error) {
    log.warn({ err: error }, 'the week of equipment could not be read')
    onMissing?.()
    return null
  }
}
