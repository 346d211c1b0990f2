import { daysOf } from './event-days.ts'
import type { Course, CourseDate } from '../../contracts/course.ts'
import { daysBetween, instantOf, minutesBetween } from '../../rules/time.ts'
import { clockTime, longDay, money, shortDay } from '../i18n/format.ts'
import { languageTag, type Locale } from '../i18n/locale.ts'
import { type MessageKey, translate } from '../i18n/messages.ts'

type Times = Pick<CourseDate, 'fromDateTime' | 'untilDateTime'> & Partial<Pick<CourseDate, 'sessions'>>

/** "18:00 bis 20:00 Uhr", over several days "9:00 bis So 27.12., 17:00 Uhr". */
export function timesText({ fromDateTime, untilDateTime }: Times, locale: Locale): string {
  const times = { from: clockTime(fromDateTime), until: clockTime(untilDateTime) }
  if (fromDateTime.slice(0, 10) === untilDateTime.slice(0, 10))
    return translate(locale, 'block_workshop_times', times)
  return translate(locale, 'block_workshop_times_days', { ...times, day: shortDay(untilDateTime, locale) })
}

/** "Sa 26.12. bis So 27.12.", "4 Tage ab Do 03.12." with days between; of one day what `dayText` makes of it. */
export function daysText(date: Times, locale: Locale, dayText: (day: string) => string): string {
  const days = daysOf(date)
  if (days.length === 1) return dayText(days[0] ?? '')
  const [begin = '', end = ''] = [days[0], days.at(-1)]
  if (begin && end && daysBetween(begin, end) >= days.length)
    return translate(locale, 'events_days_apart', { count: days.length, first: shortDay(begin, locale) })
  const [first = '', last = ''] = [days[0], days.at(-1)].map((day) => day && shortDay(day, locale))
  return translate(locale, 'events_days', { first, last })
}

/** What stands beside `daysText`: "18:00 bis 20:00 Uhr", over several days "Beginn 9:00, Ende 17:00 Uhr" unless each is alike. */
export function hoursText(date: Times, locale: Locale): string {
  const { sessions = [] } = date
  const hours = (of: Times) => ({ from: clockTime(of.fromDateTime), until: clockTime(of.untilDateTime) })
  const isAlike =
    sessions.length > 1 && new Set(sessions.map((each) => JSON.stringify(hours(each)))).size === 1
  const isLong = daysOf(date).length > 1 && !isAlike
  return translate(locale, isLong ? 'events_begin_end' : 'block_workshop_times', hours(date))
}

/** "verschoben von Do 03.12., 18:00 Uhr" @param former when it would have begun */
export function movedText(former: string, locale: Locale): string {
  return translate(locale, 'events_moved', { day: shortDay(former, locale), time: clockTime(former) })
}

/** "3,5 Stunden", in real time; over several days "2 Tage". */
export function durationText(date: Times, zone: string, locale: Locale): string {
  const { length } = daysOf(date)
  if (length > 1) return translate(locale, 'events_duration_days', { days: length })
  const { fromDateTime, untilDateTime } = date
  const minutes = minutesBetween(instantOf(fromDateTime, zone), instantOf(untilDateTime, zone))
  const hours = new Intl.NumberFormat(languageTag[locale], { maximumFractionDigits: 1 }).format(minutes / 60)
  return translate(locale, minutes === 60 ? 'events_hour' : 'events_hours', { hours })
}

/** "49,00 €, mit laufendem Paket 39,00 €" */
export function pricesText({ price, memberPrice }: Course, locale: Locale): string {
  const usual = formatPrice(price, locale)
  if (memberPrice === null || memberPrice === price) return usual
  return translate(locale, 'events_prices', { usual, member: formatPrice(memberPrice, locale) })
}

/** "49,00 €"; a price of zero is a word. @param price decimal, in EUR */
export function formatPrice(price: string, locale: Locale): string {
  return Number(price) === 0 ? translate(locale, 'block_price_free') : money(price, locale)
}

/** "Findet ab 4 Anmeldungen statt. Wir entscheiden am Samstag, 12. Dezember."; '' = that is no question. */
export function minimumText({ minimum }: Pick<CourseDate, 'minimum'>, locale: Locale): string {
  if (!minimum) return ''
  const { participants: count, decidedOn } = minimum
  return translate(locale, 'events_minimum', { count, day: longDay(decidedOn, locale) })
}

/** "noch 3 Plätze", "ausgebucht" */
export function seatsText(freeSeats: number, locale: Locale): string {
  if (freeSeats === 0) return translate(locale, 'events_full')
  return translate(locale, freeSeats === 1 ? 'events_seat' : 'events_seats', { count: freeSeats })
}

export function seatsState(freeSeats: number): 'full' | 'few' | 'free' {
  if (freeSeats === 0) return 'full'
  return freeSeats <= 2 ? 'few' : 'free'
}

/** Returns the first date with a seat after another one. @param dates of one course, in any order */
export function nextFree(dates: CourseDate[], { fromDateTime }: CourseDate): CourseDate | undefined {
  return dates
    .filter((date) => date.freeSeats > 0 && date.fromDateTime > fromDateTime)
    .toSorted((one, other) => one.fromDateTime.localeCompare(other.fromDateTime))[0]
}

/** "Nächster freier Termin: Mi 16.12." */
export function nextFreeText(next: CourseDate | undefined, locale: Locale): string {
  if (!next) return translate(locale, 'events_next_free_none')
  return translate(locale, 'events_next_free', { day: shortDay(next.fromDateTime, locale) })
}

/** Returns the link of a mail that asks for a place, with course and date in its subject. */
export function askHref(email: string, title: string, date: Times, locale: Locale): string {
  const day = longDay(date.fromDateTime, locale, true)
  const subject = translate(locale, 'events_mail_subject', { title, day, times: timesText(date, locale) })
  return `mailto:${email}?subject=${encodeURIComponent(subject)}`
}

export const kindLabel = {
  workshop: 'events_kind_workshop',
  training: 'events_kind_training',
  event: 'events_kind_event',
} as const satisfies Record<Course['kind'], MessageKey>
