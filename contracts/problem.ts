import type { FieldError, Locale, ProblemBody, RefusalNote } from './problem-body.ts'
import { problems } from './problem-texts.ts'

export * from './problem-body.ts'

export type ProblemCode = keyof typeof problems

interface Refused {
  code: ProblemCode
  limit: number | null
  nextPossible: string | null
}

interface ProblemOptions extends ErrorOptions {
  /** Values for the `{name}` holes of the sentence. */
  params?: Record<string, string | number>
  errors?: FieldError[]
  /** With the code `refused`: all reasons; the answer takes its own code from the first (E28). */
  refusals?: Refused[]
  headers?: Record<string, string>
}

/** An expected failure, thrown anywhere below a handler; the service's `onError` turns it into a problem body. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly options: ProblemOptions

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(code, options)
    this.name = 'Problem'
    this.code = code
    this.options = options
  }

  get status(): number {
    return problems[this.code].status
  }
}

/** A field that is wrong, and why: `invalidInput`. */
export function wrongField(field: string, message: string): Problem {
  return new Problem('invalidInput', { params: { field }, errors: [{ field, message }] })
}

/** Whether something thrown is a Problem, also of another copy of this module: the site's bundle has its own. */
export function isProblem(error: unknown): error is Problem {
  return (
    error instanceof Error &&
    error.name === 'Problem' &&
    'code' in error &&
    Object.hasOwn(problems, String(error.code))
  )
}

/** Whether the database could not work: nothing is known about the request itself. */
export function isDatabaseProblem(error: unknown): error is Problem {
  return isProblem(error) && (error.code === 'databaseUnavailable' || error.code === 'databaseFull')
}

/**
 * The sentence of a problem in the caller's language.
 * @param params values for the `{name}` holes; a hole without a value is left out
 */
export function problemMessage(
  code: ProblemCode,
  locale: Locale,
  params: Record<string, string | number> = {},
): string {
  return problems[code][locale].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
}

/** The body that says a problem in the caller's language; of a refused booking the first reason speaks. */
export function problemBody(problem: Problem, locale: Locale, requestId?: string): ProblemBody {
  const { errors, refusals } = problem.options
  const first = refusals?.[0]
  const code = first?.code ?? problem.code
  const params = first ? paramsOf(first) : problem.options.params
  return {
    type: `urn:werkbank:problem:${code}`,
    title: problemMessage(code, 'en', params),
    status: problem.status,
    code,
    message: problemMessage(code, locale, params),
    ...(requestId && { requestId }),
    ...(errors && { errors }),
    ...(refusals && { refusals: refusalNotes(refusals, locale) }),
  }
}

/** Reasons against a booking with their sentences in the caller's language. */
export function refusalNotes(refusals: Refused[], locale: Locale): RefusalNote[] {
  return refusals.map((one) => ({ ...one, message: problemMessage(one.code, locale, paramsOf(one)) }))
}

function paramsOf({ limit }: { limit: number | null }): Record<string, number> {
  return limit === null ? {} : { limit }
}
