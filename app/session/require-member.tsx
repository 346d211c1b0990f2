import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
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
