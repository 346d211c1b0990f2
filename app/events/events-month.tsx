import { longDay, monthName, weekdayName } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import type { EventEntry } from './event-entry.ts'
import { type EventFilter, filterQuery } from './event-filter.ts'
import { Seats } from './events-list.tsx'
import { addMonths, monthWeeks } from './month-weeks.ts'

interface Props {
  entries: EventEntry[]
  filter: EventFilter
  /** First month with dates. */
  today: string
  /** Last month with dates. */
  last: string
}

/** One month as a calendar; a phone shows a list of its days. */
export function EventsMonth({ entries, filter, today, last }: Props) {
  const locale = useLocale()
  const t = useTranslate()
  const { month } = filter
  const byDay = Map.groupBy(entries, ({ date }) => date.fromDateTime.slice(0, 10))
  const weeks = monthWeeks(month).filter((week) => week.some((day) => day && day >= today))
  const linkTo = (other: string) => paths.events(locale) + filterQuery({ ...filter, month: other })
  return (
    <section className="event-month" aria-labelledby="month">
      <header className="month-head">
        <h2 id="month">{monthName(month, locale)}</h2>
        <nav aria-label={t('events_months')}>
          {month > today.slice(0, 7) && (
            <MonthLink href={linkTo(addMonths(month, -1))} month={addMonths(month, -1)} />
          )}
          {month < last && <MonthLink href={linkTo(addMonths(month, 1))} month={addMonths(month, 1)} />}
        </nav>
      </header>
      <table className="month-table">
        <caption className="visually-hidden">{monthName(month, locale)}</caption>
        <thead>
          <tr>
            {[1, 2, 3, 4, 5, 6, 7].map((day) => (
              <th key={day} scope="col" abbr={weekdayName(day, locale, 'long')}>
                {weekdayName(day, locale, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, index) => (
            <tr key={index}>
              {week.map((day, weekday) => (
                <Day key={day ?? weekday} day={day} entries={(day && byDay.get(day)) || []} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function MonthLink({ href, month }: { href: string; month: string }) {
  return (
    <a className="button quiet" href={href}>
      {monthName(month, useLocale())}
    </a>
  )
}

function Day({ day, entries }: { day: string | null; entries: EventEntry[] }) {
  const locale = useLocale()
  if (!day) return <td className="beside">{'\u00a0'}</td>
  return (
    <td className={entries.length === 0 ? 'empty' : undefined}>
      <time dateTime={day}>
        <span className="day-number" aria-hidden>
          {Number(day.slice(8))}
        </span>
        <span className="day-name">{longDay(day, locale)}</span>
      </time>
      {entries.length > 0 && (
        <ul>
          {entries.map(({ course, date }) => (
            <li key={date.id}>
              <b>{date.fromDateTime.slice(11)}</b>{' '}
              <a href={paths.event(locale, course.id, course.title[locale])}>{course.title[locale]}</a>
              <Seats id={date.id} freeSeats={date.freeSeats} />
            </li>
          ))}
        </ul>
      )}
    </td>
  )
}
