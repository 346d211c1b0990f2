import { useRef, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { OwnBooking } from '../../../contracts/live.ts'
import { useOwnBookings, useWaitlist } from '../../live/use-own-bookings.ts'
import { ZoneNote } from '../../booking/zone-note.tsx'
import { StaleNotice } from '../../live/freshness.tsx'
import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import * as paths from '../../paths.ts'
import type { loader as rootLoader } from '../../root.tsx'
import { Link } from '../../frame/link.tsx'
import { useCancelling } from '../../booking/cancelling.tsx'
import { FirstSteps } from '../../me/first-steps.tsx'
import { inTwo } from '../../booking/own-booking.ts'
import { OwnBookingTicket } from '../../me/own-booking-ticket.tsx'
import { MissingTicket } from '../../me/ticket.tsx'
import { Loaded } from '../../live/loaded.tsx'
import { useMoved } from '../../me/use-moved.ts'
import { Waitlist } from '../../me/waitlist-section.tsx'

export const meta = titled('me_bookings_title')

/** The member's bookings: next ones can be cancelled, moved or saved; past ones repeated (R3). */
export default function Bookings() {
  const t = useTranslate()
  const heading = useRef<HTMLHeadingElement>(null)
  const [status, setStatus] = useState('')
  const zone = useRouteLoaderData<typeof rootLoader>('root')?.space.zone
  const onStart = () => setStatus('')
  const onDone = (done: string) => {
    setStatus(done)
    heading.current?.focus()
  }
  const cancelling = useCancelling({ onStart, onDone })
  useMoved(onDone)
  return (
    <section className="me-bookings">
      <h1 ref={heading} tabIndex={-1}>
        {t('me_bookings_title')}
      </h1>
      <p className="me-status" role="status">
        {status}
      </p>
      <div role="alert">{cancelling.failure}</div>
      {zone && <ZoneNote zone={zone} />}
      <Waitlist onStart={onStart} onDone={onDone} />
      <BookingLists onCancel={cancelling.ask} />
      {cancelling.dialog}
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
              {next.length > 0 && <BookingList bookings={next} onCancel={onCancel} />}
              {next.length === 0 && <MissingTicket />}
              {next.length === 0 && past.length > 0 && <p>{t('me_bookings_none_next')}</p>}
              {data.length === 0 ? (
                <FirstSteps />
              ) : (
                <Link className="button" to={paths.booking(locale)}>
                  {t('me_bookings_book')}
                </Link>
              )}
            </section>
            {past.length > 0 && (
              <section>
                <details className="me-past" open={next.length === 0}>
                  <summary>
                    <h2>{t('me_bookings_past', { count: past.length })}</h2>
                  </summary>
                  <BookingList bookings={past} onCancel={onCancel} />
                </details>
              </section>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

function BookingList({ bookings, onCancel }: { bookings: OwnBooking[]; onCancel: OnCancel }) {
  return (
    <ul className="me-tickets">
      {bookings.map((booking) => (
        <li key={booking.id}>
          <OwnBookingTicket booking={booking} place="bookings" onCancel={onCancel} />
        </li>
      ))}
    </ul>
  )
}
