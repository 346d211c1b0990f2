import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { Link } from '../frame/link.tsx'
import { useLocale } from '../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { login, useSession } from './session.ts'
import { SignInButton } from './sign-in-button.tsx'

interface RequireMemberProps {
  children: ReactNode
  skeleton: ReactNode
  /** Text without JavaScript. */
  needsScript?: MessageKey
}

/**
 * Shows its children to members only. A visitor is sent to sign in and returns to this address with its fragment,
 * which no server sees. Until then `skeleton` keeps the shape of the page.
 */
export function RequireMember({ children, skeleton, needsScript = 'site_needs_script' }: RequireMemberProps) {
  const { status, error } = useSession()
  const { pathname, search, hash } = useLocation()
  const here = pathname + search + hash
  const t = useTranslate()
  const notFinished = status === 'anonymous' && error === 'login'
  const mustSignIn = status === 'anonymous' && !notFinished

  useEffect(() => {
    if (mustSignIn) void login(here)
  }, [mustSignIn, here])

  if (status === 'authenticated') return children
  if (notFinished) {
    return (
      <div className="notice error">
        <p role="alert">{t('site_sign_in_failed')}</p>
        <SignInButton returnTo={here}>{t('site_sign_in')}</SignInButton>
      </div>
    )
  }
  return (
    <>
      <noscript>
        <p className="notice">{t(needsScript)}</p>
      </noscript>
      <div aria-busy="true">{skeleton}</div>
    </>
  )
}

/** Says what an account without membership may do, and the way to one. */
function NoMembership() {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <div className="notice" role="status">
      <p>{t('me_no_membership')}</p>
      <div className="ways-on">
        <Link className="button" to={paths.onboarding(locale)}>
          {t('me_session_join')}
        </Link>
        <Link className="button quiet" to={paths.page(locale, 'events')}>
          {t('me_no_membership_events')}
        </Link>
      </div>
    </div>
  )
}

/** Says why the member could not be loaded, with the next step. */
export function SessionNotice() {
  const { error, member } = useSession()
  const { pathname, search, hash } = useLocation()
  const locale = useLocale()
  const t = useTranslate()
  if (!error) return null
  if (error === 'noMember') return <NoMembership />

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
