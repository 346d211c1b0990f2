import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { EmptyBench } from '../frame/empty-bench.tsx'

export interface ErrorScreenProps {
  statusCode: number
  message: string | null
  /** Address of the failed page, if trying again may help; null = no link to it. */
  retryAt: string | null
  /** Pages near a wrong address; empty = the most visited ones. */
  suggestions: { label: string; href: string }[]
}

/** The full-page error screen (T20), in the language of the page. */
export function ErrorScreen({ statusCode, message, retryAt, suggestions }: ErrorScreenProps) {
  const t = useTranslate()
  return (
    <main id="content" className="page error-screen">
      {/* The failed route has no title of its own. */}
      <title>{`error# ${statusCode}`}</title>
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
          {statusCode === 404 && <Suggestions near={suggestions} />}
        </div>
        <EmptyBench />
      </div>
    </main>
  )
}

/** Links to the pages that the visitor most likely looked for (T22). Plain links, so that the next page loads anew. */
export function Suggestions({ near }: { near: ErrorScreenProps['suggestions'] }) {
  const locale = useLocale()
  const t = useTranslate()
  const usual = [
    { label: t('site_nav_machines'), href: paths.machines(locale) },
    { label: t('site_nav_booking'), href: paths.booking(locale) },
    { label: t('site_search'), href: paths.search(locale) },
  ]
  return (
    <nav className="suggestions" aria-labelledby="suggestions">
      <p id="suggestions">{t('site_suggestions')}</p>
      <ul>
        {(near.length > 0 ? near : usual).map(({ label, href }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
