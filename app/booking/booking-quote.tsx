import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BookingQuote as Quote } from '../../contracts/booking.ts'
import type { TrainingWays } from '../../contracts/live.ts'
import { useConnector } from '../live/use-connector.ts'
import { clockTime, longDay, money } from '../i18n/format.ts'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { type MessageKey, type Translate, useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { authorise } from '../session/authorise.ts'
import { useSession } from '../session/session.ts'
import { Link } from '../frame/link.tsx'
import { MissingLink } from './access-notice.tsx'
import type { Wish } from './booking-request.ts'
import type { Missing } from './use-access.ts'

/** Whether the member can join the waitlist for a taken time; `own`: the taken time is their own booking. */
export type Waits = 'no' | 'possible' | 'already' | 'own'

interface BookingQuoteProps {
  quote: Quote | undefined
  /** Deadline of free cancellation in words. */
  deadline: string
  /** Present price of the booking to move; null when unknown and for a new booking. */
  before: string | null
  waits: Waits
  /** The way to the training for the equipment. */
  training: TrainingWays | null | undefined
  /** What the screen says already. */
  known: Missing
}

/** Says before the click until when cancelling is free, and why the time is refused. */
export function BookingQuote({ quote, deadline, before, waits, training, known }: BookingQuoteProps) {
  const locale = useLocale()
  const t = useTranslate()
  const refusals = (quote?.refusals ?? []).filter(({ code }) => !known.some((each) => each === code))
  return (
    <div className="booking-quote" aria-live="polite">
      {before && quote?.cost && before !== quote.cost.price && (
        <p className="hint">{t('booking_quote_before', { price: money(before, locale) })}</p>
      )}
      {deadline && <p className="hint">{deadline}</p>}
      {waits !== 'no' && (
        <p>
          {t(waitWords[waits])}{' '}
          {waits !== 'possible' && <Link to={paths.me(locale, 'bookings')}>{t('booking_done_link')}</Link>}
        </p>
      )}
      {refusals.length > 0 && waits === 'no' && (
        <div className="notice">
          <p>{t('booking_quote_refused')}</p>
          <ul className="ways">
            {refusals.map(({ code, message }) => (
              <li key={code}>
                <span>{message}</span> <MissingLink code={code} training={training} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

const waitWords: Record<Exclude<Waits, 'no'>, MessageKey> = {
  possible: 'booking_wait_why',
  already: 'booking_wait_already',
  own: 'booking_wait_own',
}

/**
 * Asks for the price of a time and the reasons to refuse it; `askedAt` in epoch milliseconds.
 * @param moves id of the own booking to move
 */
export function useQuote(
  chosen: Wish | null,
  moves: number | undefined,
): { quote: Quote | undefined; askedAt: number; isAsking: boolean } {
  const connector = useConnector()
  const { member } = useSession()
  const locale = useLocale()
  const wish = useSettled(chosen)
  const { data, dataUpdatedAt, isFetching } = useQuery({
    queryKey: ['quote', member?.id, wish, moves, locale],
    queryFn: async () => {
      const { equipmentId, fromDateTime, untilDateTime } = wish as Wish
      return (await connector()).quoteBooking(
        {
          state: 'confirmed',
          ...(moves !== undefined && { moves: String(moves) }),
          fromDateTime,
          untilDateTime,
          resource: String(equipmentId),
          member: String(member?.id),
        },
        authorise,
      )
    },
    enabled: wish !== null && member !== null,
    retry: false,
  })
  // A quote for another time is not shown.
  const isOfChosen = JSON.stringify(wish) === JSON.stringify(chosen)
  const isAsking = chosen !== null && member !== null && (isFetching || !isOfChosen)
  return { quote: isOfChosen ? data : undefined, askedAt: dataUpdatedAt, isAsking }
}

/** Milliseconds without a change before a value counts as settled. */
const settledMs = 250

/** Returns the value once it has settled; the first value at once. Values are compared by their JSON. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  const same = JSON.stringify(settled) === JSON.stringify(value)
  useEffect(() => {
    if (same) return
    const timer = setTimeout(() => setSettled(value), settledMs)
    return () => clearTimeout(timer)
  }, [same, value])
  return settled
}

/** Deadline of free cancellation in words; empty when unknown. */
export function deadlineOf(
  quote: Quote | undefined,
  at: { zone: string; now: Date },
  locale: Locale,
  t: Translate,
): string {
  if (!quote?.cost?.freeUntil || quote.refusals.length > 0) return ''
  return deadlineInWords(quote.cost.freeUntil, at, locale, t)
}

/**
 * Returns the deadline of free cancellation in words, or that it has passed.
 * @param freeUntil wall-clock time of the space
 * @param zone its IANA name
 */
export function deadlineInWords(
  freeUntil: string,
  { zone, now }: { zone: string; now: Date },
  locale: Locale,
  t: Translate,
): string {
  if (freeUntil <= wallClock(now, zone)) return t('booking_quote_late')
  return t('booking_quote_free_until', { day: longDay(freeUntil, locale), time: clockTime(freeUntil) })
}

/**
 * Returns the wall-clock time in a zone, YYYY-MM-DDTHH:mm. The Swedish format has that order, so that no calendar
 * library is needed.
 */
function wallClock(instant: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  return format.format(instant).replace(' ', 'T')
}
