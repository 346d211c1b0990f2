import type { Course } from '../../contracts/course.ts'
import { CourseDate, Course as CourseShape } from '../../contracts/course.ts'
import type { EventEntry } from './event-entry.ts'

/** What somebody wants to see of the dates; '' is everything. */
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

/** Everything, as a list. */
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
 * Reads the filter of an address. A value that there is not counts as not given, so that an old link still shows dates;
 * `ignored` names it, so that the page can say so. Other parameters are nobody's business here.
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

/** The query of a filter, with `?`; '' for everything as a list. */
export function filterQuery(filter: EventFilter): string {
  const { kind, month, language, grade, free, view } = filter
  const given = { kind, month, language, grade, free: free ? '1' : '', view: view === 'list' ? '' : view }
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value))
  return query.size > 0 ? `?${query}` : ''
}

export function isFiltered(filter: EventFilter): boolean {
  return filterQuery({ ...filter, view: 'list' }) !== ''
}

/** The entries that a filter leaves, in their order. */
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
