import { useRef, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { errorMessage, StoreError } from '../../../clients/store-error.ts'
import type { OwnBooking } from '../../../contracts/live.ts'
import { CalendarButton } from '../../booking/calendar-button.tsx'
import { useCancelBooking, useOwnBookings, useWaitlist } from '../../live/use-own-bookings.ts'
import { ZoneNote } from '../../booking/zone-note.tsx'
import { StaleNotice } from '../../live/freshness.tsx'
import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import * as paths from '../../paths.ts'
import type { loader as rootLoader } from '../../root.tsx'
import { Link } from '../../frame/link.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import {
  addressToMove,
  addressToRepeat,
  bookingState,
  costOfCancelling,
  dueWords,
  inTwo,
} from '../../me/own-booking.ts'
import { bookingTime } from '../../i18n/booking-time.ts'
import { Loaded, WriteFailed } from '../../live/loaded.tsx'
import { Waitlist } from '../../me/waitlist-section.tsx'

export const meta = titled('me_bookings_title')

/** The member's bookings: next ones can be cancelled, moved or saved; past ones repeated (R3). */
export default function Bookings() {
  const locale = useLocale()
  const t = useTranslate()
  const heading = useRef<HTMLHeadingElement>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const [asked, setAsked] = useState<OwnBooking | null>(null)
  const [status, setStatus] = useState('')
  const { state, isBusy, submit, reset } = useCancelBooking()
  const failure = state.kind === 'failed' && (
    <WriteFailed title={t('me_bookings_cancel_failed')} text={sentenceOf(state.error)} />
  )
  const zone = useRouteLoaderData<typeof rootLoader>('root')?.space.zone

  const nameOf = (booking: OwnBooking) => ({
    machine: booking.resource.name,
    when: bookingTime(booking, locale, t),
  })
  const cost = asked && costOfCancelling(asked, locale, t)
  const ask = (booking: OwnBooking) => {
    reset()
    setStatus('')
    setAsked(booking)
  }
  const cancel = async (booking: OwnBooking) => {
    const ended = await submit(booking.id)
    if (ended?.kind !== 'done') return
    dialog.current?.close()
    setStatus(t('me_bookings_cancelled', nameOf(booking)))
    heading.current?.focus()
  }

  return (
    <section className="me-bookings">
      <h1 ref={heading} tabIndex={-1}>
        {t('me_bookings_title')}
      </h1>
      <p className="me-status" role="status">
        {status}
      </p>
      {/* A browser may close the dialog before the answer: the refusal is shown here then. */}
      <div role="alert">{!asked && failure}</div>
      {zone && <ZoneNote zone={zone} />}
      <Waitlist
        onStart={() => setStatus('')}
        onDone={(done) => {
          setStatus(done)
          heading.current?.focus()
        }}
      />
      <BookingLists onCancel={ask} />
      {asked && (
        <ConfirmDialog
          dialog={dialog}
          title={t('me_bookings_cancel_title')}
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
          {cost && <p>{cost}</p>}
        </ConfirmDialog>
      )}
    </section>
  )
}

type OnCancel = (booking: OwnBooking) => void

function BookingLists({ onCancel }: { onCancel: OnCancel }) {
  const query = useOwnBookings()
  const entries = useWaitlist()
  const locale = useLocale()
  const t = useTranslate()
  return (
    <Loaded query={query} failed={t('me_bookings_failed')}>
      {({ data, asOf }) => {
        const { next, past } = inTwo(data.filter(({ id }) => !entries?.some(({ booking }) => booking === id)))
        return (
          <>
            {!query.error && <StaleNotice asOf={asOf} isLost={false} askedAt={query.dataUpdatedAt} />}
            <section aria-labelledby="bookings-next">
              <h2 id="bookings-next">{t('me_bookings_next')}</h2>
              {next.length > 0 ? (
                <BookingList bookings={next} onCancel={onCancel} />
              ) : (
                <p>{t('me_bookings_none_next')}</p>
              )}
              <Link className="button" to={paths.booking(locale)}>
                {t('me_bookings_book')}
              </Link>
            </section>
            {past.length > 0 && (
              <section aria-labelledby="bookings-past">
                <h2 id="bookings-past">{t('me_bookings_past')}</h2>
                <BookingList bookings={past} onCancel={onCancel} />
              </section>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

function BookingList({ bookings, onCancel }: { bookings: OwnBooking[]; onCancel: OnCancel }) {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <ul className="me-list">
      {bookings.map((booking) => {
        const when = bookingTime(booking, locale, t)
        const named = { machine: booking.resource.name, when }
        return (
          <li key={booking.id}>
            <div>
              <h3>{booking.resource.name}</h3>
              <p>
                <time dateTime={booking.fromDateTime}>{when}</time>
              </p>
              <p className="hint">
                {[bookingState(booking, t), dueWords(booking, locale, t)].filter(Boolean).join(' · ')}
              </p>
            </div>
            <div className="me-actions">
              {booking.canBeMoved && (
                <Link
                  className="button quiet"
                  to={addressToMove(booking, locale)}
                  aria-label={t('me_bookings_move_label', named)}
                >
                  {t('me_bookings_move')}
                </Link>
              )}
              {booking.canBeCancelled ? (
                <>
                  <CalendarButton booking={booking.id} what={`${named.machine}, ${when}`} />
                  <button
                    type="button"
                    className="button quiet"
                    aria-label={t('me_bookings_cancel_label', named)}
                    onClick={() => onCancel(booking)}
                  >
                    {t('me_bookings_cancel')}
                  </button>
                </>
              ) : (
                <Link
                  to={addressToRepeat(booking, new Date(), locale)}
                  aria-label={t('me_bookings_repeat_label', named)}
                >
                  {t('me_bookings_repeat')}
                </Link>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** The sentence of the server that refused, otherwise that of E16. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return errorMessage(error)
  return error.cause instanceof StoreError ? error.cause.message : error.message
}
