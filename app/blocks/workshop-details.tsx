import { useContext } from 'react'
import type { BlockTypes } from '../../contracts/blocks.ts'
import type { CourseDate } from '../../contracts/course.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { formatDateRange } from './course-dates.ts'
import { LiveText } from './live-text.tsx'
import { StoryCourse } from './story-resource.ts'
import { usePageData } from './page-data.tsx'

/** The next dates of a course; the number of free seats is filled in as live text. */
export function WorkshopDetails({ block }: { block: BlockTypes['workshop-details'] }) {
  const t = useTranslate()
  const locale = useLocale()
  const ofStory = useContext(StoryCourse)
  const { courses } = usePageData()
  const id = block.course ?? ofStory
  const course = courses.find((each) => each.id === id)
  if (!id) return null
  return (
    <section className="workshop-details" aria-label={t('block_workshop_dates')}>
      {course && course.dates.length > 0 ? (
        <ul className="dates">
          {course.dates.map((date) => (
            <DateLine key={date.id} date={date} />
          ))}
        </ul>
      ) : (
        <p className="hint">{t('block_workshop_no_dates')}</p>
      )}
      <p className="actions">
        <a
          className="button"
          href={course ? paths.event(locale, course.id, course.title[locale]) : paths.events(locale)}
        >
          {t(course && course.dates.length > 0 ? 'block_workshop_sign_up' : 'block_workshop_all_dates')}
        </a>
      </p>
    </section>
  )
}

function DateLine({ date }: { date: CourseDate }) {
  const { day, time } = formatDateRange(date, useLocale())
  return (
    <li>
      <time dateTime={date.fromDateTime}>
        <b>{day}</b> {time}
      </time>
      <LiveText of="date" id={date.id} field="seats" />
    </li>
  )
}
