import { clockTime, longDay } from '../i18n/format.ts'
import type { Locale } from '../i18n/locale.ts'
import type { Translate } from '../i18n/messages.ts'

/**
 * Returns the deadline of free cancellation in words, or that it has passed.
 * @param freeUntil wall-clock time of the space
 * @param zone its IANA name
 */
export function deadlineInWords(
  freeUntil: string,
  { zone, now }: { zone: string; now: Date },
  locale: Locale,
  t: Translate,
): string {
  if (freeUntil <= wallClock(now, zone)) return t('booking_quote_late')
  return t('booking_quote_free_until', { day: longDay(freeUntil, locale), time: clockTime(freeUntil) })
}

/**
 * Returns the wall-clock time in a zone, YYYY-MM-DDTHH:mm. The Swedish format has that order, so that no calendar
 * library is needed.
 */
function wallClock(instant: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  return format.format(instant).replace(' ', 'T')
}
