import { useRef } from 'react'
import { errorMessage } from '../../clients/store-error.ts'
import type { CoursePlace } from '../../contracts/course-place.ts'
import { bookingTime } from '../i18n/booking-time.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { WriteFailed } from '../live/loaded.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { leavingLabels, leavingRules } from './place-ticket.tsx'
import type { usePlaceSteps } from './use-places.ts'

interface PlaceLeavingProps {
  place: CoursePlace
  leaving: ReturnType<typeof usePlaceSteps>['leaving']
  /** Whether the question is open. */
  asks: boolean
  onAsk: (asks: boolean) => void
  /** Another step of the place is under way. */
  isBusy: boolean
}

/** The button that gives a place up after a question, which says what comes back. */
export function PlaceLeaving({ place, leaving, asks, onAsk, isBusy }: PlaceLeavingProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const locale = useLocale()
  const t = useTranslate()
  const { ask, yes } = leavingLabels(place.state)
  const { refund, text } = leavingRules(place, locale)
  return (
    <>
      <button
        type="button"
        className="button plain"
        aria-disabled={isBusy}
        onClick={() => {
          if (isBusy) return
          leaving.reset()
          onAsk(true)
        }}
      >
        {t(ask)}
      </button>
      {asks && (
        <ConfirmDialog
          dialog={dialog}
          title={`${t(ask)}?`}
          amount={refund === null ? null : { label: t('place_cancel_back'), amount: refund }}
          yes={t(yes)}
          keep={t('me_bookings_cancel_keep')}
          pending={leaving.isPending}
          failure={
            leaving.error && <WriteFailed title={t('place_failed')} text={errorMessage(leaving.error)} />
          }
          onConfirm={() => leaving.mutate(undefined, { onSuccess: () => dialog.current?.close() })}
          onClose={() => onAsk(false)}
        >
          <p>{`${place.title[locale]}, ${bookingTime(place, locale, t)}`}</p>
          <p>{text}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
