import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { OwnBooking } from '../../contracts/live.ts'
import { clockTime, longDay } from '../i18n/format.ts'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { type MessageKey, type Translate, useTranslate } from '../i18n/messages.ts'
import { useOwnBookings } from '../live/use-own-bookings.ts'
import { Link } from '../frame/link.tsx'
import * as paths from '../paths.ts'
import type { Told } from './booking-form.tsx'
import { costInWords, discountOf, lengthInWords, payment, priceWith } from './booking-price.tsx'
import { CalendarButton } from './calendar-button.tsx'
import { useCancelling } from './cancelling.tsx'
import type { BookableEquipment } from './equipment-picker.tsx'
import { EquipmentDrawing } from './equipment-drawing.tsx'
import { moveQuery } from './move-origin.ts'
import { checkInWords, freeUntil, priceOf } from './own-booking.ts'
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
  const { done, equipment, isCancelled, hasCheckIn, onCancelled, onMore } = props
  const locale = useLocale()
  const t = useTranslate()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => show(link.current), [])
  const { fromDateTime, untilDateTime, booking } = done
  const own = useOwnBookings({ enabled: booking !== null }).data?.data.find(({ id }) => id === booking)
  const terms = termsOf(props, own, locale, t)
  return (
    <div className="booked" data-purpose={done.purpose} data-cancelled={isCancelled || undefined}>
      <h2>{t(isCancelled ? 'me_bookings_state_cancelled' : words[done.purpose])}</h2>
      {booking !== null && <p className="booked-number">{t('ticket_number', { number: booking })}</p>}
      <dl>
        <div className="wide booked-what">
          <dt className="visually-hidden">{t('ticket_machine')}</dt>
          <dd>
            <EquipmentDrawing drawing={equipment.drawing} />
            <strong>{equipment.name}</strong>
          </dd>
          <dt className="visually-hidden">{t('ticket_day')}</dt>
          <dd>{longDay(fromDateTime, locale)}</dd>
        </div>
        <Cell label={t('ticket_time')}>
          <strong>
            {clockTime(fromDateTime)}–{clockTime(untilDateTime)}
          </strong>
        </Cell>
        <Cell label={t('ticket_length')}>{lengthInWords(minutesOf(props), locale, t)}</Cell>
        {booking !== null && terms.price && !isCancelled && (
          <Cell label={t('ticket_price')} wide>
            <strong>{terms.price.amount}</strong> {terms.price.paid}
            {terms.discount > 0 && <small>{t('booking_price_discount', { percent: terms.discount })}</small>}
          </Cell>
        )}
      </dl>
      {done.purpose === 'wait' && <p>{t('ticket_wait_note')}</p>}
      {booking !== null && !isCancelled && (
        <>
          {terms.deadline && <p>{terms.deadline}</p>}
          {hasCheckIn && <p>{t('ticket_check_in')}</p>}
        </>
      )}
      <div className="booked-actions">
        <Link ref={link} className="button" to={paths.me(locale, 'bookings')}>
          {t('booking_done_link')}
        </Link>
        {booking !== null && !isCancelled && (
          <>
            <CalendarButton booking={booking} className="half" />
            <Link
              className="button quiet half"
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
        {booking !== null && !isCancelled && <Cancel own={own} after={link} onCancelled={onCancelled} />}
      </div>
    </div>
  )
}

/** Focuses the first action; a ticket that is not in the window from its top to there begins at the top of it. */
function show(link: HTMLElement | null): void {
  link?.focus({ preventScroll: true })
  const ticket = link?.closest('.booked')
  if (!link || !ticket) return
  const isAbove = ticket.getBoundingClientRect().top < 0
  if (isAbove || link.getBoundingClientRect().bottom > innerHeight)
    ticket.scrollIntoView({ behavior: 'instant' })
}

interface CancelProps {
  /** The booking; undefined until it is known. */
  own: OwnBooking | undefined
  /** Takes the focus once the button is gone. */
  after: RefObject<HTMLElement | null>
  onCancelled: (sentence: string) => void
}

/** Cancels the booking of the ticket as the list of bookings does, with what it costs now. */
function Cancel({ own, after, onCancelled }: CancelProps) {
  const t = useTranslate()
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

/** Price, discount and deadline as quoted before the click; who was quicker than the quote reads them of the booking. */
function termsOf(
  { cost, discount, deadline, equipment, done }: TicketProps,
  own: OwnBooking | undefined,
  locale: Locale,
  t: Translate,
): { price: { amount: string; paid: string } | null; discount: number; deadline: string } {
  if (cost) {
    const paid = Number(cost.price) === 0 ? '' : payment(cost, locale, t)
    return { price: { amount: costInWords(cost, locale, t), paid }, discount, deadline }
  }
  if (!own?.cost) return { price: null, discount: 0, deadline }
  const minutes = minutesOf({ cost, done })
  const { listPrice } = priceWith('0', equipment, minutes)
  return {
    price: priceOf(own, locale, t),
    discount: discountOf({ price: own.cost.price, listPrice, minutes }),
    deadline: freeUntil(own, locale, t),
  }
}

/** The real length where it is known; else by the clock, which differs only when it changes. */
function minutesOf({ cost, done }: Pick<TicketProps, 'cost' | 'done'>): number {
  const { fromDateTime, untilDateTime } = done
  return cost?.minutes ?? (Date.parse(`${untilDateTime}Z`) - Date.parse(`${fromDateTime}Z`)) / 60_000
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
