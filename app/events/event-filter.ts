import { Course, CourseDate } from '../../contracts/course.ts'
import { isSignUpOpen } from '../../rules/course-place.ts'
import type { Locale } from '../i18n/locale.ts'
import * as paths from '../paths.ts'
import { daysOf } from './event-days.ts'

/** One date with its course. */
export interface EventEntry {
  course: Course
  date: CourseDate
}

/** Returns all dates that are not over, in order. @param now wall-clock time of the space */
export function comingEntries(courses: Course[], now: string): EventEntry[] {
  return courses
    .flatMap((course) => course.dates.map((date) => ({ course, date })))
    .filter(({ date }) => date.state !== 'cancelled')
    .filter(({ date }) => date.untilDateTime > now)
    .toSorted(
      (one, other) =>
        one.date.fromDateTime.localeCompare(other.date.fromDateTime) || one.course.id - other.course.id,
    )
}

/** Returns the dates that still accept sign-ups, in order. @param now wall-clock time of the space */
export function openEntries(courses: Course[], now: string): EventEntry[] {
  return comingEntries(courses, now).filter(({ date }) => isSignUpOpen(date, now))
}

/** Returns the dates of a course that were called off and would still come. @param now wall-clock time of the space */
export function calledOff({ dates }: Course, now: string): CourseDate[] {
  return dates.filter(({ state, untilDateTime }) => state === 'cancelled' && untilDateTime > now)
}

/** Which dates to show; '' is all. */
export interface EventFilter {
  /** Key of machine-types. */
  topic: string
  kind: Course['kind'] | ''
  /** YYYY-MM */
  month: string
  language: CourseDate['language'] | ''
  /** Key of workshop-grade. */
  grade: string
  /** Only dates with free seats. */
  free: boolean
  view: 'list' | 'month'
}

export const noFilter: EventFilter = {
  topic: '',
  kind: '',
  month: '',
  language: '',
  grade: '',
  free: false,
  view: 'list',
}

export const kinds = Course.shape.kind.options
export const languages = CourseDate.shape.language.options

/**
 * Reads the filter of an address. An unknown value counts as absent, so that old links still show dates; `ignored`
 * names it for the page. Other parameters are ignored.
 */
export function readFilter(
  query: URLSearchParams,
  { topics, grades }: Record<'topics' | 'grades', readonly string[]>,
): { filter: EventFilter; ignored: (keyof EventFilter)[] } {
  const view = ['list', 'month']
  const known = { topic: topics, kind: kinds, language: languages, grade: grades, free: ['1'], view }
  const names = (Object.keys(noFilter) as (keyof EventFilter)[]).filter((name) => query.get(name))
  const ignored = names.filter((name) => {
    const value = query.get(name) ?? ''
    const isKnown = name === 'month' ? isMonth.test(value) : known[name].some((each) => each === value)
    return !isKnown || query.getAll(name).length > 1
  })
  const chosen = names.filter((name) => !ignored.includes(name)).map((name) => [name, query.get(name)])
  const free = chosen.some(([name]) => name === 'free')
  return { filter: { ...noFilter, ...Object.fromEntries(chosen), free }, ignored }
}

const isMonth = /^2\d{3}-(0[1-9]|1[0-2])$/

/** Returns the address of the dates that a filter leaves. */
export function eventsAt(locale: Locale, filter: EventFilter): string {
  return paths.page(locale, 'events') + filterQuery(filter)
}

/** Returns the query of a filter with `?`; '' for the full list. */
export function filterQuery(filter: EventFilter): string {
  const given = { ...filter, free: filter.free ? '1' : '', view: filter.view === 'list' ? '' : filter.view }
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value))
  return query.size > 0 ? `?${query}` : ''
}

export function isFiltered(filter: EventFilter): boolean {
  return filterQuery({ ...filter, view: 'list' }) !== ''
}

/**
 * Returns the entries that match, in their order.
 * @param topicOf topics by the id of a course
 */
export function filtered(
  entries: EventEntry[],
  filter: EventFilter,
  topicOf: ReadonlyMap<number, string>,
): EventEntry[] {
  const { topic, kind, month, language, grade, free } = filter
  return entries.filter(
    ({ course, date }) =>
      (!topic || topicOf.get(course.id) === topic) &&
      (!kind || course.kind === kind) &&
      (!month || daysOf(date).some((day) => day.startsWith(month))) &&
      (!language || date.language === language) &&
      (!grade || course.grade === grade) &&
      (!free || date.freeSeats > 0),
  )
}
