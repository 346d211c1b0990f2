import type { Course, CourseDate } from '../../contracts/course.ts'
import type { CoursePlace } from '../../contracts/course-place.ts'
import { EquipmentDrawing } from '../booking/equipment-drawing.tsx'
import { bookingTime } from '../i18n/booking-time.ts'
import { clockTime, shortDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'

interface PlaceHeadProps {
  course: Course
  date: CourseDate | null
  /** Address of the course's drawing; null = it has none. */
  drawing: string | null
  /** The place that the visitor has there. */
  place?: CoursePlace | null | undefined
}

function headingOf({ date, place }: Pick<PlaceHeadProps, 'date' | 'place'>): MessageKey {
  if (!date) return 'place_heading_dates'
  if (place ? place.state === 'waiting' : date.freeSeats === 0) return 'place_heading_list'
  if (!place) return 'place_heading'
  return place.state === 'booked' ? 'place_heading_booked' : 'place_heading_own'
}

/** What somebody signs up for: the course with its drawing and the date, with a line for each session of several. */
export function PlaceHead({ course, date, drawing, place }: PlaceHeadProps) {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <header className="place-head">
      <EquipmentDrawing drawing={drawing} />
      <div>
        <h1>{t(headingOf({ date, place }), { title: course.title[locale] })}</h1>
        {!date && <p className="lead">{course.title[locale]}</p>}
        {date && date.sessions.length > 1 ? (
          <ul>
            {date.sessions.map(({ id, fromDateTime, untilDateTime }) => (
              <li key={id}>
                {shortDay(fromDateTime, locale)}{' '}
                {t('block_workshop_times', {
                  from: clockTime(fromDateTime),
                  until: clockTime(untilDateTime),
                })}
              </li>
            ))}
          </ul>
        ) : (
          date && <p className="lead">{bookingTime(date, locale, t)}</p>
        )}
      </div>
    </header>
  )
}
