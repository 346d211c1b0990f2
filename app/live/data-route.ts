import type { LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { Endpoint } from '../../contracts/http/endpoint.ts'
import { Problem } from '../../contracts/problem.ts'
import { type SiteServices, servicesOf } from '../context.ts'
import type { Locale } from '../i18n/locale.ts'
import { withAge } from './age.ts'
import { answerWith, localeOfRequest, readQuery } from './data-response.ts'

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
      const caller = row.callers.includes('member') ? await services.signedIn(request) : null
      if (!caller && !row.callers.includes('visitor'))
        throw new Problem('unauthorized', { headers: { 'www-authenticate': 'Bearer, DPoP' } })
      const memberId = caller?.memberId ?? null
      const call = { services, request, params, query, locale: localeOfRequest(request), memberId }
      const made = await make(call as DataCall<Row>)
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
