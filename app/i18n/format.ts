import { languageTag, type Locale } from './locale.ts'

/** Wall-clock times are formatted as they stand: read as UTC and written as UTC, the zone never comes into it. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** "Dienstag, 24. November" / "Tuesday 24 November"; `year` adds the year. @param day YYYY-MM-DD */
export function longDay(day: string, locale: Locale, year = false): string {
  return formatter(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(year && { year: 'numeric' }),
  }).format(asUtc(day))
}

/** "Di 24.11." / "Tue 24 Nov" */
export function shortDay(day: string, locale: Locale): string {
  const weekday = formatter(locale, { weekday: 'short' }).format(asUtc(day)).replace('.', '')
  const date =
    locale === 'de'
      ? ({ day: '2-digit', month: '2-digit' } as const)
      : ({ day: 'numeric', month: 'short' } as const)
  return `${weekday} ${formatter(locale, date).format(asUtc(day))}`
}

/** "23. – 29. November 2026" */
export function dayRange(from: string, until: string, locale: Locale): string {
  return formatter(locale, { day: 'numeric', month: 'long', year: 'numeric' }).formatRange(
    asUtc(from),
    asUtc(until),
  )
}

/** "9:00 bis 9:30 Uhr" is made of this: the hour without a leading zero. @param local YYYY-MM-DDTHH:mm */
export function clockTime(local: string): string {
  return local.slice(11).replace(/^0/, '')
}

/** "7,50 €" / "€7.50". @param amount decimal string */
export function money(amount: string, locale: Locale): string {
  return new Intl.NumberFormat(languageTag[locale], { style: 'currency', currency: 'EUR' }).format(
    Number(amount),
  )
}

function asUtc(day: string): Date {
  return new Date(`${day.slice(0, 10)}T00:00:00Z`)
}

function formatter(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(languageTag[locale], { ...options, timeZone: 'UTC' })
  formatters.set(key, made)
  return made
}
