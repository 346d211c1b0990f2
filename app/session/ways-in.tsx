import type { ReactNode } from 'react'
import { browserStorage } from '../delivery/session-storage.ts'
import { Link } from '../frame/link.tsx'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { rememberReturn } from './address.ts'
import { SignInButton } from './sign-in-button.tsx'

interface WaysInProps {
  here: string
  /** The page has a more important step. */
  quiet?: boolean
  children: ReactNode
}

/** Offers to sign in or register where an account is needed. Both lead back to the path `here`. */
export function WaysIn({ here, quiet = false, children }: WaysInProps) {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <section>
      <p>{children}</p>
      <div className="ways-on">
        <SignInButton returnTo={here} quiet={quiet}>
          {t('site_sign_in')}
        </SignInButton>
        <Link
          className="button quiet"
          to={paths.page(locale, 'register')}
          // The link of the confirmation mail leads back here.
          onClick={() => rememberReturn(here, browserStorage(), Date.now())}
        >
          {t('invitation_register')}
        </Link>
      </div>
      <p className="hint">{t('invitation_register_hint')}</p>
    </section>
  )
}
