import { lazy, Suspense, useState } from 'react'
import { errorMessage } from '../../clients/store-error.ts'
import type { CoursePlace } from '../../contracts/course-place.ts'
import { Link } from '../frame/link.tsx'
import { money } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { WriteFailed } from '../live/loaded.tsx'
import * as paths from '../paths.ts'
import { CertificateButton } from './certificate-button.tsx'
import { PlaceLeaving } from './place-leaving.tsx'
import { OfferTerms, PlaceTicket } from './place-ticket.tsx'
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
export function PlaceCard({ place, level, today = '', onGiven }: PlaceCardProps) {
  return (
    <PlaceTicket place={place} level={level}>
      <Steps place={place} today={today} onGiven={onGiven} />
    </PlaceTicket>
  )
}

function Steps({ place, today, onGiven }: Pick<PlaceCardProps, 'place' | 'onGiven'> & { today: string }) {
  const locale = useLocale()
  const t = useTranslate()
  const { state, payUrl, courseId, dateId, price } = place
  const { accepting, leaving } = usePlaceSteps(place)
  const isRunning = place.fromDateTime.slice(0, 10) <= today && today <= place.untilDateTime.slice(0, 10)
  const isBusy = accepting.isPending || leaving.isPending
  const [asks, setAsks] = useState(false)
  // The question shows its own failure, while it is open.
  const error = accepting.error ?? (asks && place.cancellation ? null : leaving.error)
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
          <OfferTerms place={place} />
          <button
            type="button"
            className="button"
            aria-disabled={isBusy}
            onClick={() => !isBusy && accepting.mutate()}
          >
            {t(Number(price) > 0 ? 'place_order' : 'place_accept', { price: money(price, locale) })}
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
      {state === 'booked' &&
        place.cancellation &&
        onGiven &&
        (place.isPaying ? (
          <p className="hint">{t('place_substitute_unpaid')}</p>
        ) : (
          <Suspense
            fallback={
              <span className="button quiet" aria-hidden="true">
                {t('place_substitute')}
              </span>
            }
          >
            <SubstituteForm place={place} onGiven={onGiven} />
          </Suspense>
        ))}
      {place.cancellation && (
        <PlaceLeaving place={place} leaving={leaving} asks={asks} onAsk={setAsks} isBusy={isBusy} />
      )}
    </div>
  )
}
