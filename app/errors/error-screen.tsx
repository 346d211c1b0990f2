import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { EmptyBench } from '../frame/coming.tsx'

interface ErrorScreenProps {
  statusCode: number
  message: string | null
  /** Where the page that failed is, when it may well work another time: without a connection it does not. */
  retryAt: string | null
  /** Pages near a wrong address; without any, where most people want to go. */
  suggestions: { label: string; href: string }[]
}

/** The full-page error screen of the specification's section 2; its language follows the page. */
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

/** Where somebody who lost the way most likely wanted to go. Plain links: the page behind them starts afresh. */
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
