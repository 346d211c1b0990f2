import { errorMessage, StoreError } from '../../clients/store-error.ts'
import { useTranslate } from '../i18n/messages.ts'

/** Why a booking was not cancelled: the server's sentence, otherwise that of E16. */
export function CancelFailure({ error }: { error: unknown }) {
  const t = useTranslate()
  return (
    <div className="notice error">
      <p>{t('me_bookings_cancel_failed')}</p>
      <p>{sentenceOf(error)}</p>
    </div>
  )
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return errorMessage(error)
  return error.cause instanceof StoreError ? error.cause.message : error.message
}
