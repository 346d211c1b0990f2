import { longDay, shortDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { usePageData, type WeekFrame } from './page-data.tsx'

/**
 * The coming week of the equipment of this page: a line for each day, which links to booking on that day. The page script
 * draws what is free and taken, and writes the same in words (`/data/days`); without it the words lead to the times.
 */
export function MachineWeek() {
  const t = useTranslate()
  const { week } = usePageData()
  if (!week) return null
  const hours = hoursOf(week)
  return (
    <section className="machine-week" aria-labelledby="week" data-week={week.resource}>
      <header>
        <h2 id="week">{t('block_week_title')}</h2>
        <p className="hint" aria-hidden="true">
          <Sign className="free" d="M0 7v22M60 7v22M0 18H60M0 18l12-4v8zM60 18l-12-4v8z" />
          {t('block_week_sign_free')} <Sign className="taken" d="M0 5H60V31H0z" />
          {t('block_week_sign_taken')}
        </p>
      </header>
      <div className="week-hours" aria-hidden="true">
        <p>
          {hours.map((hour) => (
            <span key={hour}>{hour}</span>
          ))}
        </p>
      </div>
      <ol>
        {week.days.map((day) => (
          <WeekLine key={day} day={day} week={week} hours={hours} />
        ))}
      </ol>
    </section>
  )
}

function WeekLine({ day, week, hours }: { day: string; week: WeekFrame; hours: number[] }) {
  const t = useTranslate()
  const locale = useLocale()
  const { resource, opens, closes } = week
  return (
    <li>
      <a href={paths.bookingAt(locale, { machine: resource, day })}>
        <time dateTime={day}>
          <span aria-hidden="true">{shortDay(day, locale)}</span>
          <span className="visually-hidden">{longDay(day, locale)}: </span>
        </time>
        <svg viewBox={`${opens} 0 ${closes - opens} 36`} preserveAspectRatio="none" aria-hidden="true">
          <path className="hours" d={hours.map((hour) => `M${hour * 60} 0v36`).join('')} />
          <path className="free" data-live={`day ${day} free`} />
          <path className="taken" data-live={`day ${day} taken`} />
        </svg>
        <span className="week-words" data-live={`day ${day} words`}>
          {t('block_week_see')}
        </span>
      </a>
    </li>
  )
}

/** A line of the drawing in its legend. */
function Sign({ className, d }: { className: string; d: string }) {
  return (
    <svg className="week-sign" viewBox="-2 0 64 36">
      <path className={className} d={d} />
    </svg>
  )
}

/** Returns the hours to write above the lines, evenly spaced from opening to closing: at most eight; none when it opens within an hour. */
function hoursOf({ opens, closes }: WeekFrame): number[] {
  const [first, last] = [opens / 60, closes / 60]
  if (!Number.isInteger(first) || !Number.isInteger(last)) return []
  const step = [1, 2, 3, 4, 6].find((each) => (last - first) % each === 0 && (last - first) / each < 8)
  if (!step) return [first, last]
  return Array.from({ length: (last - first) / step + 1 }, (_, index) => first + index * step)
}
