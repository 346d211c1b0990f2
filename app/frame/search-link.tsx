import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { Link } from './link.tsx'

/** The link to the search; with JavaScript, ⌘K and Ctrl K open it too (R20). */
export function SearchLink() {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <Link className="search-link" to={paths.search(locale)} aria-keyshortcuts="Meta+K Control+K">
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <circle cx="11" cy="11" r="7" />
        <path d="m20 20-4-4" />
      </svg>
      <span className="wide-text">{t('site_search')}</span>
    </Link>
  )
}
