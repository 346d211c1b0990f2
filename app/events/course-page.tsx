import { Fragment } from 'react'
import { BlockList } from '../blocks/blocks.tsx'
import { Breadcrumb } from '../blocks/breadcrumb.tsx'
import type { LoadedPage } from '../blocks/load-page.ts'
import { entryOf, PageDataProvider } from '../blocks/page-data.tsx'
import { SiteAddress } from '../blocks/picture.tsx'
import { type TitleRow, TitleRows } from '../blocks/sheet.tsx'
import { StoryHead, WorkshopLearn, WorkshopSheet } from '../blocks/story-root.tsx'
import type { Course, CourseDate } from '../../contracts/course.ts'
import type { ContentTypes } from '../../contracts/story.ts'
import { isSignUpOpen } from '../../rules/course-place.ts'
import { isOpenToGuests } from '../../rules/guests.ts'
import { ageText } from '../i18n/course-age.ts'
import { longDay, shortDay } from '../i18n/format.ts'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { type MessageKey, translate, useTranslate } from '../i18n/messages.ts'
import { languageLabel } from '../i18n/spoken-language.ts'
import * as paths from '../paths.ts'
import { courseThings } from '../seo/course-json-ld.ts'
import { answers, JsonLd } from '../seo/json-ld.tsx'
import { breadcrumbs, plain, type Thing } from '../seo/things.ts'
import { calledOff, comingEntries } from './event-filter.ts'
import {
  daysText,
  durationText,
  pricesText,
  hoursText,
  kindLabel,
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
  /** The pages above it, from the home page down. */
  above: { label: string; href: string }[]
  /** Page of its trainer, when there is one. */
  trainer: { name: string; href: string } | null
  /** The equipment that it unlocks, with its page when there is one. */
  unlocks: Named[]
  /** The trainings that somebody needs first, with the course or the instruction that gives each. */
  needs: Named[]
  /** The story about it, with what its blocks need; null without one. */
  story: LoadedPage | null
  publicUrl: string
}

/** One course: what its story says and draws, and its dates with seats. */
export function CoursePage(view: CourseView) {
  const { story, publicUrl } = view
  if (story?.content.component !== 'workshop') return <WithoutStory {...view} />
  return (
    <SiteAddress value={publicUrl}>
      <PageDataProvider data={story}>
        <WithStory {...view} content={story.content} />
      </PageDataProvider>
    </SiteAddress>
  )
}

/** The drawing sheet with the facts, the dates, then the blocks of the editors. */
function WithStory({ content, ...view }: CourseView & { content: ContentTypes['workshop'] }) {
  const locale = useLocale()
  const { summary, learn, body, audience } = content
  const title = view.course.title[locale]
  return (
    <article className="story workshop course" data-audience={audience || undefined}>
      <Breadcrumb steps={view.above} here={title} />
      {/* The story's title knows where it may break. */}
      <StoryHead content={{ title: plain(content.title) === title ? content.title : title, summary }} />
      <WorkshopSheet content={content} rows={factsOf(view, locale)} />
      <Dates {...view} />
      <WorkshopLearn learn={learn} />
      <BlockList blocks={body.filter(({ component }) => component !== 'workshop-details')} />
      <JsonLd things={[...thingsOf(view, locale), ...answers(body)]} />
    </article>
  )
}

/** The dates beside the facts. */
function WithoutStory(view: CourseView) {
  const t = useTranslate()
  const locale = useLocale()
  const title = view.course.title[locale]
  return (
    <article className="course">
      <Breadcrumb steps={view.above} here={title} />
      <header className="events-head">
        <h1>{title}</h1>
      </header>
      <div className="course-columns">
        <Dates {...view} />
        <aside className="course-block" aria-label={t('events_facts')}>
          <TitleRows rows={factsOf(view, locale)} />
        </aside>
      </div>
      <JsonLd things={thingsOf(view, locale)} />
    </article>
  )
}

/** Its dates to come, and those that were called off. */
function coming({ course, courses }: CourseView): { dates: CourseDate[]; off: CourseDate[] } {
  return {
    dates: comingEntries([course], courses.now).map(({ date }) => date),
    off: calledOff(course, courses.now),
  }
}

