import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useTranslate } from '../../i18n/messages.ts'

interface CalendarDialogProps {
  /** The element, so that its owner can close it. */
  dialog: RefObject<HTMLDialogElement | null>
  pending: boolean
  /** Why there is no new address, once that is known. */
  failure: ReactNode
  onConfirm: () => void
  /** The dialog has been closed, whoever did it; focus is back where it came from. */
  onClose: () => void
}

/** Asks before the address of a calendar is replaced: whoever has subscribed to it is cut off. */
export function CalendarDialog({ dialog, pending, failure, onConfirm, onClose }: CalendarDialogProps) {
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
      aria-labelledby="calendar-title"
      aria-describedby="calendar-what"
      onCancel={(event) => pending && event.preventDefault()}
      onClose={onClose}
    >
      <h2 id="calendar-title">{t('me_calendar_renew_title')}</h2>
      <p id="calendar-what">{t('me_calendar_renew_text')}</p>
      <div role="alert">{failure}</div>
      <div className="me-actions">
        <button
          type="button"
          className="button"
          aria-disabled={pending}
          onClick={() => !pending && onConfirm()}
        >
          {t('me_calendar_renew_yes')}
        </button>
        <button
          ref={keep}
          type="button"
          className="button quiet"
          aria-disabled={pending}
          onClick={() => !pending && dialog.current?.close()}
        >
          {t('me_calendar_renew_keep')}
        </button>
      </div>
    </dialog>
  )
}
