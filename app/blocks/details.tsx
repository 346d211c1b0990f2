import { createContext, useContext } from 'react'
import type { BlockTypes } from '../../contracts/blocks.ts'
import type { Course, CourseDate } from '../../contracts/course.ts'
import { daysText, hoursText, movedText } from '../events/event-words.ts'
import { clockTime, longDay, shortDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { LiveText } from './live-text.tsx'
import { usePageData } from './page-data.tsx'

/** Id of the equipment that the story is about, in the workshop system; null on other pages. */
export const StoryResource = createContext<number | null>(null)

/** Id of the course that the story is about; null on other pages. */
export const StoryCourse = createContext<number | null>(null)

/** The live state of equipment and a link to book it. Rows without a value are kept, so that nothing shifts. */
export function MachineDetails({ block }: { block: BlockTypes['machine-details'] }) {
  const t = useTranslate()
  const locale = useLocale()
  const ofStory = useContext(StoryResource)
  const resource = block.resource ?? ofStory
  if (!resource) return null
  return (
    <section className="machine-details" aria-label={t('block_machine_now')}>
      <dl className="title-rows live-facts">
        {rows.map(([label, field]) => (
          <div key={field}>
            <dt>{t(label)}</dt>
            <dd className={field === 'status' ? 'live-status' : undefined}>
              <LiveText of="equipment" id={resource} field={field}>
                {t('block_pending')}
              </LiveText>
            </dd>
          </div>
        ))}
        <TrainingRow resource={resource} />
      </dl>
      <p className="actions">
        <a className="button" href={paths.booking(locale, resource)}>
          <LiveText of="equipment" id={resource} field="action">
            {t('block_machine_book')}
          </LiveText>
        </a>
      </p>
      <p className="hint live-missing">{t('block_machine_live_missing')}</p>
    </section>
  )
}

/** When the training for equipment is given next, and where to sign up. */
function TrainingRow({ resource }: { resource: number }) {
  const t = useTranslate()
  const locale = useLocale()
  const training = usePageData().trainings[resource]
  if (!training || (training.dates.length === 0 && !training.email)) return null
  return (
    <div className="training-row">
      <dt>{t('block_machine_training_next')}</dt>
      <dd>
        {training.dates.length === 0 && (
          <>
            {t('events_training_none')} <a href={`mailto:${training.email}`}>{training.email}</a>
          </>
        )}
        {training.dates.map(({ id, course, fromDateTime, href }) => (
          <p key={id}>
            <a href={href}>
              {t('block_machine_training_date', {
                day: shortDay(fromDateTime, locale),
                time: clockTime(fromDateTime),
              })}
              <span className="visually-hidden">: {course}</span>
            </a>{' '}
            <LiveText of="date" id={id} field="seats" />
          </p>
        ))}
      </dd>
    </div>
  )
}

const rows = [
  ['block_machine_state', 'status'],
  ['block_machine_next_free', 'nextFree'],
  ['block_machine_price', 'price'],
  ['block_machine_training', 'training'],
] as const satisfies [MessageKey, string][]

/** The next dates of a course, each with the way to a place; free seats are filled in as live text. */
export function WorkshopDetails({ block }: { block: BlockTypes['workshop-details'] }) {
  const t = useTranslate()
  const locale = useLocale()
  const ofStory = useContext(StoryCourse)
  const { courses } = usePageData()
  const id = block.course ?? ofStory
  if (!id) return null
  const course = courses.find((each) => each.id === id)
  return (
    <section className="workshop-details" id="dates" aria-label={t('block_workshop_dates')}>
      <h2>{t('block_workshop_dates')}</h2>
      {course && course.dates.length > 0 ? (
        <>
          <ul className="dates">
            {course.dates.map((date) => (
              <DateLine key={date.id} course={course} date={date} />
            ))}
          </ul>
        </>
      ) : (
        <p className="hint">{t('block_workshop_no_dates')}</p>
      )}
      <p className="actions">
        <a
          className="button quiet"
          href={course ? paths.event(locale, course.id, course.title[locale]) : paths.page(locale, 'events')}
        >
          {t('block_workshop_all_dates')}
        </a>
      </p>
    </section>
  )
}

/** One date. A full one leads to the next with a seat; without scripts all lead to the list that states seats (blocks/pages.css). */
function DateLine({ course, date }: { course: Course; date: CourseDate }) {
  const t = useTranslate()
  const locale = useLocale()
  const title = course.title[locale]
  const day = longDay(date.fromDateTime, locale)
  const ofDay = <span className="visually-hidden"> {day}</span>
  return (
    <li>
      <time dateTime={date.fromDateTime}>
        <b>{daysText(date, locale, () => day)}</b> {hoursText(date, locale)}
        {date.movedFrom && <small> {movedText(date.movedFrom, locale)}</small>}
      </time>
      <LiveText of="date" id={date.id} field="seats" />
      <p className="actions">
        <a className="button ask" href={paths.eventSignUp(locale, course.id, title, date.id)}>
          {t('events_sign_up')}
          {ofDay}
        </a>
        <a className="next-free" href={paths.event(locale, course.id, title)}>
          <LiveText of="date" id={date.id} field="nextFree">
            {t('block_workshop_all_dates')}
          </LiveText>
        </a>
        <a className="date-link" href={paths.eventCalendar(locale, course.id, date.id)} download>
          {t('events_calendar')}
          {ofDay}
        </a>
      </p>
    </li>
  )
}
