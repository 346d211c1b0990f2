import { clockTime, longDay } from './format.ts'
import type { Locale } from './locale.ts'
import type { Translate } from './messages.ts'

/** "Dienstag, 24. November 2026, 18:00 bis 20:00 Uhr"; one that ends on another day names both. */
export function bookingTime(
  { fromDateTime, untilDateTime }: { fromDateTime: string; untilDateTime: string },
  locale: Locale,
  t: Translate,
): string {
  const sameDay = fromDateTime.slice(0, 10) === untilDateTime.slice(0, 10)
  return t(sameDay ? 'me_bookings_when' : 'me_bookings_when_days', {
    day: longDay(fromDateTime, locale, true),
    from: clockTime(fromDateTime),
    lastDay: longDay(untilDateTime, locale, true),
    until: clockTime(untilDateTime),
  })
}