function Dates(view: CourseView) {
  const { course } = view
  const { dates, off } = coming(view)
  const t = useTranslate()
  const locale = useLocale()
  const title = course.title[locale]
  return (
    <section className="course-when" aria-labelledby="dates">
      <h2 id="dates">{t('events_dates')}</h2>
      {dates.length > 0 ? (
        <DatesTable course={course} dates={dates} now={view.courses.now} />
      ) : (
        <p>
          {t('events_no_dates')} <a href={paths.page(locale, 'events')}>{t('block_workshop_all_dates')}</a>
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
  )
}

function thingsOf(view: CourseView, locale: Locale): Thing[] {
  const { course, courses, above, unlocks, needs, publicUrl } = view
  const { dates, off } = coming(view)
  const { space, address, grades, stories } = courses
  const story = stories.get(course.id)
  const name = course.title[locale]
  return [
    ...courseThings({
      course,
      dates: [...dates, ...off],
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

/** Dates that stand open; the others are one tap away. */
const mostOpen = 5

function DatesTable({ course, dates, now }: { course: Course; dates: CourseDate[]; now: string }) {
  const t = useTranslate()
  const bookable = dates.filter((date) => isSignUpOpen(date, now))
  // One more row needs no more room than what would open it.
  const open = dates.length <= mostOpen + 1 ? dates.length : mostOpen
  const rowsOf = (some: CourseDate[]) =>
    some.map((date) => (
      <DateRow
        key={date.id}
        course={course}
        date={date}
        isOpen={bookable.includes(date)}
        isFirst={date === bookable.find(({ freeSeats }) => freeSeats > 0)}
        next={nextFree(bookable, date)}
      />
    ))
  return (
    <>
      <table className="event-table course-dates">
        <DatesHead />
        <tbody>{rowsOf(dates.slice(0, open))}</tbody>
      </table>
      {open < dates.length && (
        <details>
          <summary>{t('events_series_more', { count: dates.length - open })}</summary>
          <table className="event-table course-dates">
            <DatesHead />
            <tbody>{rowsOf(dates.slice(open))}</tbody>
          </table>
        </details>
      )}
    </>
  )
}

function DatesHead() {
  const t = useTranslate()
  return (
    <thead>
      <tr>
        <th scope="col">{t('events_column_date')}</th>
        <th scope="col">{t('events_column_seats')}</th>
        <th scope="col">
          <span className="visually-hidden">{t('events_column_sign_up')}</span>
        </th>
      </tr>
    </thead>
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
  /** There is still time to sign up. */
  isOpen: boolean
  /** The next date with a seat: the primary action of the page. */
  isFirst: boolean
  /** The next date with a seat after this one. */
  next: CourseDate | undefined
}

function DateRow({ course, date, isOpen, isFirst, next }: DateRowProps) {
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
          {isOpen ? (
            <a
              className={isFirst ? 'button' : 'button quiet'}
              href={paths.eventSignUp(locale, course.id, course.title[locale], date.id)}
            >
              {t(date.freeSeats > 0 ? 'events_sign_up' : 'place_join_list')}{' '}
              <span className="visually-hidden">{day}</span>
            </a>
          ) : (
            <span className="date-link">{t('place_date_closed')}</span>
          )}
          {isOpen && isOpenToGuests(course) && (
            <a
              className="date-link"
              href={paths.eventGuest(locale, course.id, course.title[locale], date.id)}
            >
              {t(date.freeSeats > 0 ? 'guest_link' : 'guest_link_list')}{' '}
              <span className="visually-hidden">{day}</span>
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

/** The rows of its title block. */
function factsOf(view: CourseView, locale: Locale): TitleRow[] {
  const { course, courses, trainer, unlocks, needs } = view
  const [next] = coming(view).dates
  const story = courses.stories.get(course.id)
  const t = (key: MessageKey) => translate(locale, key)
  return [
    [t('events_filter_kind'), t(kindLabel[course.kind])],
    [t('events_age'), ageText(course, locale)],
    [t('block_workshop_grade'), entryOf(courses.grades, course.grade)],
    [
      t('block_workshop_price'),
      <b key="price" className="course-price">
        {pricesText(course, locale)}
      </b>,
    ],
    [
      t('block_workshop_duration'),
      story?.content.duration || (next && durationText(next, courses.space.zone, locale)),
    ],
    [t('block_workshop_trainer'), trainer ? <a href={trainer.href}>{trainer.name}</a> : course.trainer],
    [t('events_unlocks'), unlocks.length > 0 && <Links to={unlocks} />],
    [t('events_needs'), needs.length > 0 && <Links to={needs} />],
  ]
}

/** What cancelling a place costs, as it goes on after a colon. */
function cancelText({ price, freeCancelDays: days, lateRefundPercent: percent }: Course, locale: Locale) {
  if (Number(price) === 0 || days === 0) return translate(locale, 'events_cancel_free')
  const free = translate(locale, days === 1 ? 'events_cancel_until_day' : 'events_cancel_until', {
    days: String(days),
  })
  const late = translate(locale, percent > 0 ? 'place_rules_part' : 'place_rules_nothing', {
    percent: String(percent),
  })
  return `${free} ${late}`
}

/** Names on a line of their own: a long one would break where no hyphen says so. */
function Links({ to }: { to: Named[] }) {
  return (
    <span className="course-names">
      {to.map(({ name, href }, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          {href ? <a href={href}>{name}</a> : name}
        </Fragment>
      ))}
    </span>
  )
}
