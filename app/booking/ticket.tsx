import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { clockTime, longDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import { useOwnBookings } from '../live/use-own-bookings.ts'
import { Link } from '../frame/link.tsx'
import * as paths from '../paths.ts'
import type { Told } from './booking-form.tsx'
import { costInWords, lengthInWords, payment } from './booking-price.tsx'
import { CalendarButton } from './calendar-button.tsx'
import { useCancelling } from './cancelling.tsx'
import type { BookableEquipment } from './equipment-picker.tsx'
import { EquipmentDrawing } from './equipment-drawing.tsx'
import { moveQuery } from './move-origin.ts'
import { checkInWords } from './own-booking.ts'
import { Repeat } from './repeat.tsx'
import type { Purpose } from './use-request.ts'

export interface TicketProps extends Told {
  equipment: BookableEquipment
  isCancelled: boolean
  /** Members check in at the machine. */
  hasCheckIn: boolean
  /** The booking was cancelled here; takes the sentence that says so. */
  onCancelled: (sentence: string) => void
  /** Leaves the ticket for another booking. */
  onMore: () => void
}

/** What was done, drawn as the title block of a workshop drawing; takes the focus. */
export default function Ticket(props: TicketProps) {
  const { done, equipment, cost, discount, deadline, isCancelled, hasCheckIn, onCancelled, onMore } = props
  const locale = useLocale()
  const t = useTranslate()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => link.current?.focus(), [])
  const { fromDateTime, untilDateTime, booking } = done
  const isFree = Number(cost?.price) === 0
  return (
    <div className="booked" data-purpose={done.purpose} data-cancelled={isCancelled || undefined}>
      <h2>{t(isCancelled ? 'me_bookings_state_cancelled' : words[done.purpose])}</h2>
      {booking !== null && <p className="booked-number">{t('ticket_number', { number: booking })}</p>}
      <EquipmentDrawing drawing={equipment.drawing} />
      <dl>
        <Cell label={t('ticket_machine')} wide>
          <strong>{equipment.name}</strong>
        </Cell>
        <Cell label={t('ticket_day')} wide>
          {longDay(fromDateTime, locale)}
        </Cell>
        <Cell label={t('ticket_time')}>
          <strong>
            {clockTime(fromDateTime)}–{clockTime(untilDateTime)}
          </strong>
        </Cell>
        {cost && <Cell label={t('ticket_length')}>{lengthInWords(cost.minutes, locale, t)}</Cell>}
        {booking !== null && cost && !isCancelled && (
          <Cell label={t('ticket_price')} wide>
            <strong>{costInWords(cost, locale, t)}</strong> {!isFree && payment(cost, locale, t)}
            {discount > 0 && <small>{t('booking_price_discount', { percent: discount })}</small>}
          </Cell>
        )}
      </dl>
      {done.purpose === 'wait' && <p>{t('ticket_wait_note')}</p>}
      {booking !== null && !isCancelled && (
        <>
          {deadline && <p>{deadline}</p>}
          {hasCheckIn && <p>{t('ticket_check_in')}</p>}
        </>
      )}
      <div className="booked-actions">
        <Link ref={link} className="button" to={paths.me(locale, 'bookings')}>
          {t('booking_done_link')}
        </Link>
        {booking !== null && !isCancelled && (
          <>
            <CalendarButton booking={booking} />
            <Link
              className="button quiet"
              to={paths.bookingAt(locale, {
                machine: equipment.id,
                day: fromDateTime.slice(0, 10),
                from: fromDateTime,
                until: untilDateTime,
                ...moveQuery(booking, 'ticket'),
              })}
            >
              {t('ticket_move')}
            </Link>
          </>
        )}
        {done.purpose === 'book' && !isCancelled && <Repeat wish={done} />}
        <button type="button" className="button quiet" onClick={onMore}>
          {t('ticket_more')}
        </button>
        {booking !== null && !isCancelled && (
          <Cancel booking={booking} after={link} onCancelled={onCancelled} />
        )}
      </div>
    </div>
  )
}

interface CancelProps {
  /** Its id. */
  booking: number
  /** Takes the focus once the button is gone. */
  after: RefObject<HTMLElement | null>
  onCancelled: (sentence: string) => void
}

/** Cancels the booking of the ticket as the list of bookings does, with what it costs now. */
function Cancel({ booking, after, onCancelled }: CancelProps) {
  const t = useTranslate()
  const { data } = useOwnBookings()
  const own = data?.data.find(({ id }) => id === booking)
  const cancelling = useCancelling({
    onStart: () => {},
    onDone: (sentence) => {
      onCancelled(sentence)
      after.current?.focus()
    },
  })
  return (
    <>
      {own?.checkedInAt && <p>{checkInWords(own, t)}</p>}
      <button
        type="button"
        className="button plain"
        aria-disabled={!own?.canBeCancelled}
        onClick={() => own?.canBeCancelled && cancelling.ask(own)}
      >
        {t('me_bookings_cancel')}
      </button>
      <div role="alert">{cancelling.failure}</div>
      {cancelling.dialog}
    </>
  )
}

function Cell({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'wide' : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const words: Record<Purpose, MessageKey> = {
  book: 'ticket_booked',
  move: 'ticket_moved',
  wait: 'ticket_waiting',
}
