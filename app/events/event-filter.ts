import type { Course } from '../../contracts/course.ts'
import { CourseDate, Course as CourseShape } from '../../contracts/course.ts'
import type { EventEntry } from './event-entry.ts'

/** Which dates to show; '' is all. */
export interface EventFilter {
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
  kind: '',
  month: '',
  language: '',
  grade: '',
  free: false,
  view: 'list',
}

export const kinds = CourseShape.shape.kind.options
export const languages = CourseDate.shape.language.options

/**
 * Reads the filter of an address. An unknown value counts as absent, so that old links still show dates; `ignored`
 * names it for the page. Other parameters are ignored.
 */
export function readFilter(
  query: URLSearchParams,
  grades: readonly string[],
): { filter: EventFilter; ignored: (keyof EventFilter)[] } {
  const ignored: (keyof EventFilter)[] = []
  const filter: EventFilter = {
    kind: oneOf('kind', kinds) ?? '',
    month: oneOf('month', /^2\d{3}-(0[1-9]|1[0-2])$/) ?? '',
    language: oneOf('language', languages) ?? '',
    grade: oneOf('grade', grades) ?? '',
    free: oneOf('free', ['1']) === '1',
    view: oneOf('view', ['list', 'month'] as const) ?? 'list',
  }
  return { filter, ignored }

  function oneOf<Value extends string>(
    name: keyof EventFilter,
    known: readonly Value[] | RegExp,
  ): Value | undefined {
    const value = query.get(name)
    if (!value) return undefined
    const isKnown = known instanceof RegExp ? known.test(value) : known.includes(value as Value)
    if (isKnown && query.getAll(name).length === 1) return value as Value
    ignored.push(name)
    return undefined
  }
}

/** Returns the query of a filter with `?`; '' for the full list. */
export function filterQuery(filter: EventFilter): string {
  const { kind, month, language, grade, free, view } = filter
  const given = { kind, month, language, grade, free: free ? '1' : '', view: view === 'list' ? '' : view }
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value))
  return query.size > 0 ? `?${query}` : ''
}

export function isFiltered(filter: EventFilter): boolean {
  return filterQuery({ ...filter, view: 'list' }) !== ''
}

/** Returns the entries that match, in their order. */
export function filtered(entries: EventEntry[], filter: EventFilter): EventEntry[] {
  const { kind, month, language, grade, free } = filter
  return entries.filter(
    ({ course, date }) =>
      (!kind || course.kind === kind) &&
      (!month || date.fromDateTime.startsWith(month)) &&
      (!language || date.language === language) &&
      (!grade || course.grade === grade) &&
      (!free || date.freeSeats > 0),
  )
}
