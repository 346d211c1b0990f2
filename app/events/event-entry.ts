import type { Course, CourseDate } from '../../contracts/course.ts'
import type { Locale } from '../i18n/locale.ts'
import { type MessageKey, translate } from '../i18n/messages.ts'

/** One date with its course. */
export interface EventEntry {
  course: Course
  date: CourseDate
}

/** Returns all dates that are not over, in order. @param now wall-clock time of the space */
export function comingEntries(courses: Course[], now: string): EventEntry[] {
  return courses
    .flatMap((course) => course.dates.map((date) => ({ course, date })))
    .filter(({ date }) => date.untilDateTime > now)
    .toSorted(
      (one, other) =>
        one.date.fromDateTime.localeCompare(other.date.fromDateTime) || one.course.id - other.course.id,
    )
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

export const kindLabel = {
  workshop: 'events_kind_workshop',
  training: 'events_kind_training',
  event: 'events_kind_event',
} as const satisfies Record<Course['kind'], MessageKey>

export const languageLabel = {
  de: 'events_language_de',
  en: 'events_language_en',
} as const satisfies Record<CourseDate['language'], MessageKey>
