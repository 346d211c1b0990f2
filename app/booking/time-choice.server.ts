import type { Space } from '../../contracts/space.ts'
import { bookableSpan, wholeDay } from '../../rules/booking/opening-hours.ts'
import { addDays, dayOf, toLocal } from '../../rules/time.ts'

/** The requested time, and today in the space. */
export interface TimeChoice {
  day: string
  /** HH:mm */
  from: string
  minutes: number
  today: string
}

/** Fills what is left open with the next evening: today unless it has begun. */
export function timeChoice(
  asked: { day?: string | undefined; from?: string | undefined; minutes?: number | undefined },
  space: Space | undefined,
  now: Date,
): TimeChoice {
  const local = toLocal(now, space?.timezone ?? 'UTC')
  const today = dayOf(local)
  const from = asked.from ?? evening
  const isOver = `${today}T${from}` <= local
  return {
    day: asked.day ?? (isOver ? addDays(today, 1) : today),
    from,
    minutes: asked.minutes ?? 120,
    today,
  }
}

const evening = '18:00'

/** Returns the starts on the grid within the opening hours of the week. */
export function startTimes(space: Space | undefined): string[] {
  const slot = 60 / (space?.bookingSlotsPerHour ?? 2)
  const { opens, closes } = space ? bookableSpan(space) : wholeDay
  const first = Math.ceil(opens / slot) * slot
  const count = Math.max(0, Math.ceil((closes - first) / slot))
  return Array.from({ length: count }, (_, index) => clock(first + index * slot))
}

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
