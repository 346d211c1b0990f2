import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../clients/store-error.ts'
import type { OwnWaitlistEntry } from '../../contracts/live.ts'
import { Link } from '../frame/link.tsx'
import { bookingTime } from '../i18n/booking-time.ts'
import { clockTime } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import { useEntryChange, useOwnBookings } from '../live/use-own-bookings.ts'
import * as paths from '../paths.ts'
import { freeUntil, priceOf } from './own-booking.ts'

/** Tells the offers of the waitlist that are open, each with its price and its answer; nothing without one. */
export function OfferNotice({ entries }: { entries: OwnWaitlistEntry[] | null | undefined }) {
  const locale = useLocale()
  const t = useTranslate()
  const [done, setDone] = useState('')
  const { state, isBusy, submit } = useEntryChange()
  const offers = entries?.filter((entry) => entry.state === 'offered') ?? []
  const answer = async (entry: OwnWaitlistEntry, action: 'accept' | 'leave') => {
    if (isBusy) return
    setDone('')
    const ended = await submit({ entry: entry.id, action })
    if (ended?.kind !== 'done') return
    const what = { machine: entry.resource.name, when: bookingTime(entry, locale, t) }
    setDone(t(action === 'accept' ? 'me_waitlist_taken' : 'me_waitlist_left', what))
  }
  return (
    <>
      {/* A price that comes later is not a reason to say all of it again. */}
      <div role="status" aria-atomic="false">
        {offers.map((offer) => (
          <Offer key={offer.id} offer={offer} isBusy={isBusy} onAnswer={answer} />
        ))}
        {done && <Answered key={done} done={done} />}
      </div>
      {state.kind === 'failed' && (
        <p className="notice error" role="alert">
          {t('me_waitlist_failed')} {errorMessage(state.error)}
        </p>
      )}
    </>
  )
}

/** Says what became of an offer; takes the focus, because the pressed button is gone. */
function Answered({ done }: { done: string }) {
  const locale = useLocale()
  const t = useTranslate()
  const said = useRef<HTMLParagraphElement>(null)
  useEffect(() => said.current?.focus(), [])
  return (
    <p ref={said} tabIndex={-1} className="notice">
      {done} <Link to={paths.me(locale, 'bookings')}>{t('booking_done_link')}</Link>
    </p>
  )
}

interface OfferProps {
  offer: OwnWaitlistEntry
  isBusy: boolean
  onAnswer: (offer: OwnWaitlistEntry, action: 'accept' | 'leave') => Promise<void>
}

function Offer({ offer, isBusy, onAnswer }: OfferProps) {
  const locale = useLocale()
  const t = useTranslate()
  const { data, refetch } = useOwnBookings()
  const booking = data?.data.find(({ id }) => id === offer.booking)
  // The bookings may have been loaded before the offer was made.
  const isNew = data !== undefined && !booking
  useEffect(() => {
    if (isNew) void refetch()
  }, [isNew, refetch])
  const price = booking && priceOf(booking, locale, t)
  const machine = offer.resource.name
  const when = bookingTime(offer, locale, t)
  const button = (action: 'accept' | 'leave', key: MessageKey, label: MessageKey) => (
    <button
      type="button"
      className={action === 'accept' ? 'button' : 'button quiet'}
      aria-disabled={isBusy}
      aria-label={t(label, { machine, when })}
      onClick={() => void onAnswer(offer, action)}
    >
      {t(key)}
    </button>
  )
  return (
    <div className="notice offer">
      <p>
        <strong>
          {offer.offeredUntil && t('me_waitlist_offered', { until: clockTime(offer.offeredUntil) })}
        </strong>{' '}
        {machine}, {when}
      </p>
      <p className="hint">
        {[price && `${price.amount} ${price.paid}`, booking && freeUntil(booking, locale, t)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className="confirm-actions">
        {button('accept', 'me_waitlist_take', 'me_waitlist_take_label')}
        {button('leave', 'me_waitlist_decline', 'me_waitlist_decline_label')}
      </div>
    </div>
  )
}
