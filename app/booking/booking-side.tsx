import { type ComponentType, createElement, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { bookingTime } from '../i18n/booking-time.ts'
import { clockTime, longDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { inTransition } from '../ui/in-transition.ts'
import { BookingForm, type BookingFormProps, type Told } from './booking-form.tsx'
import type { TicketProps } from './ticket.tsx'

interface BookingSideProps extends Omit<BookingFormProps, 'acceptedTerms' | 'onAcceptTerms'> {
  /** The address asks to move a booking: the form waits until it is known. */
  isMove: boolean
}

/**
 * The side of the week: the form, which becomes the ticket of what was done until another time is chosen. It stays while
 * the address changes, so a ticket is there again after a move that began at it.
 */
export function BookingSide({ isMove, ...form }: BookingSideProps) {
  const { equipment, asked, moves, began, onDone } = form
  const [told, setTold] = useState<(Told & { cancelled: string }) | null>(null)
  const [acceptedTerms, onAcceptTerms] = useState<string | null>(null)
  useTicketCode(asked.valid !== null)
  const drawn = useDrawn()
  const finish = async (answer: Told) => {
    const show = () => {
      setTold({ ...answer, cancelled: '' })
      asked.edit(null)
      onDone(answer)
      return drawn()
    }
    if (answer.done.purpose !== 'move') return (await loadTicket(), inTransition(show))
    if (began === 'ticket') setTold({ ...answer, cancelled: '' })
    onDone(answer)
  }
  const shown = asked.wish || isMove ? null : told
  return (
    <div className="booking-side">
      <Announcement told={shown} name={equipment.name} />
      {shown
        ? ticketCode &&
          createElement(ticketCode, {
            ...shown,
            equipment,
            // A workshop system without a waitlist has no check-in either.
            hasCheckIn: !!form.entries,
            isCancelled: shown.cancelled !== '',
            onCancelled: (cancelled) => setTold({ ...shown, cancelled }),
            onMore: () => setTold(null),
          })
        : (!isMove || moves) && (
            <BookingForm
              {...form}
              key={moves?.id}
              acceptedTerms={acceptedTerms}
              onAcceptTerms={onAcceptTerms}
              onDone={(answer) => void finish(answer)}
            />
          )}
    </div>
  )
}

/** Returns a function whose promise resolves when the state that was set is on the page. */
function useDrawn(): () => Promise<void> {
  const resolveDrawn = useRef<(() => void) | null>(null)
  useLayoutEffect(() => {
    resolveDrawn.current?.()
    resolveDrawn.current = null
  })
  return () =>
    new Promise((resolve) => {
      resolveDrawn.current = resolve
    })
}

/**
 * Not part of the first load: it is fetched once a time is chosen. What was done is told without it, too. No `lazy`, which
 * would draw nothing in the first frame of the transition.
 */
let ticketCode: ComponentType<TicketProps> | null = null

async function loadTicket(): Promise<void> {
  const module = await import('./ticket.tsx').catch(() => null)
  ticketCode = module?.default ?? ticketCode
}

/** Fetches the code of the ticket beforehand, so that it is there when the connection is lost. */
function useTicketCode(isWished: boolean): void {
  useEffect(() => {
    if (isWished) void loadTicket()
  }, [isWished])
}

/** Tells screen readers what was done. It is there before, so that it is announced. */
function Announcement({ told, name }: { told: (Told & { cancelled: string }) | null; name: string }) {
  const locale = useLocale()
  const t = useTranslate()
  const words = () => {
    if (!told || told.cancelled) return told?.cancelled
    const { purpose, fromDateTime, untilDateTime } = told.done
    if (purpose === 'move')
      return t('me_bookings_moved', { machine: name, when: bookingTime(told.done, locale, t) })
    return t(purpose === 'book' ? 'booking_done' : 'booking_waiting', {
      machine: name,
      day: longDay(fromDateTime, locale),
      from: clockTime(fromDateTime),
      until: clockTime(untilDateTime),
    })
  }
  return (
    <p role="status" className="visually-hidden">
      {words()}
    </p>
  )
}
