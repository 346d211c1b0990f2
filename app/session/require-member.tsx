import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { useTranslate } from '../i18n/messages.ts'
import { askedBy } from './address.ts'
import { login, useSession } from './session.ts'

/**
 * Shows its children to members only. A signed-out visitor is sent to sign in and comes back to this address; while
 * that is decided, `skeleton` keeps the page's shape.
 */
export function RequireMember({ children, skeleton }: { children: ReactNode; skeleton: ReactNode }) {
  const { status } = useSession()
  const { pathname, search } = useLocation()
  const t = useTranslate()
  // An answer of the provider in the address is the session's to handle: a new login here would turn in circles.
  const mustSignIn = status === 'anonymous' && askedBy(search) === 'nothing'

  useEffect(() => {
    if (mustSignIn) void login(pathname + search)
  }, [mustSignIn, pathname, search])

  if (status === 'authenticated') return children
  return (
    <>
      <noscript>
        <p className="notice">{t('site_needs_script')}</p>
      </noscript>
      <div aria-busy="true">{skeleton}</div>
    </>
  )
}
