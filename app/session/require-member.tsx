import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { useTranslate } from '../i18n/messages.ts'
import { login, useSession } from './session.ts'
import { SignInButton } from './sign-in-button.tsx'

/**
 * Shows its children to members only. A signed-out visitor is sent to sign in and comes back to this address; while
 * that is decided, `skeleton` keeps the page's shape.
 */
export function RequireMember({ children, skeleton }: { children: ReactNode; skeleton: ReactNode }) {
  const { status, error } = useSession()
  const { pathname, search } = useLocation()
  const t = useTranslate()
  const notFinished = status === 'anonymous' && error === 'login'
  const mustSignIn = status === 'anonymous' && !notFinished

  useEffect(() => {
    if (mustSignIn) void login(pathname + search)
  }, [mustSignIn, pathname, search])

  if (status === 'authenticated') return children
  if (notFinished) {
    return (
      <div className="notice error">
        <p role="alert">{t('site_sign_in_failed')}</p>
        <SignInButton returnTo={pathname + search}>{t('site_sign_in')}</SignInButton>
      </div>
    )
  }
  return (
    <>
      <noscript>
        <p className="notice">{t('site_needs_script')}</p>
      </noscript>
      <div aria-busy="true">{skeleton}</div>
    </>
  )
}
