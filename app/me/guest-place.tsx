import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { Course, CourseDate } from '../../contracts/course.ts'
import type { CoursePlace } from '../../contracts/course-place.ts'
import type { GuestPlace } from '../../contracts/guest-place.ts'
import { toCents } from '../../rules/money.ts'
import { Link } from '../frame/link.tsx'
import { money } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { isOver, leavingLabels, leavingRules, OfferTerms, PlaceTicket } from './place-ticket.tsx'
import { SignUpSummary } from './sign-up-summary.tsx'
import { WaitingNote } from './waiting-note.tsx'
import * as paths from '../paths.ts'

interface GuestSignUpViewProps {
  signUp: NonNullable<GuestPlace['signUp']> & { course: Course; date: CourseDate; freeUntil: string | null }
}

/** Everything once more, and the one button that takes the seat. */
export function GuestSignUpView({ signUp }: GuestSignUpViewProps) {
  const { course, date, party, price, taxPercent, isFull, freeUntil } = signUp
  const t = useTranslate()
  const locale = useLocale()
  const isPaid = Number(price) > 0
  return (
    <>
      <p className="lead">{t(isFull ? 'guest_complete_list' : 'guest_complete_lead')}</p>
      {isFull && <WaitingNote date={date} party={party} isPaid={isPaid} />}
      <SignUpSummary {...{ course, date, party, taxPercent, freeUntil, isFull }} cents={toCents(price)} />
      <p>
        {t('guest_terms')} <Link to={paths.terms(locale)}>{t('order_terms_link')}</Link>
      </p>
      <Step name="take" seen={{ price }}>
        <button type="submit" className="button">
          {t(isFull ? 'place_join_list' : isPaid ? 'place_order' : 'place_book', {
            price: money(price, locale),
          })}
        </button>
      </Step>
      {isPaid && !isFull && <p className="hint">{t('guest_hold_hint')}</p>}
    </>
  )
}

/** A guest's place, and what can be done with it. */
export function GuestPlaceView({ place }: { place: CoursePlace }) {
  const { state, payUrl, price, cancellation, courseId, dateId } = place
  const t = useTranslate()
  const locale = useLocale()
  const isPaid = Number(price) > 0
  return (
    <>
      <PlaceTicket place={place} level={2}>
        <div className="me-actions place-steps">
          {state === 'held' && payUrl && (
            <a className="button" href={payUrl}>
              {t('place_pay')}
            </a>
          )}
          {state === 'offered' && (
            <Step name="accept">
              <OfferTerms place={place} />
              <button type="submit" className="button">
                {t(isPaid ? 'place_order' : 'place_accept', { price: money(price, locale) })}
              </button>
            </Step>
          )}
          {(state === 'booked' || state === 'held') && (
            <a className="button quiet" href={paths.eventCalendar(locale, courseId, dateId)} download>
              {t('events_calendar')}
            </a>
          )}
          {cancellation && <GuestLeaving place={place} />}
        </div>
      </PlaceTicket>
      <p className="hint">{t('guest_place_hint')}</p>
      {isOver(place) && (
        <p className="place-other">
          <Link className="button" to={paths.event(locale, courseId, place.title[locale])}>
            {t('place_other_dates')}
          </Link>
        </p>
      )}
    </>
  )
}

/** Gives the place up: a fold asks first, also without JavaScript, with the words of the members' question. */
function GuestLeaving({ place }: { place: CoursePlace }) {
  const t = useTranslate()
  const locale = useLocale()
  const { state, cancellation } = place
  const { ask, yes } = leavingLabels(state)
  const { refund, text } = leavingRules(place, locale)
  return (
    <details className="place-leave">
      <summary className="button plain">{t(ask)}</summary>
      {refund !== null && (
        <p>
          {t('place_cancel_back')} <b className="confirm-amount">{refund}</b>
        </p>
      )}
      <p>{text}</p>
      <Step name="leave" seen={{ refund: state === 'booked' ? (cancellation?.refund ?? '0.00') : '0.00' }}>
        <button type="submit" className="button destructive">
          {t(yes)}
        </button>
      </Step>
    </details>
  )
}

/** A button with what the page showed; the answer is a whole document. */
function Step({
  name,
  seen = {},
  children,
}: {
  name: 'take' | 'accept' | 'leave'
  seen?: Record<string, string>
  children: ReactNode
}) {
  return (
    <Form method="post" reloadDocument>
      <input type="hidden" name="do" value={name} />
      {Object.entries(seen).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {children}
    </Form>
  )
}
