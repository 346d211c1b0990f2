import { wrongParameter } from './errors.ts'
import { matchesWildcard } from './wildcard.ts'

/** One `filter_query[field][op]=operand`. */
interface Filter {
  field: string
  test: (value: unknown) => boolean
  /** The alternative under `__or` that the filter belongs to; null for a filter that must always hold. */
  alternative: string | null
}

const maxFilters = 30

/**
 * Reads the `filter_query[…]` parameters of a query.
 * @returns a test of a story's content: it passes all filters and one of the `__or` alternatives
 * @throws ContentError 422 that names the parameter
 */
export function readFilterQuery(query: URLSearchParams): (content: Record<string, unknown>) => boolean {
  const filters = [...query].filter(([name]) => name.startsWith('filter_query')).map(readFilter)
  if (filters.length > maxFilters) throw wrongParameter('filter_query', `at most ${maxFilters} filters`)
  const all = filters.filter(({ alternative }) => alternative === null)
  const alternatives = Object.values(
    Object.groupBy(
      filters.filter(({ alternative }) => alternative !== null),
      ({ alternative }) => alternative ?? '',
    ),
  )
  const holds = (content: Record<string, unknown>) => (filter: Filter) =>
    filter.test(fieldOf(content, filter.field))
  return (content) =>
    all.every(holds(content)) &&
    (alternatives.length === 0 || alternatives.some((group) => group?.every(holds(content))))
}

/** Returns a field of the content by its dotted path; only own fields count, so `__proto__` finds nothing. */
export function fieldOf(content: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    return (value as Record<string, unknown>)[name]
  }, content)
}

function readFilter([name, operand]: [string, string], index: number): Filter {
  const match = /^filter_query(?:\[__or\]\[(\d{0,3})\])?\[([^[\]]{1,100})\]\[([a-z_-]{1,30})\]$/.exec(name)
  if (!match) throw wrongParameter(name, 'expected filter_query[field][operation]')
  const [, or, field = '', dashed = ''] = match
  const operation = dashed.replaceAll('-', '_')
  if (!Object.hasOwn(operations, operation)) {
    throw wrongParameter(name, `unknown operation; known: ${Object.keys(operations).join(', ')}`)
  }
  const make = operations[operation as keyof typeof operations]
  const test = make(operand, (expectation) => wrongParameter(name, expectation))
  // `__or[]` without a number is a separate alternative.
  return { field, test, alternative: or === undefined ? null : or || `alone ${index}` }
}

type Operation = (operand: string, wrong: (expectation: string) => Error) => (value: unknown) => boolean

const anyInArray: Operation = (operand) => {
  const wanted = listOf(operand)
  return (value) => Array.isArray(value) && value.some((item) => wanted.includes(String(item)))
}

/** Storyblok's operations under their documented names; `in_array` is the older name of `any_in_array`. */
const operations = {
  in: (operand) => {
    const wanted = listOf(operand)
    return (value) => isScalar(value) && wanted.includes(String(value))
  },
  not_in: (operand) => {
    const unwanted = listOf(operand)
    return (value) => !(isScalar(value) && unwanted.includes(String(value)))
  },
  like: (operand) => (value) => isScalar(value) && matchesWildcard(String(value), operand),
  not_like: (operand) => (value) => !(isScalar(value) && matchesWildcard(String(value), operand)),
  any_in_array: anyInArray,
  in_array: anyInArray,
  all_in_array: (operand) => {
    const wanted = listOf(operand)
    return (value) => Array.isArray(value) && wanted.every((item) => value.map(String).includes(item))
  },
  gt_date: dateOperation((value, limit) => value > limit),
  lt_date: dateOperation((value, limit) => value < limit),
  gt_int: numberOperation(/^-?\d{1,15}$/, 'a whole number', (value, limit) => value > limit),
  lt_int: numberOperation(/^-?\d{1,15}$/, 'a whole number', (value, limit) => value < limit),
  gt_float: numberOperation(/^-?\d{1,15}(\.\d{1,15})?$/, 'a number', (value, limit) => value > limit),
  lt_float: numberOperation(/^-?\d{1,15}(\.\d{1,15})?$/, 'a number', (value, limit) => value < limit),
  exists: (operand, wrong) => {
    if (!/^(true|false|0|1)$/.test(operand)) throw wrong('expected true or false')
    const wanted = operand === 'true' || operand === '1'
    return (value) => (value !== undefined) === wanted
  },
  is: (operand, wrong) => {
    if (!Object.hasOwn(states, operand)) throw wrong(`expected one of ${Object.keys(states).join(', ')}`)
    return states[operand as keyof typeof states]
  },
} satisfies Record<string, Operation>

const states = {
  empty: (value: unknown) => value === undefined || value === null || value === '',
  not_empty: (value: unknown) => value !== undefined && value !== null && value !== '',
  empty_array: (value: unknown) => Array.isArray(value) && value.length === 0,
  not_empty_array: (value: unknown) => Array.isArray(value) && value.length > 0,
  null: (value: unknown) => value === undefined || value === null,
  not_null: (value: unknown) => value !== undefined && value !== null,
  true: (value: unknown) => value === true || value === 'true',
  false: (value: unknown) => value === false || value === 'false',
}

function dateOperation(compare: (value: number, limit: number) => boolean): Operation {
  return (operand, wrong) => {
    const limit = instantOf(operand)
    if (limit === null) throw wrong('expected a date as YYYY-MM-DD or YYYY-MM-DD HH:mm')
    return (value) => {
      const instant = typeof value === 'string' ? instantOf(value) : null
      return instant !== null && compare(instant, limit)
    }
  }
}

/** Returns the epoch milliseconds of `YYYY-MM-DD`, `YYYY-MM-DD HH:mm` (both UTC, as in Storyblok) or an ISO instant. */
export function instantOf(text: string): number | null {
  const match = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d(?:\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)?)?$/.exec(
    text.trim(),
  )
  if (!match) return null
  const [, day, time = '00:00', seconds = ':00', zone = 'Z'] = match
  const instant = Date.parse(`${day}T${time}${seconds}${zone}`)
  return Number.isNaN(instant) ? null : instant
}

function numberOperation(
  shape: RegExp,
  expectation: string,
  compare: (value: number, limit: number) => boolean,
): Operation {
  return (operand, wrong) => {
    if (!shape.test(operand)) throw wrong(`expected ${expectation}`)
    const limit = Number(operand)
    // Number fields of the editor are strings.
    return (value) => isScalar(value) && value !== '' && compare(Number(value), limit)
  }
}

function listOf(operand: string): string[] {
  return operand.split(',').map((item) => item.trim())
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}
