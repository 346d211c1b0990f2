import { lazy, Suspense } from 'react'
import { errorMessage } from '../../clients/store-error.ts'
import type { CoursePlace } from '../../contracts/course-place.ts'
import { Link } from '../frame/link.tsx'
import { bookingTime } from '../i18n/booking-time.ts'
import { clockTime, longDay, money } from '../i18n/format.ts'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { type MessageKey, translate, useTranslate } from '../i18n/messages.ts'
import { WriteFailed } from '../live/loaded.tsx'
import * as paths from '../paths.ts'
import { CertificateButton } from './certificate-button.tsx'
import { TicketDay } from './ticket.tsx'
import { usePlaceSteps } from './use-places.ts'

/** Loaded with the places: other screens of the member area need no form. */
const SubstituteForm = lazy(() =>
  import('./substitute-form.tsx').then((module) => ({ default: module.SubstituteForm })),
)

interface PlaceCardProps {
  place: CoursePlace
  /** Of its heading. */
  level?: 2 | 3
  /** YYYY-MM-DD at the space; on the days of the course its people check in. */
  today?: string
  /** The place was given to somebody; without it none can be given. */
  onGiven?: (name: string) => void
}

/** A place in a course: when it is, how it stands, and what can be done with it. */
export function PlaceCard({ place, level = 3, today = '', onGiven }: PlaceCardProps) {
  const locale = useLocale()
  const t = useTranslate()
  const Heading = level === 2 ? 'h2' : 'h3'
  const { state, title, party, companions, price, fromDateTime } = place
  const isFree = Number(price) === 0
  return (
    <div
      className="ticket own-place"
      data-urgent={state === 'offered' || state === 'held' || undefined}
      data-over={isOver(place) || undefined}
    >
      <TicketDay dateTime={fromDateTime} />
      <div className="ticket-what">
        <Heading>
          <Link to={paths.event(locale, place.courseId, title[locale])}>{title[locale]}</Link>
        </Heading>
        <p>
          <time dateTime={fromDateTime}>{bookingTime(place, locale, t)}</time>
        </p>
        {place.movedFrom && !isOver(place) && (
          <p className="hint">{t('place_moved', { former: momentText(place.movedFrom, locale) })}</p>
        )}
        <p className="hint">
          {[place.place[locale], party > 1 ? t('place_party', { count: party }) : '', companions.join(', ')]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p role="status">
          <b>{t(place.isCalledOff ? 'place_called_off' : stateLabel[state])}</b> <Standing place={place} />
        </p>
      </div>
      {!isFree && (
        <p className="ticket-price">
          <span className="caption">{t('me_ticket_price')}</span>
          <b>{money(price, locale)}</b>
          {Number(place.refund) > 0 && (
            <span className="hint">{t('place_refunded', { refund: money(place.refund, locale) })}</span>
          )}
        </p>
      )}
      <Steps place={place} today={today} onGiven={onGiven} />
    </div>
  )
}

/** A sentence beside the state. */
function Standing({ place }: { place: CoursePlace }) {
  const locale = useLocale()
  const t = useTranslate()
  if (place.state === 'held')
    return place.payUrl && place.heldUntil
      ? t('place_held_until', { time: clockTime(place.heldUntil) })
      : t('place_paying')
  if (place.state === 'waiting' && place.position !== null)
    return t('place_position', { position: place.position })
  if (place.state === 'offered' && place.offeredUntil)
    return t('place_offered_until', { until: momentText(place.offeredUntil, locale) })
  return null
}

function Steps({ place, today, onGiven }: Pick<PlaceCardProps, 'place' | 'onGiven'> & { today: string }) {
  const locale = useLocale()
  const t = useTranslate()
  const { state, payUrl, courseId, dateId, price } = place
  const { accepting, leaving } = usePlaceSteps(place)
  const isRunning = place.fromDateTime.slice(0, 10) <= today && today <= place.untilDateTime.slice(0, 10)
  const isBusy = accepting.isPending || leaving.isPending
  const error = accepting.error ?? leaving.error
  return (
    <div className="me-actions place-steps">
      <div role="alert">{error && <WriteFailed title={t('place_failed')} text={errorMessage(error)} />}</div>
      {state === 'held' && payUrl && (
        <a className="button" href={payUrl}>
          {t('place_pay')}
        </a>
      )}
      {state === 'offered' && (
        <>
          {Number(price) > 0 && <p className="hint">{t('place_no_withdrawal')}</p>}
          <button
            type="button"
            className="button"
            aria-disabled={isBusy}
            onClick={() => !isBusy && accepting.mutate()}
          >
            {t(Number(price) > 0 ? 'place_order' : 'place_accept')}
          </button>
        </>
      )}
      {(state === 'booked' || state === 'held') && (
        <a className="button quiet" href={paths.eventCalendar(locale, courseId, dateId)} download>
          {t('events_calendar')}
        </a>
      )}
      {state === 'booked' && isRunning && (
        <Link className="button" to={paths.page(locale, `check-in/course/${dateId}`)}>
          {t('course_check_in_action')}
        </Link>
      )}
      {place.hasCertificate && (
        <CertificateButton title={place.title[locale]} load={(client) => client.placeCertificate(place.id)} />
      )}
      {state === 'booked' && place.cancellation && onGiven && (
        <Suspense>
          <SubstituteForm place={place} onGiven={onGiven} />
        </Suspense>
      )}
      {place.cancellation && (
        <details className="place-leave">
          <summary>{t(leaveLabel[state] ?? 'place_cancel')}</summary>
          <LeavingRules place={place} />
          <button
            type="button"
            className="button quiet"
            aria-disabled={isBusy}
            onClick={() => !isBusy && leaving.mutate()}
          >
            {t(state === 'booked' ? 'place_cancel_now' : 'place_leave_now')}
          </button>
        </details>
      )}
    </div>
  )
}

/** A day and a time of the space. */
function momentText(local: string, locale: Locale): string {
  return translate(locale, 'place_moment', { day: longDay(local, locale), time: clockTime(local) })
}

/** What giving the place up costs, before anything is done. */
function LeavingRules({
  place: { state, price, cancellation, movedFrom, isSubstitute },
}: {
  place: CoursePlace
}) {
  const locale = useLocale()
  const t = useTranslate()
  if (state !== 'booked') return <p>{t('place_leave_text')}</p>
  if (!cancellation || Number(price) === 0) return <p>{t('place_cancel_free')}</p>
  const day = longDay(cancellation.freeUntil, locale, true)
  const refund = money(cancellation.refund, locale)
  if (isSubstitute) return <p>{t('place_cancel_payer', { refund })}</p>
  if (movedFrom) return <p>{t('place_cancel_moved', { refund })}</p>
  const isLate = Number(cancellation.refund) < Number(price)
  return (
    <p>
      {t('place_cancel_refund', { refund })}{' '}
      {isLate ? t('place_cancel_late', { day }) : t('place_cancel_until', { day })}
    </p>
  )
}

/** Whether nothing more happens with a place. */
export function isOver({ state, isCalledOff }: CoursePlace): boolean {
  return isCalledOff || ['attended', 'missed', 'cancelled', 'ended'].includes(state)
}

const leaveLabel: Partial<Record<CoursePlace['state'], MessageKey>> = {
  held: 'place_give_up',
  waiting: 'place_leave_list',
  offered: 'place_decline',
}

const stateLabel = {
  held: 'place_held',
  waiting: 'me_course_waiting',
  offered: 'place_offered',
  booked: 'me_course_booked',
  attended: 'me_course_attended',
  missed: 'place_missed',
  cancelled: 'me_course_cancelled',
  ended: 'place_ended',
} as const satisfies Record<CoursePlace['state'], MessageKey>
