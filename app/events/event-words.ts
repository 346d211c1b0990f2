import type { CourseDate } from '../../contracts/course.ts'
import { instantOf, minutesBetween } from '../../rules/time.ts'
import { clockTime, shortDay } from '../i18n/format.ts'
import { languageTag, type Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'

type Times = Pick<CourseDate, 'fromDateTime' | 'untilDateTime'>

/** "18:00 bis 20:00 Uhr", over several days "9:00 bis So 27.12., 17:00 Uhr". */
export function timesText({ fromDateTime, untilDateTime }: Times, locale: Locale): string {
  const times = { from: clockTime(fromDateTime), until: clockTime(untilDateTime) }
  if (fromDateTime.slice(0, 10) === untilDateTime.slice(0, 10))
    return translate(locale, 'block_workshop_times', times)
  return translate(locale, 'block_workshop_times_days', { ...times, day: shortDay(untilDateTime, locale) })
}

/** "3,5 Stunden", in real time. */
export function durationText({ fromDateTime, untilDateTime }: Times, zone: string, locale: Locale): string {
  const minutes = minutesBetween(instantOf(fromDateTime, zone), instantOf(untilDateTime, zone))
  const hours = new Intl.NumberFormat(languageTag[locale], { maximumFractionDigits: 1 }).format(minutes / 60)
  return translate(locale, minutes === 60 ? 'events_hour' : 'events_hours', { hours })
}

/** "Dezember 2026" @param month YYYY-MM */
export function monthName(month: string, locale: Locale): string {
  return monthFormat[locale].format(new Date(`${month}-01T00:00:00Z`))
}

/** "Mo" to "So" */
export function weekdayName(dayOfWeek: number, locale: Locale, weekday: 'short' | 'long'): string {
  // 5 January 2026 was a Monday.
  const day = new Date(Date.UTC(2026, 0, 4 + dayOfWeek))
  return new Intl.DateTimeFormat(languageTag[locale], { weekday, timeZone: 'UTC' }).format(day)
}

const monthFormat = { de: format('de'), en: format('en') }

function format(locale: Locale): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(languageTag[locale], { month: 'long', year: 'numeric', timeZone: 'UTC' })
}
