import type { ReactNode } from 'react'
import type { CoursePlace } from '../../contracts/course-place.ts'
import { Link } from '../frame/link.tsx'
import { clockTime, longDay, money } from '../i18n/format.ts'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { type MessageKey, translate, useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { TicketDay, TicketTime } from './ticket.tsx'

interface PlaceTicketProps {
  place: CoursePlace
  /** Of its heading. */
  level?: 2 | 3 | undefined
  /** What can be done with it. */
  children: ReactNode
}

/** A place in a course: when it is, and how it stands. */
export function PlaceTicket({ place, level = 3, children }: PlaceTicketProps) {
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
          <TicketTime {...place} />
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
          <b>
            {t(place.isCalledOff ? 'place_called_off' : place.isUnpaid ? 'place_unpaid' : stateLabel[state])}
          </b>{' '}
          <Standing place={place} />
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
      {children}
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
    return t(place.isUnpaid ? 'place_unpaid_until' : 'place_offered_until', {
      until: momentText(place.offeredUntil, locale),
    })
  return null
}

/** A day and a time of the space. */
function momentText(local: string, locale: Locale): string {
  return translate(locale, 'place_moment', { day: longDay(local, locale), time: clockTime(local) })
}

/** What giving the place up costs, before anything is done: what comes back, and why. `refund` is null where nothing was paid. */
export function leavingRules(
  { state, price, cancellation, movedFrom, isSubstitute }: CoursePlace,
  locale: Locale,
): { refund: string | null; text: string } {
  const none = (key: MessageKey) => ({ refund: null, text: translate(locale, key) })
  if (state === 'waiting') return none('place_leave_list_text')
  if (state !== 'booked') return none('place_leave_text')
  if (!cancellation || Number(price) === 0) return none('place_cancel_free')
  const day = longDay(cancellation.freeUntil, locale, true)
  const refund = money(cancellation.refund, locale)
  if (isSubstitute) return { refund: null, text: translate(locale, 'place_cancel_payer', { refund }) }
  if (movedFrom) return { refund, text: translate(locale, 'place_cancel_moved') }
  const isLate = Number(cancellation.refund) < Number(price)
  return { refund, text: translate(locale, isLate ? 'place_cancel_late' : 'place_cancel_until', { day }) }
}

/** Labels of the button that gives a place up, and of the one that confirms it. */
export function leavingLabels(state: CoursePlace['state']): { ask: MessageKey; yes: MessageKey } {
  const ask = leaveLabel[state]
  return ask ? { ask, yes: ask } : { ask: 'place_cancel', yes: 'place_cancel_now' }
}

/** Shows the terms of an offered seat above its button (§ 312j (2) BGB); nothing for a free one. */
export function OfferTerms({ place: { price, cancellation } }: Pick<PlaceTicketProps, 'place'>) {
  const locale = useLocale()
  const t = useTranslate()
  if (Number(price) === 0) return null
  return (
    <p className="hint">
      {t('place_with_tax')}{' '}
      {cancellation && t('place_offer_until', { day: longDay(cancellation.freeUntil, locale, true) })}{' '}
      {t('place_no_withdrawal')}
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

/** Words for the state of a place. */
export const stateLabel = {
  held: 'place_held',
  waiting: 'me_course_waiting',
  offered: 'place_offered',
  booked: 'me_course_booked',
  attended: 'me_course_attended',
  missed: 'place_missed',
  cancelled: 'me_course_cancelled',
  ended: 'place_ended',
} as const satisfies Record<CoursePlace['state'], MessageKey>
