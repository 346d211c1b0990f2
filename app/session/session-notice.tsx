import { useLocation } from 'react-router'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { login, useSession } from './session.ts'
import { Link } from '../frame/link.tsx'

/** Says why the member could not be loaded, with the next step. */
export function SessionNotice() {
  const { error, member } = useSession()
  const { pathname, search, hash } = useLocation()
  const locale = useLocale()
  const t = useTranslate()
  if (!error) return null

  if (error === 'token') {
    return (
      <div className="notice error" role="alert">
        <p>{t('me_session_token')}</p>
        <button type="button" className="button" onClick={() => void login(pathname + search + hash)}>
          {t('site_sign_in')}
        </button>
      </div>
    )
  }
  return (
    <div className="notice error" role="alert">
      <p>{t('me_session_failed')}</p>
      <p>{error === 'timeout' ? t('me_session_timeout') : error}</p>
      <div className="me-actions">
        <button type="button" className="button quiet" onClick={() => location.reload()}>
          {t('site_reload')}
        </button>
        {!member && error !== 'timeout' && <Link to={paths.onboarding(locale)}>{t('me_session_join')}</Link>}
      </div>
    </div>
  )
}
