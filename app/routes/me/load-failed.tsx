import { errorMessage } from '../../../clients/store-error.ts'
import { useTranslate } from '../../i18n/messages.ts'

interface LoadFailedProps {
  /** What could not be loaded, as a sentence. */
  title: string
  error: unknown
  onRetry: () => void
}

/** Says what failed and why (specification section 8), and offers another try. */
export function LoadFailed({ title, error, onRetry }: LoadFailedProps) {
  const t = useTranslate()
  return (
    <div className="notice error" role="alert">
      <p>{title}</p>
      <p>{errorMessage(error)}</p>
      <button type="button" className="button quiet" onClick={onRetry}>
        {t('me_retry')}
      </button>
    </div>
  )
}
