import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { EmptyBench } from './coming.tsx'

interface ErrorScreenProps {
  statusCode: number
  message: string | null
}

/** The full-page error screen of the specification's section 2; its language follows the page. */
export function ErrorScreen({ statusCode, message }: ErrorScreenProps) {
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
          {statusCode === 404 && <Suggestions />}
        </div>
        <EmptyBench />
      </div>
    </main>
  )
}

/** Where somebody who lost the way most likely wanted to go. Plain links: the page behind them starts afresh. */
function Suggestions() {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <nav className="suggestions" aria-labelledby="suggestions">
      <p id="suggestions">{t('site_suggestions')}</p>
      <ul>
        <li>
          <a href={paths.machines(locale)}>{t('site_nav_machines')}</a>
        </li>
        <li>
          <a href={paths.booking(locale)}>{t('site_nav_booking')}</a>
        </li>
        <li>
          <a href={paths.faq(locale)}>{t('site_nav_faq')}</a>
        </li>
      </ul>
    </nav>
  )
}
