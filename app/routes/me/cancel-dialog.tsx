import { type RefObject, useEffect, useRef } from 'react'
import { StoreError } from '../../../clients/backend.ts'
import { useTranslate } from '../../i18n/messages.ts'

interface CancelDialogProps {
  /** The element, so that its owner can close it. */
  dialog: RefObject<HTMLDialogElement | null>
  /** Machine and time of the booking that is about to go. */
  what: string
  /** What cancelling costs, in words; empty where nobody knows. */
  cost: string
  pending: boolean
  error: Error | null
  onConfirm: () => void
  /** The dialog has been closed, whoever did it; focus is back where it came from. */
  onClose: () => void
}

/** Asks before a booking is cancelled. A refusal stays in the dialog, with the server's own sentence. */
export function CancelDialog({ dialog, what, cost, pending, error, onConfirm, onClose }: CancelDialogProps) {
  const t = useTranslate()
  const keep = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal()
    // The answer that changes nothing is the one that Enter gives.
    keep.current?.focus()
  }, [dialog])

  return (
    <dialog
      ref={dialog}
      className="cancel-dialog"
      aria-labelledby="cancel-title"
      aria-describedby="cancel-what"
      onCancel={(event) => pending && event.preventDefault()}
      onClose={onClose}
    >
      <h2 id="cancel-title">{t('me_bookings_cancel_title')}</h2>
      <div id="cancel-what">
        <p>{what}</p>
        {cost && <p>{cost}</p>}
      </div>
      <div role="alert">{error && <CancelFailure error={error} />}</div>
      <div className="me-actions">
        <button
          type="button"
          className="button"
          aria-disabled={pending}
          onClick={() => !pending && onConfirm()}
        >
          {t('me_bookings_cancel_yes')}
        </button>
        <button
          ref={keep}
          type="button"
          className="button quiet"
          aria-disabled={pending}
          onClick={() => !pending && dialog.current?.close()}
        >
          {t('me_bookings_cancel_keep')}
        </button>
      </div>
    </dialog>
  )
}

/** The server's sentence, else the sentence of the specification's section 8. */
export function CancelFailure({ error }: { error: Error }) {
  const t = useTranslate()
  return (
    <div className="notice error">
      <p>{t('me_bookings_cancel_failed')}</p>
      <p>{error.cause instanceof StoreError ? error.cause.message : error.message}</p>
    </div>
  )
}
