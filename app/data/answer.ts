import type { z } from 'zod'
import { Problem, problemBody } from '../../contracts/problem.ts'
import type { SiteServices } from '../context.ts'
import type { Locale } from '../i18n/locale.ts'

/**
 * The JSON of a data route; a Problem becomes its body, anything else `internal` and a line in the log.
 * Never cached by anybody: what it says changes by the second and by the caller.
 */
export async function answer(
  request: Request,
  log: SiteServices['log'],
  make: () => Promise<unknown>,
): Promise<Response> {
  try {
    return Response.json(await make(), { headers: { 'cache-control': 'private, no-store' } })
  } catch (error) {
    if (!(error instanceof Problem)) {
      log.error({ err: error, path: new URL(request.url).pathname }, 'data route failed')
    }
    const problem = error instanceof Problem ? error : new Problem('internal')
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

/** The query, checked; a parameter given twice is refused. @throws Problem `invalidInput` that names the fields */
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

/** `?locale=`, else the language that the browser asks for first, else German. */
export function localeOfRequest(request: Request): Locale {
  const asked = new URL(request.url).searchParams.get('locale')
  if (asked === 'en' || asked === 'de') return asked
  return /^\s*en\b/i.test(request.headers.get('accept-language') ?? '') ? 'en' : 'de'
}

function invalid(errors: { field: string; message: string }[]): Problem {
  return new Problem('invalidInput', { errors, params: { field: errors[0]?.field ?? '' } })
}
