import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { fullTitle } from '../i18n/titled.ts'
import * as paths from '../paths.ts'
import { EmptyBench } from '../frame/empty-bench.tsx'

export interface ErrorScreenProps {
  statusCode: number
  message: string | null
  /** Address of the failed page, if trying again may help; null = no link to it. */
  retryAt: string | null
  /** Pages near a wrong address, else the main ones. */
  suggestions: { label: string; href: string }[]
  /** '' where it is not known. */
  spaceName: string
}

/** The error screen (T20), in the language of the page, with ways on: home, again, search, other pages. */
export function ErrorScreen({ statusCode, message, retryAt, suggestions, spaceName }: ErrorScreenProps) {
  const t = useTranslate()
  return (
    <main id="content" className="page error-screen">
      {/* The failed route has no title of its own. */}
      <title>{fullTitle(`error# ${statusCode}`, spaceName)}</title>
      <div className="coming">
        <div>
          <h1>{t('oh_no')}</h1>
          <h2>{`error# ${statusCode}`}</h2>
          {message && <p>{message}</p>}
          <a className="button" href={paths.home('de')}>
            {t('back_home')}
          </a>
          {retryAt && (
            <a className="button quiet" href={retryAt}>
              {t('site_reload')}
            </a>
          )}
          {statusCode === 404 && <SearchField />}
          <Suggestions near={suggestions} />
        </div>
        <EmptyBench />
      </div>
    </main>
  )
}

/** A plain form, because the next page loads anew. */
function SearchField() {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <form role="search" className="search-form" action={paths.search(locale)}>
      <label htmlFor="q">{t('site_search_label')}</label>
      <div>
        <input id="q" name="q" type="search" maxLength={100} autoComplete="off" />
        <button type="submit" className="button quiet">
          {t('site_search_submit')}
        </button>
      </div>
    </form>
  )
}

/** Links to the pages that the visitor most likely looked for (T22). Plain links, so that the next page loads anew. */
export function Suggestions({ near }: { near: ErrorScreenProps['suggestions'] }) {
  const t = useTranslate()
  // Nothing is near where the menus could not be read.
  if (near.length === 0) return null
  return (
    <nav className="suggestions" aria-labelledby="suggestions">
      <p id="suggestions">{t('site_suggestions')}</p>
      <ul>
        {near.map(({ label, href }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
