import type { ReactNode } from 'react'
import { EquipmentDrawing } from '../booking/equipment-drawing.tsx'
import { bookingTime } from '../i18n/booking-time.ts'
import { clockTime, longDay, shortMonth, weekdayOf, yearOf } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { useNow } from './use-now.ts'

interface TicketProps {
  equipment: string
  /** Wall-clock times of the space. */
  fromDateTime: string
  untilDateTime: string
  /** What is known of it: state, deadline, check-in. */
  notes: string[]
  /** The price and how it is paid; null = unknown or nothing to pay for. */
  price: { amount: string; paid: string } | null
  /** It needs the member's answer or attention now. */
  isUrgent?: boolean
  /** It is over or cancelled. */
  isOver?: boolean
  /** Address of the drawing of the equipment; null draws none. */
  drawing?: string | null
  /** Number of the booking. */
  number?: number
  /** Buttons and links. */
  children: ReactNode
}

/** A booked or offered time as a title block: day, equipment, time, price and what can be done with it. */
export function Ticket(props: TicketProps) {
  const { equipment, drawing = null, number, fromDateTime, notes, price, isUrgent, isOver, children } = props
  const t = useTranslate()
  return (
    <div className="ticket" data-urgent={isUrgent || undefined} data-over={isOver || undefined}>
      <TicketDay dateTime={fromDateTime} />
      <div className="ticket-what">
        <EquipmentDrawing drawing={drawing} />
        <h3>{equipment}</h3>
        <p>
          <TicketTime {...props} />
        </p>
        <p className="hint">
          {[number && t('ticket_number', { number }), ...notes].filter(Boolean).join(' · ')}
        </p>
      </div>
      {/* Without a price its column stays, so that those of a list stand below each other. */}
      {!price && isOver && <p className="ticket-price" />}
      {price && (
        <p className="ticket-price">
          <span className="caption">{t('me_ticket_price')}</span>
          <b>{price.amount}</b>
          <span className="hint">{price.paid}</span>
        </p>
      )}
      <div className="me-actions">{children}</div>
    </div>
  )
}

/** The time of a ticket. Its day stands large beside it: screen readers hear it here. One that ends on another day names both. */
export function TicketTime(times: Pick<TicketProps, 'fromDateTime' | 'untilDateTime'>) {
  const locale = useLocale()
  const t = useTranslate()
  const { fromDateTime, untilDateTime } = times
  const isOneDay = fromDateTime.slice(0, 10) === untilDateTime.slice(0, 10)
  return (
    <time dateTime={fromDateTime}>
      {isOneDay ? (
        <>
          <span className="visually-hidden">{longDay(fromDateTime, locale, true)}, </span>
          {t('me_ticket_time', { from: clockTime(fromDateTime), until: clockTime(untilDateTime) })}
        </>
      ) : (
        bookingTime(times, locale, t)
      )}
    </time>
  )
}

/** The day of a ticket, drawn large, with its year unless that is this one. @param dateTime wall-clock time of the space; the text beside it says it too */
export function TicketDay({ dateTime }: { dateTime: string }) {
  const locale = useLocale()
  const year = yearOf(dateTime)
  const isThisYear = year === yearOf(useNow().toISOString())
  return (
    <p className="ticket-day" aria-hidden="true">
      <span>{weekdayOf(dateTime, locale)}</span>
      <b>{Number(dateTime.slice(8, 10))}</b>
      <span>{shortMonth(dateTime, locale)}</span>
      {!isThisYear && <span className="hint">{year}</span>}
    </p>
  )
}

/** The ticket that is missing, dashed. */
export function MissingTicket() {
  return (
    <div className="ticket missing" aria-hidden="true">
      <p className="ticket-day">
        <b>?</b>
      </p>
      <div className="ticket-what">
        <span />
        <span />
      </div>
      <p className="ticket-price" />
    </div>
  )
}
