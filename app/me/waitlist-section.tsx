import { useEffect } from 'react'
import { errorMessage } from '../../clients/store-error.ts'
import type { OwnBooking, OwnWaitlistEntry } from '../../contracts/live.ts'
import { useOwnBookings } from '../live/use-own-bookings.ts'
import { useWaitlist, useWaitlistAnswer, type WaitlistAnswer } from '../live/use-waitlist.ts'
import { clockTime, money } from '../i18n/format.ts'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { type MessageKey, type Translate, useTranslate } from '../i18n/messages.ts'
import { bookingTime } from '../i18n/booking-time.ts'
import { freeUntil } from './own-booking.ts'

interface WaitingListProps {
  /** A new answer starts: earlier status texts are outdated. */
  onAsk: () => void
  /** The answer succeeded. The list may disappear, so the page takes the focus. */
  onDone: (status: string) => void
}

/** The waitlist entries of the member; offers can be accepted or declined. Nothing without entries. */
export function WaitingList({ onAsk, onDone }: WaitingListProps) {
  const places = useWaitlist()
  const locale = useLocale()
  const t = useTranslate()
  const { state, isBusy, submit } = useWaitlistAnswer()
  const failure = state.kind === 'failed' ? state.error : null
  const { data, refetch } = useOwnBookings({ enabled: !!places?.length })
  const offerOf = (place: OwnWaitlistEntry) => data?.data.find(({ id }) => id === place.booking)
  // The bookings may have been loaded before an offer was made.
  const isNew = data !== undefined && !!places?.some((place) => place.booking !== null && !offerOf(place))
  useEffect(() => {
    if (isNew) void refetch()
  }, [isNew, refetch])
  if (!places?.length && !failure) return null

  const answer: OnAnswer = async (place, given) => {
    if (isBusy) return
    onAsk()
    const ended = await submit({ entry: place.id, answer: given })
    if (ended?.kind !== 'done') return
    const what = { machine: place.resource.name, when: bookingTime(place, locale, t) }
    onDone(t(given === 'take' ? 'me_waitlist_taken' : 'me_waitlist_left', what))
  }
  return (
    <section aria-labelledby="bookings-waiting">
      <h2 id="bookings-waiting">{t('me_waitlist')}</h2>
      <div role="alert">
        {failure !== null && (
          <div className="notice error">
            <p>{t('me_waitlist_failed')}</p>
            <p>{errorMessage(failure)}</p>
          </div>
        )}
      </div>
      <ul className="me-list">
        {places?.map((place) => (
          <Place key={place.id} place={place} offer={offerOf(place)} pending={isBusy} onAnswer={answer} />
        ))}
      </ul>
    </section>
  )
}

type OnAnswer = (place: OwnWaitlistEntry, answer: WaitlistAnswer['answer']) => Promise<void>

interface PlaceProps {
  place: OwnWaitlistEntry
  /** The pending booking of the offer, once loaded. */
  offer: OwnBooking | undefined
  pending: boolean
  onAnswer: OnAnswer
}

function Place({ place, offer, pending, onAnswer }: PlaceProps) {
  const locale = useLocale()
  const t = useTranslate()
  const when = bookingTime(place, locale, t)
  const offered = place.state === 'offered'
  const button = (answer: WaitlistAnswer['answer'], key: MessageKey, label: MessageKey) => (
    <button
      type="button"
      className={answer === 'take' ? 'button' : 'button quiet'}
      aria-disabled={pending}
      aria-label={t(label, { machine: place.resource.name, when })}
      onClick={() => void onAnswer(place, answer)}
    >
      {t(key)}
    </button>
  )
  return (
    <li>
      <div>
        <h3>{place.resource.name}</h3>
        <p>
          <time dateTime={place.fromDateTime}>{when}</time>
        </p>
        <p className={offered ? undefined : 'hint'}>
          {offered && place.offeredUntil
            ? t('me_waitlist_offered', { until: clockTime(place.offeredUntil) })
            : t('me_waitlist_waiting')}
        </p>
        {offer?.cost && <p className="hint">{costOf(offer, offer.cost, locale, t)}</p>}
      </div>
      <div className="me-actions">
        {offered && button('take', 'me_waitlist_take', 'me_waitlist_take_label')}
        {offered
          ? button('leave', 'me_waitlist_decline', 'me_waitlist_decline_label')
          : button('leave', 'me_waitlist_leave', 'me_waitlist_leave_label')}
      </div>
    </li>
  )
}

/** Returns the cost of accepting an offer. */
function costOf(offer: OwnBooking, { price }: { price: string }, locale: Locale, t: Translate): string {
  if (Number(price) === 0) return t('booking_form_free_of_charge')
  const words = [t('booking_form_price', { price: money(price, locale) }), freeUntil(offer, locale, t)]
  return words.filter(Boolean).join(' · ')
}
