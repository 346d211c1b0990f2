import type { Course, CourseDate } from '../../../contracts/course.ts'
import type { PlaceState } from '../../../contracts/course-place.ts'
import { pricesText, seatsText } from '../../events/event-words.ts'
import { Link } from '../../frame/link.tsx'
import { bookingTime } from '../../i18n/booking-time.ts'
import { clockTime, longDay } from '../../i18n/format.ts'
import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { languageLabel } from '../../i18n/spoken-language.ts'
import { stateLabel } from '../../me/place-ticket.tsx'

interface PlaceDatesProps {
  course: Course
  /** Those on which people can sign up. */
  dates: CourseDate[]
  /** The address names a date that is not among them. */
  isClosed: boolean
  hrefOf: (dateId: number) => string
  /** How the places of the account stand, by date. */
  own?: ReadonlyMap<number, PlaceState>
}

/** Lists the dates of a course to choose from; one on which the account has a place says so. */
export function PlaceDates({ course, dates, isClosed, hrefOf, own }: PlaceDatesProps) {
  const t = useTranslate()
  const locale = useLocale()
  const notices = [isClosed && t('place_date_closed'), dates.length === 0 && t('events_no_dates')]
  return (
    <>
      {notices.some(Boolean) && <p className="notice">{notices.filter(Boolean).join(' ')}</p>}
      <ul className="place-dates">
        {dates.map((date) => {
          const state = own?.get(date.id)
          const spoken = t('events_in_language', { language: t(languageLabel[date.language]) })
          return (
            <li key={date.id}>
              <Link to={hrefOf(date.id)}>
                <When {...date} />
              </Link>
              <span className="line hint">
                {spoken} ·{' '}
                {state ? (
                  <b>{t(stateLabel[state])}</b>
                ) : (
                  `${seatsText(date.freeSeats, locale)} · ${pricesText(course, locale)}`
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** Shows what `bookingTime` says; the hours of one day stay on one line. */
function When({ fromDateTime, untilDateTime }: CourseDate) {
  const t = useTranslate()
  const locale = useLocale()
  if (fromDateTime.slice(0, 10) !== untilDateTime.slice(0, 10))
    return bookingTime({ fromDateTime, untilDateTime }, locale, t)
  const hours = { from: clockTime(fromDateTime), until: clockTime(untilDateTime) }
  return (
    <>
      {longDay(fromDateTime, locale, true)}, <span className="hours">{t('block_workshop_times', hours)}</span>
    </>
  )
}
