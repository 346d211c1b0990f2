import type { LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import { ageHeader } from '../../contracts/age.ts'
import { isTimeout, withTimeout } from '../../clients/with-timeout.ts'
import type { Endpoint } from '../../contracts/http/endpoint.ts'
import { isProblem, Problem, problemBody } from '../../contracts/problem.ts'
import { type SiteServices, servicesOf } from '../context.ts'
import type { Locale } from '../i18n/locale.ts'

/** A request to a data route after its checks. */
interface DataCall<Row extends Endpoint> {
  services: SiteServices
  request: Request
  params: LoaderFunctionArgs['params']
  query: Row['query'] extends z.ZodType ? z.output<Row['query']> : undefined
  locale: Locale
  /** Id of the member who asks; null for a visitor. */
  memberId: 'visitor' extends Row['callers'][number] ? number | null : number
}

/** A reader waits no longer, also where the database is silent. */
const longestMs = 3000

/**
 * The loader of a data route. An answer that is not from now says how old it is; nothing is cached by anybody, because
 * it changes by the second and by the caller.
 * @param make gives the JSON of the answer, or a response of another type
 */
export function dataLoader<Row extends Endpoint>(
  row: Row,
  make: (call: DataCall<Row>) => Promise<z.output<Row['answer']> | Response>,
) {
  return ({ request, params, context }: LoaderFunctionArgs): Promise<Response> => {
    const { services, headers } = withAge(servicesOf(context))
    return answerWith(request, services.log, async () => {
      const query = row.query && readQuery(request, row.query)
      const made = await withTimeout(longestMs, async () => {
        const caller = row.callers.includes('member') ? await services.signedIn(request) : null
        if (!caller && !row.callers.includes('visitor'))
          throw new Problem('unauthorized', { headers: { 'www-authenticate': 'Bearer, DPoP' } })
        const memberId = caller?.memberId ?? null
        const call = { services, request, params, query, locale: localeOfRequest(request), memberId }
        return make(call as DataCall<Row>)
      })
      if (made instanceof Response) return made
      return Response.json(made, { headers: { ...headers(), 'cache-control': 'private, no-store' } })
    })
  }
}

/** The action of a data route: refuses every method that would write. */
export function readOnly({ request, context }: LoaderFunctionArgs): Promise<Response> {
  return answerWith(request, servicesOf(context).log, () => {
    throw new Problem('methodNotAllowed', { headers: { allow: 'GET, HEAD' } })
  })
}

/**
 * Returns the services for one request, with a connector that reports the age of stale data: cached data stands in while
 * the workshop system is away or slow. The oldest age counts.
 */
export function withAge<T extends Pick<SiteServices, 'connectorWithAge' | 'now'>>(given: T) {
  let oldest: number | null = null
  const connector = given.connectorWithAge((ageSeconds) => {
    oldest = Math.max(oldest ?? 0, ageSeconds)
  })
  return {
    services: { ...given, connector },
    /** For the response of a data route. */
    headers: (): Record<string, string> => (oldest === null ? {} : { [ageHeader]: String(oldest) }),
    /** When the oldest data was read, as an ISO instant; null when all data is fresh. */
    asOf: (): string | null =>
      oldest === null ? null : new Date(given.now().getTime() - oldest * 1000).toISOString(),
  }
}

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
function readQuery<T extends z.ZodType>(request: Request, schema: T): z.output<T> {
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
function localeOfRequest(request: Request): Locale {
  const asked = new URL(request.url).searchParams.get('locale')
  if (asked === 'en' || asked === 'de') return asked
  return /^\s*en\b/i.test(request.headers.get('accept-language') ?? '') ? 'en' : 'de'
}

/** An unreachable service is `upstreamUnavailable`; any other error that is no Problem is a bug. */
function problemOf(error: unknown): Problem {
  if (isProblem(error)) return error
  return isAway(error) || isTimeout(error)
    ? new Problem('upstreamUnavailable', { headers: { 'retry-after': '5' } })
    : new Problem('internal')
}

/** Whether a service is unreachable. Compares names, because the site and its services are bundled apart. */
export function isAway(error: unknown): boolean {
  const { name, status } = (error ?? {}) as { name?: unknown; status?: unknown }
  return name === 'StoreError' && (status === 503 || status === 507)
}

function invalid(errors: { field: string; message: string }[]): Problem {
  return new Problem('invalidInput', { errors, params: { field: errors[0]?.field ?? '' } })
}
