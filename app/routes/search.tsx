import { useRouteLoaderData } from 'react-router'
import { servicesOf } from '../context.ts'
import { localeOf, useLocale } from '../i18n/locale.ts'
import { titled } from '../i18n/titled.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { EmptyBench } from '../frame/empty-bench.tsx'
import { Suggestions } from '../errors/error-screen.tsx'
import { SearchHits } from '../search/search-hits.tsx'
import { readSearchQuery } from '../search/search-query.ts'
import { QueryForm } from '../frame/query-form.tsx'
import { upstreamFailure } from '../errors/upstream.ts'
import type { loader as rootLoader } from '../root.tsx'
import type { Route } from './+types/search'

/** Shows what `?q=` finds in the language of the address; works without JavaScript (R20). */
export async function loader({ url, context }: Route.LoaderArgs) {
  const query = readSearchQuery(url)
  const services = servicesOf(context)
  const locale = localeOf(url.pathname)
  const hits = query ? await services.search.hits(query, locale).catch(upstreamFailure(services, url)) : []
  const areas = hits.length > 0 ? {} : (await services.labels(locale))['machine-types']
  return { query, hits, areas: Object.values(areas) }
}

export const meta: Route.MetaFunction = (args) => [
  ...titled('site_search')(args),
  { name: 'robots', content: 'noindex' },
]

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { query, hits, areas } = loaderData
  const locale = useLocale()
  const t = useTranslate()
  return (
    <main id="content" className="page search-page">
      <h1>{t('site_search')}</h1>
      <QueryForm action={paths.search(locale)} role="search" className="search-form">
        <label htmlFor="q">{t('site_search_label')}</label>
        <div>
          <input
            id="q"
            name="q"
            type="search"
            defaultValue={query}
            maxLength={100}
            autoComplete="off"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- visitors come here to type
            autoFocus={!query}
          />
          <button type="submit" className="button">
            {t('site_search_submit')}
          </button>
        </div>
      </QueryForm>
      {query && (
        <p role="status">
          {hits.length > 0
            ? t(hits.length === 1 ? 'site_search_one' : 'site_search_count', { count: hits.length, query })
            : t('site_search_none', { query })}
        </p>
      )}
      {hits.length === 0 ? <WaysOn areas={areas} /> : <SearchHits hits={hits} />}
    </main>
  )
}

/** Shown without hits: searches that find something, the main pages, and whom to ask. */
function WaysOn({ areas }: { areas: string[] }) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const locale = useLocale()
  const t = useTranslate()
  const email = root?.space.email
  return (
    <div className="search-ways">
      <div>
        {areas.length > 0 && (
          <nav className="suggestions" aria-labelledby="areas">
            <p id="areas">{t('site_search_areas')}</p>
            <ul>
              {areas.map((area) => (
                <li key={area}>
                  <a href={paths.search(locale, area)}>{area}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <Suggestions near={root?.menus.main ?? []} />
        {email && (
          <p>
            {t('site_search_ask')} <a href={`mailto:${email}`}>{email}</a>
          </p>
        )}
      </div>
      <EmptyBench />
    </div>
  )
}
