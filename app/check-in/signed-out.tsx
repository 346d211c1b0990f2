import { useLocation } from 'react-router'
import { useTranslate } from '../i18n/messages.ts'
import { SignInButton } from '../session/sign-in-button.tsx'

/** Says why a scan needs a sign-in, and that it comes back here. */
export function SignedOut() {
  const { pathname, hash } = useLocation()
  const t = useTranslate()
  return (
    <div className="notice check-in-failed">
      <h2>{t('check_in_signed_out')}</h2>
      <p>{t('check_in_signed_out_text')}</p>
      <div className="check-in-steps">
        <SignInButton returnTo={pathname + hash}>{t('site_sign_in')}</SignInButton>
      </div>
    </div>
  )
}
