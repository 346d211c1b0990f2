import { useEffect } from 'react'
import type { OwnWaitlistEntry } from '../../contracts/live.ts'
import { bookingTime } from '../i18n/booking-time.ts'
import { clockTime } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import { useOwnBookings } from '../live/use-own-bookings.ts'
import { freeUntil, priceOf } from './own-booking.ts'

interface OfferProps {
  offer: OwnWaitlistEntry
  isBusy: boolean
  onAnswer: (offer: OwnWaitlistEntry, action: 'accept' | 'leave') => Promise<void>
}

/** An open offer of the waitlist with its price, its deadline and its answers. */
export default function Offer({ offer, isBusy, onAnswer }: OfferProps) {
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
        {[price?.amount, price?.paid, booking && freeUntil(booking, locale, t)].filter(Boolean).join(' · ')}
      </p>
      <div className="confirm-actions">
        {button('accept', 'me_waitlist_take', 'me_waitlist_take_label')}
        {button('leave', 'me_waitlist_decline', 'me_waitlist_decline_label')}
      </div>
    </div>
  )
}
