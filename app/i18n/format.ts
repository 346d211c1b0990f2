import { languageTag, type Locale } from './locale.ts'

/**
 * Wall-clock times are formatted as they stand: read as UTC and written as UTC, the zone never comes into it.
 * Only names come from Intl: its patterns differ between the server's and the browsers' versions (a comma, a thin
 * space), and what they write must be the same to the letter.
 */

/** "Dienstag, 24. November" / "Tuesday 24 November"; `year` adds the year. @param day YYYY-MM-DD */
export function longDay(day: string, locale: Locale, year = false): string {
  const weekday = name(day, locale, { weekday: 'long' })
  return `${weekday}${locale === 'de' ? ',' : ''} ${date(day, locale)}${year ? ` ${yearOf(day)}` : ''}`
}

/** "Di 24.11." / "Tue 24 Nov" */
export function shortDay(day: string, locale: Locale): string {
  const weekday = name(day, locale, { weekday: 'short' }).replace('.', '')
  const [, month, number] = day.slice(0, 10).split('-')
  return locale === 'de'
    ? `${weekday} ${number}.${month}.`
    : `${weekday} ${Number(number)} ${name(day, locale, { month: 'long' }).slice(0, 3)}`
}

/** "23.–29. November 2026", "30. November – 6. Dezember 2026", both with a year where it changes. */
export function dayRange(from: string, until: string, locale: Locale): string {
  const end = `${date(until, locale)} ${yearOf(until)}`
  if (yearOf(from) !== yearOf(until)) return `${date(from, locale)} ${yearOf(from)} – ${end}`
  if (from.slice(0, 7) !== until.slice(0, 7)) return `${date(from, locale)} – ${end}`
  return `${Number(from.slice(8, 10))}${locale === 'de' ? '.' : ''}–${end}`
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

/** "24. November" / "24 November" */
function date(day: string, locale: Locale): string {
  const month = name(day, locale, { month: 'long' })
  return `${Number(day.slice(8, 10))}${locale === 'de' ? '.' : ''} ${month}`
}

function yearOf(day: string): string {
  return day.slice(0, 4)
}

/** Names of days and months as they were first asked for: Intl is slow, and there are nineteen of each length. */
const names = new Map<string, string>()

function name(
  day: string,
  locale: Locale,
  options: { weekday: 'long' | 'short' } | { month: 'long' },
): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`)
  const key =
    'month' in options
      ? `${locale} month ${date.getUTCMonth()}`
      : `${locale} ${options.weekday} ${date.getUTCDay()}`
  const known = names.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(languageTag[locale], { ...options, timeZone: 'UTC' }).format(date)
  names.set(key, made)
  return made
}
