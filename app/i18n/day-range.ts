import { date, yearOf } from './format.ts'
import type { Locale } from './locale.ts'

/** "23.–29. November 2026", "30. November – 6. Dezember 2026", both with a year where it changes. */
export function dayRange(from: string, until: string, locale: Locale): string {
  const end = date(until, locale, true)
  if (yearOf(from) !== yearOf(until)) return `${date(from, locale, true)} – ${end}`
  if (from.slice(0, 7) !== until.slice(0, 7)) return `${date(from, locale)} – ${end}`
  return `${date(from, locale).split('\u00a0')[0]}–${end}`
}
