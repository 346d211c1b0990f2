import { StoreError } from '../../clients/store-error.ts'
import { useTranslate } from '../i18n/messages.ts'

/** Why a booking was not cancelled: the server's sentence, else that of the specification's section 8. */
export function CancelFailure({ error }: { error: Error }) {
  const t = useTranslate()
  return (
    <div className="notice error">
      <p>{t('me_bookings_cancel_failed')}</p>
      <p>{error.cause instanceof StoreError ? error.cause.message : error.message}</p>
    </div>
  )
}
