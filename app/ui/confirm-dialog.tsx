import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'

interface ConfirmDialogProps {
  /** The element, so that the owner can close it. */
  dialog: RefObject<HTMLDialogElement | null>
  title: string
  /** What the action costs, in words: the largest thing of the dialog, below what it is. */
  amount?: { label: string; amount: string } | null
  /** Text that says what the action does. */
  children: ReactNode
  /** Labels of the two buttons. */
  yes: string
  keep: string
  pending: boolean
  /** The failure, once there is one. */
  failure: ReactNode
  onConfirm: () => void
  /** The dialog was closed by anybody; the focus is back where it was. May be called twice. */
  onClose: () => void
}

/** Asks before an irreversible action, whose button is never in the colour of the brand; a failure stays in the dialog. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { dialog, title, amount, children, yes, keep, pending, failure, onConfirm, onClose } = props
  const id = useId()
  const harmless = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal()
    // The harmless button has the focus, so that Enter changes nothing.
    harmless.current?.focus()
  }, [dialog])

  return (
    <dialog
      ref={dialog}
      className="confirm-dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-what`}
      onCancel={(event) => pending && event.preventDefault()}
      onClose={onClose}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-what`} className="confirm-what">
        {amount && (
          <p>
            {amount.label} <b className="confirm-amount">{amount.amount}</b>
          </p>
        )}
        {children}
      </div>
      <div role="alert">{failure}</div>
      <div className="confirm-actions">
        <button
          ref={harmless}
          type="button"
          className="button quiet"
          aria-disabled={pending}
          onClick={() => {
            if (pending) return
            dialog.current?.close()
            // The browser's close event comes later; a press of the focused button in between would be lost.
            onClose()
          }}
        >
          {keep}
        </button>
        <button
          type="button"
          className="button destructive"
          aria-disabled={pending}
          onClick={() => !pending && onConfirm()}
        >
          {yes}
        </button>
      </div>
    </dialog>
  )
}
