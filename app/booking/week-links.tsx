import { memo } from 'react'
import type { DayView } from '../../contracts/live.ts'
import { Link } from '../frame/link.tsx'
import { longDay, shortDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import { useSideways } from '../ui/use-sideways.ts'

interface WeekLinksProps {
  week: Pick<DayView, 'days' | 'today' | 'previous' | 'next'>
  addressOf: (day: string) => string
}

/** Links to the days of a week. @param current index of the shown one */
export const DayTabs = memo(function DayTabs({
  week,
  addressOf,
  current,
}: WeekLinksProps & { current: number }) {
  const locale = useLocale()
  const t = useTranslate()
  const list = useSideways(current)
  return (
    <ul ref={list} className="day-tabs" aria-label={t('booking_days')}>
      {week.days.map(({ day }, index) => (
        <li key={day}>
          <Link to={addressOf(day)} aria-current={index === current ? 'date' : undefined} preventScrollReset>
            {shortDay(day, locale)}
          </Link>
        </li>
      ))}
    </ul>
  )
})

/** Links to the week before and after, and back to today. */
export function WeekLinks({ week, addressOf }: WeekLinksProps) {
  const t = useTranslate()
  const link = (day: string | null, key: MessageKey, arrow?: 'before' | 'after') =>
    day && (
      <Link className={`button quiet ${arrow ?? ''}`} to={addressOf(day)} preventScrollReset>
        {arrow === 'before' && <span aria-hidden="true">← </span>}
        {t(key)}
        {arrow === 'after' && <span aria-hidden="true"> →</span>}
      </Link>
    )
  return (
    <nav aria-label={t('booking_weeks')}>
      {link(week.previous, 'booking_previous_week', 'before')}
      {link(isFar(week) ? week.today : null, 'booking_this_week')}
      {link(week.next, 'booking_next_week', 'after')}
    </nav>
  )
}

/** Says up to which day one can book, where what begins on a day lies beyond. */
export function BeyondNotice({ day, last }: { day: string; last: string | null }) {
  const locale = useLocale()
  const t = useTranslate()
  return last !== null && day > last ? (
    <p className="notice">{t('booking_week_beyond', { day: longDay(last, locale) })}</p>
  ) : null
}

/** Whether the week is over or more than one step ahead. */
function isFar({ days, today, previous }: WeekLinksProps['week']): boolean {
  return (days[0]?.day ?? '') < today || (previous !== null && today < previous)
}
