import { useLocation } from 'react-router'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { Link } from '../frame/link.tsx'
import { login, logout, useSession } from './session.ts'

/** The session in the header. Before hydration and without JavaScript its button leads to the member area. */
export function SessionMenu() {
  const { status, member, user } = useSession()
  const { pathname, search, hash } = useLocation()
  const locale = useLocale()
  const t = useTranslate()
  const name = member?.firstName ?? user?.name ?? ''

  if (status === 'authenticated') {
    return (
      <div className="session-menu">
        <Link to={paths.me(locale)}>
          <b>{name}</b>
          <span>{t('site_my_area')}</span>
        </Link>
        <SignOut />
      </div>
    )
  }
  return (
    <div className="session-menu" aria-busy={status === 'loading'}>
      {/* Shown instead of the button while an earlier session is restored. */}
      <Link className="session-expected" to={paths.me(locale)}>
        {t('site_my_area')}
      </Link>
      {/* As wide as the button to come. */}
      <span className="button quiet sign-out sign-out-room" aria-hidden="true">
        {t('site_sign_out')}
      </span>
      <form
        action={paths.me(locale)}
        onSubmit={(event) => {
          event.preventDefault()
          void login(pathname + search + hash).then((opened) => opened || location.assign(paths.me(locale)))
        }}
      >
        <button type="submit" className="button quiet">
          {t('site_sign_in')}
        </button>
      </form>
    </div>
  )
}

/** Shown to members only: beside the name, on a phone in the menu. */
export function SignOut() {
  const { status } = useSession()
  const t = useTranslate()
  if (status !== 'authenticated') return null
  return (
    <button type="button" className="button quiet sign-out" onClick={() => void logout()}>
      {t('site_sign_out')}
    </button>
  )
}
