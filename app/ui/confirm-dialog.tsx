import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'

interface ConfirmDialogProps {
  /** The element, so that its owner can close it. */
  dialog: RefObject<HTMLDialogElement | null>
  title: string
  /** What is about to happen. */
  children: ReactNode
  /** What the two buttons say: do it, leave it as it is. */
  yes: string
  keep: string
  pending: boolean
  /** Why it was not done, once that is known. */
  failure: ReactNode
  onConfirm: () => void
  /** The dialog has been closed, whoever did it; focus is back where it came from. */
  onClose: () => void
}

/** Asks before something is done that cannot be taken back. A failure stays in the dialog. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { dialog, title, children, yes, keep, pending, failure, onConfirm, onClose } = props
  const id = useId()
  const harmless = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal()
    // The answer that changes nothing is the one that Enter gives.
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
      <div id={`${id}-what`}>{children}</div>
      <div role="alert">{failure}</div>
      <div className="me-actions">
        <button
          type="button"
          className="button"
          aria-disabled={pending}
          onClick={() => !pending && onConfirm()}
        >
          {yes}
        </button>
        <button
          ref={harmless}
          type="button"
          className="button quiet"
          aria-disabled={pending}
          onClick={() => !pending && dialog.current?.close()}
        >
          {keep}
        </button>
      </div>
    </dialog>
  )
}
