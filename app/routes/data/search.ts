import { z } from 'zod'
import { servicesOf } from '../../context.ts'
import { answer, localeOfRequest, readOnly, readQuery } from '../../live/data-response.ts'
import { readSearchQuery } from '../../search/search-query.ts'
import type { Route } from './+types/search'

const Query = z.object({ q: z.string().min(1).max(100), locale: z.enum(['de', 'en']).optional() })

/** GET /data/search?q=: what the words find, for the search that opens over a page. */
export function loader({ request, url, context }: Route.LoaderArgs): Promise<Response> {
  const { search, log } = servicesOf(context)
  return answer(request, log, () => {
    readQuery(request, Query)
    return search.hits(readSearchQuery(url), localeOfRequest(request))
  })
}

export function action({ request, context }: Route.ActionArgs): Promise<Response> {
  return readOnly(request, servicesOf(context).log)
}
