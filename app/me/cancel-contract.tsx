import { type ReactNode, useRef, useState } from 'react'
import type { Subscription } from '../../contracts/subscription.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

interface CancelContractProps {
  contract: Pick<Subscription, 'name' | 'cancelOn'>
  isPending: boolean
  /** Shown in the question; the page behind shows it, too. */
  failure: ReactNode
  /** Called before anything is asked or stored: forgets what was said before. */
  reset: () => void
  /** Cancels, or takes that back; `done` closes the question. */
  store: (isCancelled: boolean, done: () => void) => void
  /** What cancelling means. */
  children: ReactNode
}

/** The button that cancels a contract after a question, or takes the cancellation back. */
export function CancelContract(props: CancelContractProps) {
  const { contract, isPending, failure, reset, store, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const [asks, setAsks] = useState(false)
  const locale = useLocale()
  const t = useTranslate()
  const name = contract.name[locale]
  const close = () => dialog.current?.close()
  return (
    <>
      <button
        type="button"
        className="button quiet"
        aria-disabled={isPending}
        onClick={() => {
          if (isPending) return
          reset()
          if (contract.cancelOn) store(false, close)
          else setAsks(true)
        }}
      >
        {contract.cancelOn ? t('me_contract_keep') : t('me_contract_cancel', { name })}
      </button>
      {asks && (
        <ConfirmDialog
          dialog={dialog}
          title={t('me_contract_cancel_title', { name })}
          yes={t('me_contract_cancel_yes')}
          keep={t('me_contract_cancel_no')}
          pending={isPending}
          failure={failure}
          onConfirm={() => store(true, close)}
          onClose={() => setAsks(false)}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  )
}
