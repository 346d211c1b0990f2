import type { ReactNode } from 'react'

interface SubmitButtonProps {
  id?: string
  quiet?: boolean
  /** The form is on its way; it ignores another submit until its answer. */
  isBusy: boolean
  children: ReactNode
}

/** Sends its form. While busy it keeps the focus and says so by `aria-disabled`. */
export function SubmitButton({ id, quiet = false, isBusy, children }: SubmitButtonProps) {
  return (
    <button type="submit" id={id} className={quiet ? 'button quiet' : 'button'} aria-disabled={isBusy}>
      {children}
    </button>
  )
}
