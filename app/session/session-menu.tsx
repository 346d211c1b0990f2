import { useLocation } from 'react-router'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { Link } from '../shell/link.tsx'
import { login, logout, useSession } from './session.ts'

/** The header's place for the session: the same size while it loads; without JavaScript a link to the member area. */
export function SessionMenu() {
  const { status, member, user } = useSession()
  const { pathname, search } = useLocation()
  const locale = useLocale()
  const t = useTranslate()

  if (status === 'authenticated') {
    return (
      <div className="session-menu">
        <Link to={paths.me(locale)}>{member?.firstName ?? user?.name ?? t('site_my_area')}</Link>
        <button type="button" className="button quiet" onClick={() => void logout()}>
          {t('site_sign_out')}
        </button>
      </div>
    )
  }
  return (
    <div className="session-menu" aria-busy={status === 'loading'}>
      <button type="button" className="button quiet" onClick={() => void login(pathname + search)}>
        {t('site_sign_in')}
      </button>
      <noscript>
        <a href={paths.me(locale)}>{t('site_my_area')}</a>
      </noscript>
    </div>
  )
}
