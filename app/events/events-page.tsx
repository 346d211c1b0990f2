import { dayOf } from '../../rules/time.ts'
import { monthName } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { JsonLd } from '../seo/json-ld.tsx'
import { pageList } from '../seo/things.ts'
import {
  calledOff,
  comingEntries,
  type EventEntry,
  type EventFilter,
  eventsAt,
  filtered,
  isFiltered,
} from './event-filter.ts'
import { EventsList } from './events-list.tsx'
import { EventsMonth } from './events-month.tsx'
import { ClearLink, filterLabel, Filters } from './filters.tsx'
import type { Courses } from './load-courses.server.ts'

interface Props {
  courses: Courses
  filter: EventFilter
  ignored: (keyof EventFilter)[]
  publicUrl: string
}

/** All future dates that match the filter, as a list or a month. */
export function EventsPage({
  courses: { courses, stories, topics, grades, now },
  filter,
  ignored,
  publicUrl,
}: Props) {
  const t = useTranslate()
  const locale = useLocale()
  const coming = comingEntries(courses, now)
  const off = courses.flatMap((course) => calledOff(course, now).map((date) => ({ course, date })))
  const months = monthsOf(coming)
  const calendar = `${publicUrl}${paths.page(locale, 'events')}.ics`
  const present = now.slice(0, 7)
  const isMonth = filter.view === 'month'
  const topicOf = new Map([...stories].map(([id, { content }]) => [id, content.topic]))
  const planned = new Set(coming.map(({ course }) => topicOf.get(course.id)))
  const offered = Object.entries(topics).filter(([key]) => planned.has(key) || key === filter.topic)
  const matching = monthsOf(filtered(coming, { ...filter, month: '' }, topicOf))
  const shown = isMonth && !filter.month ? { ...filter, month: matching[0] ?? present } : filter
  const entries = filtered(coming, shown, topicOf)
  const later = shown.month ? matching.find((month) => month > shown.month) : undefined
  const pages = new Set(entries.map(({ course: { id, title } }) => paths.event(locale, id, title[locale])))
  return (
    <article className="events">
      <header className="events-head">
        <h1>{t('events_title')}</h1>
        <p className="lead">{t('events_lead')}</p>
      </header>
      {ignored.length > 0 && (
        <p className="notice" role="status">
          {t('events_ignored', { names: ignored.map((name) => t(filterLabel(name))).join(', ') })}
        </p>
      )}
      <Filters filter={shown} months={months} topics={Object.fromEntries(offered)} grades={grades} />
      <div className="events-bar">
        <p role="status">
          {t(entries.length === 1 ? 'events_one' : 'events_count', { count: entries.length })}
        </p>
        {entries.length > 0 && isFiltered(isMonth ? { ...filter, month: '' } : filter) && (
          <ClearLink filter={filter} />
        )}
        <ViewSwitch filter={filter} />
      </div>
      {entries.length === 0 && <Nothing filter={shown} hasAny={coming.length > 0} later={later} />}
      {isMonth ? (
        <EventsMonth entries={entries} filter={shown} today={dayOf(now)} last={months.at(-1) ?? present} />
      ) : (
        <EventsList
          entries={entries}
          off={filtered(off, shown, topicOf)}
          grades={grades}
          today={dayOf(now)}
        />
      )}
      <p className="event-feeds">
        {t('events_feeds')} <a href={calendar.replace(/^https?:/, 'webcal:')}>{t('events_webcal')}</a>
        <a href={`${paths.page(locale, 'events')}.ics`}>{t('events_ics')}</a>
        <a href={`${paths.page(locale, 'events')}.rss`}>{t('events_rss')}</a>
      </p>
      {pages.size > 0 && <JsonLd things={[pageList([...pages].map((path) => publicUrl + path))]} />}
    </article>
  )
}

/** Returns the months (YYYY-MM) in which dates begin, in order. */
function monthsOf(entries: EventEntry[]): string[] {
  return [...new Set(entries.map(({ date }) => date.fromDateTime.slice(0, 7)))]
}

function ViewSwitch({ filter }: { filter: EventFilter }) {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <nav className="view-switch" aria-label={t('events_filter_view')}>
      {(['list', 'month'] as const).map((view) => (
        <a
          key={view}
          href={eventsAt(locale, { ...filter, view })}
          aria-current={filter.view === view ? 'true' : undefined}
        >
          {t(`events_view_${view}`)}
        </a>
      ))}
    </nav>
  )
}

interface NothingProps {
  filter: EventFilter
  hasAny: boolean
  /** The first month after the shown one with a match. */
  later: string | undefined
}

/** Says that no date matches or none is planned, and what to do next. */
function Nothing({ filter, hasAny, later }: NothingProps) {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <section className="events-none">
      <svg viewBox="0 0 96 72" aria-hidden fill="none" stroke="currentColor" strokeWidth="1.5">
        <path d="M12 14h72v48H12zM12 26h72M28 8v12M68 8v12" />
        <path d="M36 38l24 14M60 38L36 52" className="measure" />
      </svg>
      <div>
        <h2>{t(hasAny ? 'events_none_title' : 'events_none_planned_title')}</h2>
        <p>{t(later ? 'events_none_month' : hasAny ? 'events_none_text' : 'events_none_planned_text')}</p>
        <p className="actions">
          {later && (
            <a className="button" href={eventsAt(locale, { ...filter, month: later })}>
              {monthName(later, locale)}
            </a>
          )}
          {hasAny ? (
            <ClearLink filter={filter} />
          ) : (
            <a className="button quiet" href={paths.machines(locale)}>
              {t('events_action')}
            </a>
          )}
        </p>
      </div>
    </section>
  )
}
