import { dataApi } from '../../../contracts/http/data.ts'
import { dataLoader, readOnly } from '../../live/data-route.ts'
import { readSearchQuery } from '../../search/search-query.ts'

export const loader = dataLoader(dataApi.search, ({ services, request, locale }) =>
  services.search.hits(readSearchQuery(new URL(request.url)), locale),
)

export const action = readOnly
