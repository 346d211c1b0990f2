import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../clients/store-error.ts'
import type { OwnWaitlistEntry } from '../../contracts/live.ts'
import { Link } from '../frame/link.tsx'
import { bookingTime } from '../i18n/booking-time.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { useEntryChange } from '../live/use-own-bookings.ts'
import * as paths from '../paths.ts'

/** Offers are rare: no part of the first load. */
const Offer = lazy(() => import('./offer.tsx'))

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
        <Suspense>
          {offers.map((offer) => (
            <Offer key={offer.id} offer={offer} isBusy={isBusy} onAnswer={answer} />
          ))}
        </Suspense>
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
