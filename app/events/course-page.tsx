import { Fragment } from 'react'
import { AssetFigure, SiteAddress } from '../blocks/picture.tsx'
import { Breadcrumb } from '../blocks/breadcrumb.tsx'
import { entryOf } from '../blocks/page-data.tsx'
import { RichText } from '../blocks/richtext.tsx'
import { TitleRows } from '../blocks/sheet.tsx'
import type { Course, CourseDate } from '../../contracts/course.ts'
import { isOpenToGuests } from '../../rules/guests.ts'
import { longDay, shortDay } from '../i18n/format.ts'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { translate, useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { courseThings } from '../seo/course-json-ld.ts'
import { JsonLd } from '../seo/json-ld.tsx'
import { breadcrumbs, plain, type Thing } from '../seo/things.ts'
import { calledOff, comingEntries } from './event-filter.ts'
import {
  daysText,
  durationText,
  pricesText,
  hoursText,
  kindLabel,
  languageLabel,
  minimumText,
  movedText,
  nextFree,
  nextFreeText,
} from './event-words.ts'
import { Seats } from './events-list.tsx'
import type { Courses } from './load-courses.server.ts'

interface Named {
  name: string
  href: string | null
}

export interface CourseView {
  course: Course
  courses: Courses
  /** Page of its trainer, when there is one. */
  trainer: { name: string; href: string } | null
  /** The equipment that it unlocks, with its page when there is one. */
  unlocks: Named[]
  /** The trainings that somebody needs first, with the course or the instruction that gives each. */
  needs: Named[]
  publicUrl: string
}

/** One course: its dates with seats, and its description. */
export function CoursePage({ course, courses, trainer, unlocks, needs, publicUrl }: CourseView) {
  const t = useTranslate()
  const locale = useLocale()
  const title = course.title[locale]
  const story = courses.stories.get(course.id)
  const dates = comingEntries([course], courses.now).map(({ date }) => date)
  const off = calledOff(course, courses.now)
  return (
    <article className="course">
      <Breadcrumb steps={[{ label: t('events_title'), href: paths.page(locale, 'events') }]} here={title} />
      <header className="events-head">
        <h1>{story && plain(story.content.title) === title ? story.content.title : title}</h1>
        {story?.content.summary && <p className="lead">{story.content.summary}</p>}
      </header>
      <div className="course-columns">
        <section aria-labelledby="dates">
          <h2 id="dates">{t('events_dates')}</h2>
          {dates.length > 0 ? (
            <Dates course={course} dates={dates} />
          ) : (
            <p>
              {t('events_no_dates')}{' '}
              <a href={paths.page(locale, 'events')}>{t('block_workshop_all_dates')}</a>
            </p>
          )}
          <p>{`${t('place_rules')}: ${cancelText(course, locale)}`}</p>
          <p>
            <a href={paths.eventNews(locale, course.id, title)}>{t('events_news')}</a>
          </p>
          {off.length > 0 && (
            <p>
              {t('events_called_off', {
                days: off.map((date) => daysText(date, locale, (day) => longDay(day, locale))).join('; '),
              })}
            </p>
          )}
        </section>
        <aside className="course-block" aria-label={t('events_facts')}>
          {story && (
            <SiteAddress value={publicUrl}>
              <AssetFigure asset={story.content.drawing} thumbnail />
            </SiteAddress>
          )}
          <Facts {...{ course, courses, trainer, unlocks, needs, dates }} />
          {story && (
            <p className="actions">
              <a className="button quiet" href={story.addresses[locale]}>
                {t(course.kind === 'event' ? 'events_more_event' : 'events_more')}
              </a>
            </p>
          )}
        </aside>
      </div>
      {story && story.content.learn.content.length > 0 && (
        <section className="course-learn">
          <h2>{t('block_workshop_learn')}</h2>
          <RichText text={story.content.learn} />
        </section>
      )}
      <JsonLd things={thingsOf({ course, courses, unlocks, needs, publicUrl }, [...dates, ...off], locale)} />
    </article>
  )
}

function thingsOf(
  { course, courses, unlocks, needs, publicUrl }: Omit<CourseView, 'trainer'>,
  dates: CourseDate[],
  locale: Locale,
): Thing[] {
  const { space, address, grades, stories } = courses
  const story = stories.get(course.id)
  const name = course.title[locale]
  const above = [{ label: translate(locale, 'events_title'), href: paths.page(locale, 'events') }]
  return [
    ...courseThings({
      course,
      dates,
      name,
      description: story?.content.summary || name,
      sharedAs: story?.addresses[locale] ?? paths.home(locale),
      level: entryOf(grades, course.grade) ?? '',
      needs: needs.map((need) => need.name),
      unlocks: unlocks.map((machine) => machine.name),
      seats: true,
      site: { publicUrl, space, address },
      locale,
    }),
    breadcrumbs(above, name, publicUrl + paths.event(locale, course.id, name), publicUrl),
  ]
}

function Dates({ course, dates }: { course: Course; dates: CourseDate[] }) {
  const t = useTranslate()
  return (
    <table className="event-table course-dates">
      <thead>
        <tr>
          <th scope="col">{t('events_column_date')}</th>
          <th scope="col">{t('events_column_seats')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('events_column_sign_up')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {dates.map((date) => (
          <DateRow
            key={date.id}
            course={course}
            date={date}
            isFirst={date === dates.find(({ freeSeats }) => freeSeats > 0)}
            next={nextFree(dates, date)}
          />
        ))}
      </tbody>
    </table>
  )
}

function Sessions({ sessions }: Pick<CourseDate, 'sessions'>) {
  const locale = useLocale()
  return sessions.map((session) => (
    <small key={session.id}>
      {shortDay(session.fromDateTime, locale)} {hoursText(session, locale)}
    </small>
  ))
}

interface DateRowProps {
  course: Course
  date: CourseDate
  /** The next date with a seat: the primary action of the page. */
  isFirst: boolean
  /** The next date with a seat after this one. */
  next: CourseDate | undefined
}

function DateRow({ course, date, isFirst, next }: DateRowProps) {
  const t = useTranslate()
  const locale = useLocale()
  const day = daysText(date, locale, (one) => longDay(one, locale, true))
  const minimum = minimumText(date, locale)
  const spoken = t('events_in_language', { language: t(languageLabel[date.language]) })
  return (
    <tr id={`d${date.id}`}>
      <th scope="row" className="when">
        <time dateTime={date.fromDateTime}>
          <b>{day}</b> {hoursText(date, locale)}
        </time>
        {date.movedFrom && <small>{movedText(date.movedFrom, locale)}</small>}
        <small>{[date.place[locale], spoken].filter(Boolean).join(' · ')}</small>
        {date.sessions.length > 1 && <Sessions sessions={date.sessions} />}
        {minimum && <small>{minimum}</small>}
      </th>
      <td className="seats">
        <Seats id={date.id} freeSeats={date.freeSeats} />
      </td>
      <td className="steps">
        <p className="actions">
          <a
            className={isFirst ? 'button' : 'button quiet'}
            href={paths.eventSignUp(locale, course.id, course.title[locale], date.id)}
          >
            {t(date.freeSeats > 0 ? 'events_sign_up' : 'place_join_list')}{' '}
            <span className="visually-hidden">{day}</span>
          </a>
          {isOpenToGuests(course) && (
            <a
              className="date-link"
              href={paths.eventGuest(locale, course.id, course.title[locale], date.id)}
            >
              {t('guest_link')} <span className="visually-hidden">{day}</span>
            </a>
          )}
          {date.freeSeats === 0 && <NextFree next={next} />}
          <a className="date-link" href={paths.eventCalendar(locale, course.id, date.id)} download>
            {t('events_calendar')} <span className="visually-hidden">{day}</span>
          </a>
        </p>
      </td>
    </tr>
  )
}

/** Leads from a full date to the row of the next one with a seat. */
function NextFree({ next }: Pick<DateRowProps, 'next'>) {
  const locale = useLocale()
  const text = nextFreeText(next, locale)
  return next ? (
    <a className="date-link" href={`#d${next.id}`}>
      {text}
    </a>
  ) : (
    <span className="date-link">{text}</span>
  )
}

function Facts({
  course,
  courses,
  trainer,
  unlocks,
  needs,
  dates,
}: Omit<CourseView, 'publicUrl'> & { dates: CourseDate[] }) {
  const t = useTranslate()
  const locale = useLocale()
  const [next] = dates
  const story = courses.stories.get(course.id)
  return (
    <TitleRows
      rows={[
        [t('events_filter_kind'), t(kindLabel[course.kind])],
        [t('events_unlocks'), unlocks.length > 0 && <Links to={unlocks} />],
        [t('events_needs'), needs.length > 0 && <Links to={needs} />],
        [t('block_workshop_grade'), entryOf(courses.grades, course.grade)],
        [t('block_workshop_price'), pricesText(course, locale)],
        [
          t('block_workshop_duration'),
          story?.content.duration || (next && durationText(next, courses.space.zone, locale)),
        ],
        [t('block_workshop_trainer'), trainer ? <a href={trainer.href}>{trainer.name}</a> : course.trainer],
      ]}
    />
  )
}

/** What cancelling a place costs. */
function cancelText({ price, freeCancelDays: days, lateRefundPercent: percent }: Course, locale: Locale) {
  if (Number(price) === 0 || days === 0) return translate(locale, 'place_rules_free')
  const free = translate(locale, days === 1 ? 'events_cancel_until_day' : 'events_cancel_until', {
    days: String(days),
  })
  const late = translate(locale, percent > 0 ? 'place_rules_part' : 'place_rules_nothing', {
    percent: String(percent),
  })
  return `${free} ${late}`
}

function Links({ to }: { to: Named[] }) {
  return to.map(({ name, href }, index) => (
    <Fragment key={name}>
      {index > 0 && ', '}
      {href ? <a href={href}>{name}</a> : name}
    </Fragment>
  ))
}
