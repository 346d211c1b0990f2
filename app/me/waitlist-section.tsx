import { useEffect } from 'react'
import { errorMessage } from '../../clients/store-error.ts'
import type { OwnBooking, OwnWaitlistEntry } from '../../contracts/live.ts'
import { WriteFailed } from '../live/loaded.tsx'
import { useEntryChange, useOwnBookings, useWaitlist } from '../live/use-own-bookings.ts'
import { clockTime } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import { bookingTime } from '../i18n/booking-time.ts'
import { freeUntil, priceOf } from '../booking/own-booking.ts'
import { Ticket } from './ticket.tsx'

interface WaitlistProps {
  /** A change starts: earlier status texts are outdated. */
  onStart: () => void
  /** The change succeeded. The list may disappear, so the page takes the focus. */
  onDone: (status: string) => void
}

/** The waitlist entries of the member; offers can be accepted or declined. Nothing without entries. */
export function Waitlist({ onStart, onDone }: WaitlistProps) {
  const entries = useWaitlist()
  const locale = useLocale()
  const t = useTranslate()
  const { state, isBusy, submit } = useEntryChange()
  const failure = state.kind === 'failed' ? state.error : null
  const { data, refetch } = useOwnBookings({ enabled: !!entries?.length })
  const offerOf = (entry: OwnWaitlistEntry) => data?.data.find(({ id }) => id === entry.booking)
  // The bookings may have been loaded before an offer was made.
  const isNew = data !== undefined && !!entries?.some((entry) => entry.booking !== null && !offerOf(entry))
  useEffect(() => {
    if (isNew) void refetch()
  }, [isNew, refetch])
  if (!entries?.length && !failure) return null

  const change: OnChange = async (entry, action) => {
    if (isBusy) return
    onStart()
    const ended = await submit({ entry: entry.id, action })
    if (ended?.kind !== 'done') return
    const what = { machine: entry.resource.name, when: bookingTime(entry, locale, t) }
    onDone(t(action === 'accept' ? 'me_waitlist_taken' : 'me_waitlist_left', what))
  }
  return (
    <section aria-labelledby="bookings-waiting">
      <h2 id="bookings-waiting">{t('me_waitlist')}</h2>
      <div role="alert">
        {failure !== null && <WriteFailed title={t('me_waitlist_failed')} text={errorMessage(failure)} />}
      </div>
      <ul className="me-tickets">
        {entries?.map((entry) => (
          <Entry key={entry.id} entry={entry} offer={offerOf(entry)} pending={isBusy} onChange={change} />
        ))}
      </ul>
    </section>
  )
}

type EntryAction = 'accept' | 'leave'
type OnChange = (entry: OwnWaitlistEntry, action: EntryAction) => Promise<void>

interface EntryProps {
  entry: OwnWaitlistEntry
  /** The pending booking of the offer, once loaded. */
  offer: OwnBooking | undefined
  pending: boolean
  onChange: OnChange
}

function Entry({ entry, offer, pending, onChange }: EntryProps) {
  const locale = useLocale()
  const t = useTranslate()
  const when = bookingTime(entry, locale, t)
  const offered = entry.state === 'offered'
  const button = (action: EntryAction, key: MessageKey, label: MessageKey) => (
    <button
      type="button"
      className={action === 'accept' ? 'button' : 'button quiet'}
      aria-disabled={pending}
      aria-label={t(label, { machine: entry.resource.name, when })}
      onClick={() => void onChange(entry, action)}
    >
      {t(key)}
    </button>
  )
  return (
    <li>
      <Ticket
        {...entry}
        equipment={entry.resource.name}
        notes={[
          offered && entry.offeredUntil
            ? t('me_waitlist_offered', { until: clockTime(entry.offeredUntil) })
            : t('me_waitlist_waiting'),
          offer ? freeUntil(offer, locale, t) : '',
        ]}
        price={offer ? priceOf(offer, locale, t) : null}
        isUrgent={offered}
      >
        {offered && button('accept', 'me_waitlist_take', 'me_waitlist_take_label')}
        {offered
          ? button('leave', 'me_waitlist_decline', 'me_waitlist_decline_label')
          : button('leave', 'me_waitlist_leave', 'me_waitlist_leave_label')}
      </Ticket>
    </li>
  )
}
