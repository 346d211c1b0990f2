import { languageTag, type Locale } from './locale.ts'

/**
 * Formats wall-clock times without any zone. Days do not use Intl: its patterns differ between versions of server and
 * browsers (a comma, a thin space), and both must write the same text. No line ends within day, month and year.
 */

/** "Dienstag, 24. November" / "Tuesday 24 November"; `year` adds the year. @param day YYYY-MM-DD */
export function longDay(day: string, locale: Locale, year = false): string {
  const weekday = weekdayName(dayOfWeek(day), locale)
  return `${weekday}${locale === 'de' ? ',' : ''} ${date(day, locale, year)}`
}

/** "Di 24.11." / "Tue 24 Nov" */
export function shortDay(day: string, locale: Locale): string {
  const [, month, number] = day.slice(0, 10).split('-')
  const written =
    locale === 'de' ? `${number}.${month}.` : `${Number(number)}\u00a0${shortMonth(day, locale)}`
  return `${weekdayOf(day, locale)}\u00a0${written}`
}

/** "Dezember 2026" @param month YYYY-MM */
export function monthName(month: string, locale: Locale): string {
  return `${monthOf(month, locale)} ${yearOf(month)}`
}

/** "Di" / "Tue" @param day YYYY-MM-DD, with or without a time */
export function weekdayOf(day: string, locale: Locale): string {
  return weekdayName(dayOfWeek(day), locale, 'short')
}

/** "Nov" / "Nov" @param day YYYY-MM-DD, with or without a time */
export function shortMonth(day: string, locale: Locale): string {
  return monthOf(day, locale).slice(0, 3)
}

/** "Montag" or "Mo" @param weekday 1 (Monday) to 7; Sunday is 0, too */
export function weekdayName(weekday: number, locale: Locale, length: 'long' | 'short' = 'long'): string {
  const name = nameOf(locale, 0, weekday % 7)
  return length === 'long' ? name : name.slice(0, locale === 'de' ? 2 : 3)
}

/** "9:00 bis 9:30 Uhr" is made of this: the hour without a leading zero. @param local YYYY-MM-DDTHH:mm */
export function clockTime(local: string): string {
  return local.slice(11).replace(/^0/, '')
}

/** "7,50 €" / "€7.50". @param amount decimal string */
export function money(amount: string, locale: Locale): string {
  const format = (prices[locale] ??= new Intl.NumberFormat(languageTag[locale], {
    style: 'currency',
    currency: 'EUR',
  }))
  return format.format(Number(amount))
}

/** Created on first use. */
const prices: Partial<Record<Locale, Intl.NumberFormat>> = {}

/** "24. November" / "24 November"; `year` adds the year. @param day YYYY-MM-DD */
export function date(day: string, locale: Locale, year = false): string {
  const number = day.slice(8, 10).replace(/^0/, '')
  return `${number}${locale === 'de' ? '.' : ''}\u00a0${monthOf(day, locale)}${year ? `\u00a0${yearOf(day)}` : ''}`
}

/** @param day YYYY-MM-DD */
export function yearOf(day: string): string {
  return day.slice(0, 4)
}

/** Weekdays and months. Written out, because the first call of Intl costs a phone more than the whole week. */
const names: Record<Locale, [weekdays: string, months: string]> = {
  de: [
    'Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag',
    'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
  ],
  en: [
    'Sunday Monday Tuesday Wednesday Thursday Friday Saturday',
    'January February March April May June July August September October November December',
  ],
}

function nameOf(locale: Locale, list: 0 | 1, at: number): string {
  return names[locale][list].split(' ')[at] ?? ''
}

/** 0 (Sunday) to 6. @param day YYYY-MM-DD, with or without a time */
function dayOfWeek(day: string): number {
  return new Date(day.slice(0, 10)).getUTCDay()
}

/** "Dezember" @param day YYYY-MM, with or without more */
export function monthOf(day: string, locale: Locale): string {
  return nameOf(locale, 1, Number(day.slice(5, 7)) - 1)
}
