import { useRef, useState } from 'react'
import { errorMessage, StoreError } from '../../clients/store-error.ts'
import type { OwnBooking } from '../../contracts/live.ts'
import { bookingTime } from '../i18n/booking-time.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { WriteFailed } from '../live/loaded.tsx'
import { useCancelBooking } from '../live/use-own-bookings.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { costOfCancelling } from './own-booking.ts'

/**
 * Cancelling with a question before it. `ask` opens the question, which is `dialog`; `failure` is for the page, because a
 * browser may close the dialog before the answer.
 * @param onStart earlier status texts are outdated
 * @param onDone the booking is cancelled; takes the text to show
 */
export function useCancelling({
  onStart,
  onDone,
}: {
  onStart: () => void
  onDone: (status: string) => void
}) {
  const locale = useLocale()
  const t = useTranslate()
  const dialog = useRef<HTMLDialogElement>(null)
  const [asked, setAsked] = useState<OwnBooking | null>(null)
  const { state, isBusy, submit, reset } = useCancelBooking()
  const failure = state.kind === 'failed' && (
    <WriteFailed title={t('me_bookings_cancel_failed')} text={sentenceOf(state.error)} />
  )
  const nameOf = (booking: OwnBooking) => ({
    machine: booking.resource.name,
    when: bookingTime(booking, locale, t),
  })
  const cancel = async (booking: OwnBooking) => {
    const ended = await submit(booking.id)
    if (ended?.kind !== 'done') return
    dialog.current?.close()
    onDone(t('me_bookings_cancelled', nameOf(booking)))
  }
  const cost = asked && costOfCancelling(asked, locale, t)
  return {
    ask(booking: OwnBooking) {
      reset()
      onStart()
      setAsked(booking)
    },
    failure: !asked && failure,
    dialog: asked && (
      <ConfirmDialog
        dialog={dialog}
        title={t('me_bookings_cancel_title')}
        amount={cost}
        yes={t('me_bookings_cancel_yes')}
        keep={t('me_bookings_cancel_keep')}
        pending={isBusy}
        failure={failure}
        onConfirm={() => void cancel(asked)}
        onClose={() => {
          if (!isBusy) reset()
          setAsked(null)
        }}
      >
        <p>{Object.values(nameOf(asked)).join(', ')}</p>
        {cost?.notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </ConfirmDialog>
    ),
  }
}

/** The sentence of the server that refused, otherwise that of E16. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return errorMessage(error)
  return error.cause instanceof StoreError ? error.cause.message : error.message
}
