import type { z } from 'zod'
import { isProblem, Problem, problemBody } from '../../contracts/problem.ts'
import type { SiteServices } from '../context.ts'
import type { Locale } from '../i18n/locale.ts'

/** The response of a data route; a Problem becomes its body, any other error `internal` and a line in the log. */
export async function answerWith(
  request: Request,
  log: SiteServices['log'],
  make: () => Promise<Response>,
): Promise<Response> {
  try {
    return await make()
  } catch (error) {
    const problem = problemOf(error)
    if (problem !== error && !request.signal.aborted)
      log.error({ err: error, path: new URL(request.url).pathname }, 'data route failed')
    return Response.json(problemBody(problem, localeOfRequest(request)), {
      status: problem.status,
      headers: {
        'content-type': 'application/problem+json; charset=utf-8',
        'cache-control': 'private, no-store',
        ...problem.options.headers,
      },
    })
  }
}

/** Returns the checked query. @throws Problem `invalidInput` that names the fields, also for one given twice */
export function readQuery<T extends z.ZodType>(request: Request, schema: T): z.output<T> {
  const { searchParams } = new URL(request.url)
  const twice = [...searchParams.keys()].find((name) => searchParams.getAll(name).length > 1)
  if (twice) throw invalid([{ field: twice, message: 'given more than once' }])
  const result = schema.safeParse(Object.fromEntries(searchParams))
  if (result.success) return result.data
  throw invalid(
    result.error.issues.map(({ path, message }) => ({ field: path.join('.') || 'query', message })),
  )
}

/** `?locale=`, else the first language of the browser, else German. */
export function localeOfRequest(request: Request): Locale {
  const asked = new URL(request.url).searchParams.get('locale')
  if (asked === 'en' || asked === 'de') return asked
  return /^\s*en\b/i.test(request.headers.get('accept-language') ?? '') ? 'en' : 'de'
}

/** An unreachable service is `upstreamUnavailable`; any other error that is no Problem is a bug. */
function problemOf(error: unknown): Problem {
  if (isProblem(error)) return error
  return new Problem(isAway(error) ? 'upstreamUnavailable' : 'internal')
}

/** Whether a service is unreachable. Compares names, because the site and its services are bundled apart. */
export function isAway(error: unknown): boolean {
  const { name, status } = (error ?? {}) as { name?: unknown; status?: unknown }
  return name === 'StoreError' && status === 503
}

function invalid(errors: { field: string; message: string }[]): Problem {
  return new Problem('invalidInput', { errors, params: { field: errors[0]?.field ?? '' } })
}
