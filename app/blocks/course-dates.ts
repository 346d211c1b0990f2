import type { CourseDate } from '../../contracts/course.ts'
import { languageTag, type Locale } from '../i18n/locale.ts'
import { timesText } from '../events/event-words.ts'

/** Returns a date of a course in words: its day and its times, wall clock of the space. */
export function formatDateRange(
  { fromDateTime, untilDateTime }: Pick<CourseDate, 'fromDateTime' | 'untilDateTime'>,
  locale: Locale,
): { day: string; time: string } {
  return {
    day: dayFormat[locale].format(new Date(`${fromDateTime.slice(0, 10)}T00:00Z`)),
    time: timesText({ fromDateTime, untilDateTime }, locale),
  }
}

const dayFormat = { de: format('de'), en: format('en') }

function format(locale: Locale): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(languageTag[locale], {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
}
