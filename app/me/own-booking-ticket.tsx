import type { OwnBooking } from '../../contracts/live.ts'
import { CalendarButton } from '../booking/calendar-button.tsx'
import { Link } from '../frame/link.tsx'
import { bookingTime } from '../i18n/booking-time.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import {
  addressToMove,
  addressToRepeat,
  bookingState,
  checkInWords,
  dueWords,
  priceOf,
} from '../booking/own-booking.ts'
import type { MoveOrigin } from '../booking/move-origin.ts'
import { Ticket } from './ticket.tsx'
import { useNow } from './use-now.ts'

interface OwnBookingTicketProps {
  booking: OwnBooking
  /** The screen that it stands on. */
  place: MoveOrigin
  onCancel: (booking: OwnBooking) => void
}

/** A booking of the member with what can be done with it: a coming one moves or is cancelled, another is repeated. */
export function OwnBookingTicket({ booking, place, onCancel }: OwnBookingTicketProps) {
  const locale = useLocale()
  const t = useTranslate()
  const now = useNow()
  const machine = booking.resource.name
  const what = `${machine}, ${bookingTime(booking, locale, t)}`
  const move = t(booking.canOnlyExtend ? 'me_bookings_extend' : 'me_bookings_move')
  return (
    <Ticket
      {...booking}
      equipment={machine}
      number={booking.id}
      notes={[bookingState(booking, t), checkInWords(booking, t), dueWords(booking, locale, t)]}
      price={priceOf(booking, locale, t)}
      isOver={!booking.canBeCancelled}
    >
      {booking.canBeMoved && (
        <Link
          className="button quiet"
          to={addressToMove(booking, place, locale)}
          aria-label={`${move}: ${what}`}
        >
          {move}
        </Link>
      )}
      {booking.canBeCancelled ? (
        <>
          <CalendarButton booking={booking.id} what={what} />
          <button
            type="button"
            className="button plain"
            aria-label={`${t('me_bookings_cancel')}: ${what}`}
            onClick={() => onCancel(booking)}
          >
            {t('me_bookings_cancel')}
          </button>
        </>
      ) : (
        <Link to={addressToRepeat(booking, now, locale)} aria-label={`${t('me_bookings_repeat')}: ${what}`}>
          {t('me_bookings_repeat')}
        </Link>
      )}
    </Ticket>
  )
}
