import { useLocation } from 'react-router'
import { errorMessage, StoreError } from '../../clients/store-error.ts'
import { useTranslate } from '../i18n/messages.ts'
import { SignInButton } from './sign-in-button.tsx'

interface LoadFailedProps {
  /** Sentence that names what could not be loaded. */
  title: string
  error: unknown
  onRetry: () => void
}

/** Says what failed and why (E6, E8), with a retry, or sign-in when the session has ended. */
export function LoadFailed({ title, error, onRetry }: LoadFailedProps) {
  const t = useTranslate()
  const { pathname } = useLocation()
  return (
    <div className="notice error" role="alert">
      <p>{title}</p>
      <p>{errorMessage(error)}</p>
      {error instanceof StoreError && error.status === 401 ? (
        // The session has ended elsewhere: a retry would fail again.
        <SignInButton returnTo={pathname}>{t('site_sign_in')}</SignInButton>
      ) : (
        <button type="button" className="button quiet" onClick={onRetry}>
          {t('me_retry')}
        </button>
      )}
    </div>
  )
}
