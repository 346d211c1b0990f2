import { clockTime, longDay } from '../i18n/format.ts'
import type { Locale } from '../i18n/locale.ts'
import type { Translate } from '../i18n/messages.ts'

/**
 * Until when a time can be cancelled free of charge; one that is over, also by minutes, is said to be so.
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

/** What a clock on the wall of a zone shows, YYYY-MM-DDTHH:mm: Swedes write it so, and no calendar library is loaded. */
function wallClock(instant: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  return format.format(instant).replace(' ', 'T')
}
