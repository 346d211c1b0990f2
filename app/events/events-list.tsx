import { Fragment } from 'react'
import { LiveText } from '../blocks/live-text.tsx'
import { entryOf } from '../blocks/page-data.tsx'
import type { Course, CourseDate } from '../../contracts/course.ts'
import { dayOf, weekday } from '../../rules/time.ts'
import { monthName, monthOf, shortDay, weekdayName } from '../i18n/format.ts'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { languageLabel } from '../i18n/spoken-language.ts'
import * as paths from '../paths.ts'
import { daysOf } from './event-days.ts'
import type { EventEntry } from './event-filter.ts'
import { type EventRow, foldSeries, type Series } from './event-series.ts'
import {
  daysText,
  pricesText,
  hoursText,
  kindLabel,
  movedText,
  seatsState,
  seatsText,
} from './event-words.ts'

interface Facts {
  grades: Record<string, string>
  /** YYYY-MM-DD */
  today: string
}

interface Props extends Facts {
  entries: EventEntry[]
  /** Dates that were called off: a series names its own. */
  off: EventEntry[]
}

/** Dates as one table per month, those of each week as one row; a phone shows a list. */
export function EventsList({ entries, off, ...rest }: Props) {
  const locale = useLocale()
  const months = Map.groupBy(foldSeries(entries, off), ({ date }) => date.fromDateTime.slice(0, 7))
  return [...months].map(([month, own]) => (
    <section key={month} className="event-month" aria-labelledby={`m${month}`}>
      <h2 id={`m${month}`}>{monthName(month, locale)}</h2>
      <MonthTable rows={own} {...rest} />
    </section>
  ))
}

function MonthTable({ rows, ...rest }: Facts & { rows: EventRow[] }) {
  const t = useTranslate()
  return (
    <table className="event-table">
      <thead>
        <tr>
          {(['date', 'course', 'trainer', 'seats', 'price'] as const).map((name) => (
            <th key={name} scope="col">
              {t(`events_column_${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={row.date.id}>
            <Row row={row} {...rest} />
            {row.series && (
              <tr className="series">
                <td colSpan={5}>
                  <OtherDates course={row.course} series={row.series} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

function Row({ row, grades, today }: Facts & { row: EventRow }) {
  const { course, date, series } = row
  const locale = useLocale()
  const t = useTranslate()
  const grade = entryOf(grades, course.grade)
  const traits = [
    t(kindLabel[course.kind]),
    grade,
    date.language === locale ? null : t(languageLabel[date.language]),
  ]
  return (
    <tr>
      <td className="when">
        {daysOf(date).includes(today) && <span className="today">{t('events_today')}</span>}
        {series ? <NextDate date={date} series={series} /> : <When date={date} />}
        {date.movedFrom && <small>{movedText(date.movedFrom, locale)}</small>}
      </td>
      <th scope="row">
        <a href={paths.event(locale, course.id, course.title[locale])}>{course.title[locale]}</a>
        <small>{traits.filter(Boolean).join(' · ')}</small>
      </th>
      <td className="who">{course.trainer}</td>
      <td className="seats">
        <Seats id={date.id} freeSeats={date.freeSeats} />
      </td>
      <td className="price">{pricesText(course, locale)}</td>
    </tr>
  )
}

/** The next date of a series like any other, and its rhythm. */
function NextDate({ date, series: { usual } }: { date: CourseDate; series: Series }) {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <>
      <When date={date} />
      <small>
        {t('events_series_each', { weekday: weekdayName(weekday(dayOf(usual.fromDateTime)), locale) })}
      </small>
    </>
  )
}

function When({ date }: { date: CourseDate }) {
  const locale = useLocale()
  return (
    <time dateTime={date.fromDateTime}>
      <b>{daysText(date, locale, (day) => shortDay(day, locale))}</b> {hoursText(date, locale)}
    </time>
  )
}

/** The dates of a month's series beside the next one, below its row. */
function OtherDates({ course, series: { usual, others } }: { course: Course; series: Series }) {
  const locale = useLocale()
  const t = useTranslate()
  const off = others.filter(({ state }) => state === 'cancelled')
  const moved = others.filter(({ state, movedFrom }) => state !== 'cancelled' && movedFrom !== null)
  const title = course.title[locale]
  const counts = [
    t('events_series_month', {
      count: others.length - off.length,
      month: monthOf(usual.fromDateTime, locale),
    }),
    moved.length > 0 && t('events_series_moved', { count: moved.length }),
    off.length > 0 && t('events_series_off', { count: off.length }),
  ]
  return (
    <details>
      <summary>
        {counts.filter(Boolean).join(' · ')} <span className="visually-hidden">{title}</span>
      </summary>
      <ul>
        {others.map((date) => (
          <li key={date.id}>
            <OtherDate date={date} usual={usual} page={paths.event(locale, course.id, title)} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** @param page path of the course, which has a row for each date that takes place */
function OtherDate({ date, usual, page }: { date: CourseDate; usual: CourseDate; page: string }) {
  const locale = useLocale()
  const t = useTranslate()
  const moment = <time dateTime={date.fromDateTime}>{momentText(date, usual, locale)}</time>
  if (date.state === 'cancelled')
    return (
      <>
        <s>{moment}</s> {t('events_off')}
      </>
    )
  return (
    <>
      <a href={`${page}#d${date.id}`}>{moment}</a> <Seats id={date.id} freeSeats={date.freeSeats} />
      {date.movedFrom && <small>{movedText(date.movedFrom, locale)}</small>}
    </>
  )
}

/** The day of a date, with its hours where they are not the usual ones. */
function momentText(date: CourseDate, usual: CourseDate, locale: Locale): string {
  const hours = hoursText(date, locale)
  return [shortDay(date.fromDateTime, locale), hours !== hoursText(usual, locale) && hours]
    .filter(Boolean)
    .join(', ')
}

/** Free seats: the number when the page was made, then live (app/delivery/page-script.ts). */
export function Seats({ id, freeSeats }: { id: number; freeSeats: number }) {
  const locale = useLocale()
  return (
    <LiveText of="date" id={id} field="seats" state={seatsState(freeSeats)}>
      {seatsText(freeSeats, locale)}
    </LiveText>
  )
}
