import { type ReactNode, useEffect, useRef } from 'react'
import type { BookingQuote as Quote } from '../../contracts/booking.ts'
import { clockTime, longDay, money } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import { Link } from '../frame/link.tsx'
import * as paths from '../paths.ts'
import { lengthInWords, payment } from './booking-price.tsx'
import { CalendarButton } from './calendar-button.tsx'
import type { BookableEquipment } from './equipment-picker.tsx'
import { EquipmentDrawing } from './equipment-drawing.tsx'
import { Repeat } from './repeat.tsx'
import type { Done, Purpose } from './use-request.ts'

export interface TicketProps {
  done: Done
  equipment: BookableEquipment
  /** Cost as quoted before the click. */
  cost: Quote['cost']
  /** Deadline of free cancellation in words; empty when unknown. */
  deadline: string
  /** Leaves the ticket for another booking. */
  onMore: () => void
}

/** What was done, drawn as the title block of a workshop drawing; takes the focus. */
export default function Ticket({ done, equipment, cost, deadline, onMore }: TicketProps) {
  const locale = useLocale()
  const t = useTranslate()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => link.current?.focus(), [])
  const { fromDateTime, untilDateTime, booking } = done
  return (
    <div className="booked" data-purpose={done.purpose}>
      <h2>{t(words[done.purpose])}</h2>
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
        {booking !== null && cost && (
          <Cell label={t('ticket_price')} wide>
            <strong>{Number(cost.price) === 0 ? t('booking_price_free') : money(cost.price, locale)}</strong>{' '}
            {Number(cost.price) > 0 && payment(cost, locale, t)}
          </Cell>
        )}
      </dl>
      {done.purpose === 'wait' ? <p>{t('ticket_wait_note')}</p> : deadline && <p>{deadline}</p>}
      <div className="booked-actions">
        <Link ref={link} className="button" to={paths.me(locale, 'bookings')}>
          {t('booking_done_link')}
        </Link>
        {booking !== null && <CalendarButton booking={booking} />}
        {booking !== null && (
          <Link
            className="button quiet"
            to={paths.bookingAt(locale, {
              machine: equipment.id,
              day: fromDateTime.slice(0, 10),
              moves: booking,
            })}
          >
            {t('ticket_move')}
          </Link>
        )}
        {done.purpose === 'book' && <Repeat wish={done} />}
        <button type="button" className="button quiet" onClick={onMore}>
          {t('ticket_more')}
        </button>
      </div>
    </div>
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
