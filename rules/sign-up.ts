import type { Space } from '../contracts/space.ts'
import { addDays, type Day, weekday } from './time.ts'

/** Returns the pages on which an item is signed up for; null is none yet. */
export function flowOf(item: { kind: string } | null | undefined): 'onboarding' | 'team' {
  return item?.kind === 'team' ? 'team' : 'onboarding'
}

/** How far ahead a day pass is sold, in days. */
export const daysAhead = 60

/**
 * Returns why a day pass is not sold for a day; null when it is.
 * @param day YYYY-MM-DD @param today the same, in the space
 */
export function dayPassFault(
  day: Day,
  { today, space }: { today: Day; space: Pick<Space, '_embedded'> },
): 'past' | 'far' | 'closed' | null {
  if (day < today) return 'past'
  if (day > addDays(today, daysAhead)) return 'far'
  return isOpen(day, space) ? null : 'closed'
}

/** Whether the space opens on a day at all: by its hours, and without a holiday of the whole day. */
function isOpen(day: Day, { _embedded: { openingHours, holidays = [] } }: Pick<Space, '_embedded'>): boolean {
  const opens = openingHours.some(
    ({ dayOfWeek, fromTime }) => dayOfWeek === weekday(day) && fromTime !== null,
  )
  const [from, until] = [`${day}T00:00`, `${addDays(day, 1)}T00:00`]
  return opens && !holidays.some((each) => each.fromDateTime <= from && each.untilDateTime >= until)
}
