import { clockTime, longDay, monthName, shortDay, weekdayName } from '../i18n/format.ts'
import { addDays, type Day, weekday } from '../../rules/time.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { daysOf } from './event-days.ts'
import { type EventEntry, type EventFilter, eventsAt } from './event-filter.ts'
import { daysText, kindLabel } from './event-words.ts'
import { Seats } from './events-list.tsx'

interface Props {
  entries: EventEntry[]
  filter: EventFilter
  /** YYYY-MM-DD */
  today: string
  /** Last month with dates. */
  last: string
}

/** One month as a calendar; a phone shows a list of its days. */
export function EventsMonth({ entries, filter, today, last }: Props) {
  const locale = useLocale()
  const t = useTranslate()
  const { month } = filter
  const byDay = Map.groupBy(
    entries.flatMap((entry) =>
      daysOf(entry.date).map((day, index) => ({ ...entry, day, number: index + 1 })),
    ),
    ({ day }) => day,
  )
  return (
    <section className="event-month" aria-labelledby="month">
      <header className="month-head">
        <h2 id="month">{monthName(month, locale)}</h2>
        <nav aria-label={t('events_months')}>
          {month > today.slice(0, 7) && <MonthLink filter={filter} months={-1} />}
          {month < last && <MonthLink filter={filter} months={1} />}
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
          {monthWeeks(month).map((week, index) => (
            <tr key={index}>
              {week.map((day, column) => (
                <DayCell
                  key={day ?? column}
                  day={day}
                  today={today}
                  entries={(day && byDay.get(day)) || []}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function MonthLink({ filter, months }: { filter: EventFilter; months: number }) {
  const locale = useLocale()
  const month = addMonths(filter.month, months)
  return (
    <a className="button quiet" href={eventsAt(locale, { ...filter, month })}>
      {months < 0 && <Arrow d="M10 3 5 8l5 5" />}
      {monthName(month, locale)}
      {months > 0 && <Arrow d="m6 3 5 5-5 5" />}
    </a>
  )
}

function Arrow({ d }: { d: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden
    >
      <path d={d} />
    </svg>
  )
}

interface DayCellProps {
  /** YYYY-MM-DD; null in another month. */
  day: string | null
  today: string
  /** `number` is that of the day in the date: 1 is the first. */
  entries: (EventEntry & { number: number })[]
}

function DayCell({ day, today, entries }: DayCellProps) {
  const locale = useLocale()
  const t = useTranslate()
  if (!day) return <td className="beside">{'\u00a0'}</td>
  return (
    <td
      className={entries.length > 0 ? undefined : day < today ? 'empty past' : 'empty'}
      aria-current={day === today ? 'date' : undefined}
    >
      <time dateTime={day}>
        <span className="day-number" aria-hidden>
          {Number(day.slice(8))}
        </span>
        <span className="day-name">{longDay(day, locale)}</span>
      </time>
      {day === today && <span className="today">{t('events_today')}</span>}
      {entries.length > 0 && (
        <ul>
          {entries.map(({ course, date, number }) => (
            <li key={date.id} data-kind={course.kind}>
              <b>{number === 1 ? clockTime(date.fromDateTime) : t('events_day_number', { number })}</b>{' '}
              {!course.title[locale].toLowerCase().includes(t(kindLabel[course.kind]).toLowerCase()) && (
                <span className="kind">{t(kindLabel[course.kind])}</span>
              )}
              <a href={paths.event(locale, course.id, course.title[locale])}>{course.title[locale]}</a>
              {number === 1 && <Seats id={date.id} freeSeats={date.freeSeats} />}
              {number === 1 && daysOf(date).length > 1 && (
                <small>{daysText(date, locale, (one) => shortDay(one, locale))}</small>
              )}
            </li>
          ))}
        </ul>
      )}
    </td>
  )
}

/** Returns the weeks of a month, Monday to Sunday; null for days of other months. @param month YYYY-MM */
export function monthWeeks(month: string): (Day | null)[][] {
  const first = `${month}-01`
  const weeks: (Day | null)[][] = []
  for (
    let monday = addDays(first, 1 - weekday(first));
    monday.slice(0, 7) <= month;
    monday = addDays(monday, 7)
  ) {
    const week = Array.from({ length: 7 }, (_, index) => addDays(monday, index))
    weeks.push(week.map((day) => (day.startsWith(month) ? day : null)))
  }
  return weeks
}

/** Adds months to one (YYYY-MM); `count` may be negative. */
export function addMonths(month: string, count: number): string {
  const date = new Date(`${month}-01T00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + count)
  return date.toISOString().slice(0, 7)
}
