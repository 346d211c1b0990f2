import { useTranslate } from '../i18n/messages.ts'
import { Link } from '../frame/link.tsx'
import type { SearchHit } from './search-index.ts'

/** The hits, best first. */
export function SearchHits({ hits, onFollow }: { hits: SearchHit[]; onFollow?: () => void }) {
  const t = useTranslate()
  if (hits.length === 0) return null
  return (
    <ol className="search-hits">
      {hits.map(({ href, kind, title, summary }) => (
        <li key={href}>
          <span className="card-label">{t(kindLabels[kind])}</span>
          <Link to={href} onClick={onFollow}>
            {title}
          </Link>
          {summary && <p>{summary}</p>}
        </li>
      ))}
    </ol>
  )
}

const kindLabels = {
  page: 'site_search_page',
  machine: 'site_search_machine',
  workshop: 'site_search_workshop',
  'project-card': 'site_search_project',
  trainer: 'site_search_person',
  instruction: 'site_search_page',
  faq: 'site_search_faq',
} as const
