import { LiveText } from '../blocks/live-text.tsx'
import { entryOf } from '../blocks/page-data.tsx'
import { monthName, shortDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { daysOf } from './event-days.ts'
import type { EventEntry } from './event-filter.ts'
import {
  daysText,
  formatPrice,
  hoursText,
  kindLabel,
  languageLabel,
  seatsState,
  seatsText,
} from './event-words.ts'

interface Props {
  entries: EventEntry[]
  grades: Record<string, string>
  /** YYYY-MM-DD */
  today: string
}

/** Dates as one table per month; a phone shows a list. */
export function EventsList({ entries, ...rest }: Props) {
  const locale = useLocale()
  const months = Map.groupBy(entries, ({ date }) => date.fromDateTime.slice(0, 7))
  return [...months].map(([month, own]) => (
    <section key={month} className="event-month" aria-labelledby={`m${month}`}>
      <h2 id={`m${month}`}>{monthName(month, locale)}</h2>
      <MonthTable entries={own} {...rest} />
    </section>
  ))
}

function MonthTable({ entries, ...rest }: Props) {
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
        {entries.map((entry) => (
          <Row key={entry.date.id} entry={entry} {...rest} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ entry: { course, date }, grades, today }: Omit<Props, 'entries'> & { entry: EventEntry }) {
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
        <time dateTime={date.fromDateTime}>
          <b>{daysText(date, locale, (day) => shortDay(day, locale))}</b> {hoursText(date, locale)}
        </time>
      </td>
      <th scope="row">
        <a href={paths.event(locale, course.id, course.title[locale])}>{course.title[locale]}</a>
        <small>{traits.filter(Boolean).join(' · ')}</small>
      </th>
      <td className="who">{course.trainer}</td>
      <td className="seats">
        <Seats id={date.id} freeSeats={date.freeSeats} />
      </td>
      <td className="price">{formatPrice(course.price, locale)}</td>
    </tr>
  )
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
