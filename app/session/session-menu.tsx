import { useLocation } from 'react-router'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { Link } from '../shell/link.tsx'
import { login, logout, useSession } from './session.ts'

/** The header's place for the session; before and without JavaScript its button leads to the member area. */
export function SessionMenu() {
  const { status, member, user } = useSession()
  const { pathname, search } = useLocation()
  const locale = useLocale()
  const t = useTranslate()

  if (status === 'authenticated') {
    return (
      <div className="session-menu">
        <span className="session-name">{member?.firstName ?? user?.name}</span>
        <Link to={paths.me(locale)}>{t('site_my_area')}</Link>
        <button type="button" className="button quiet" onClick={() => void logout()}>
          {t('site_sign_out')}
        </button>
      </div>
    )
  }
  return (
    <div className="session-menu" aria-busy={status === 'loading'}>
      {/* Shown instead of the button while somebody who signed in here before is looked for. */}
      <Link className="session-expected" to={paths.me(locale)}>
        {t('site_my_area')}
      </Link>
      <form
        action={paths.me(locale)}
        onSubmit={(event) => {
          event.preventDefault()
          void login(pathname + search).then((opened) => opened || location.assign(paths.me(locale)))
        }}
      >
        <button className="button quiet">{t('site_sign_in')}</button>
      </form>
    </div>
  )
}
