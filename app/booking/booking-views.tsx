import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { Link } from '../frame/link.tsx'
import { dayAddress } from './day-address.ts'

interface BookingViewsProps {
  current: 'machine' | 'day' | 'time'
  /** The shown machine and day, which the views of a machine and of a day keep. */
  shown?: { machine: number; day: string } | undefined
}

/** The three ways into booking: by machine, by day and by time. */
export function BookingViews({ current, shown }: BookingViewsProps) {
  const locale = useLocale()
  const t = useTranslate()
  const link = (view: BookingViewsProps['current'], to: string, label: string) => (
    <Link to={to} aria-current={view === current ? 'page' : undefined}>
      {label}
    </Link>
  )
  return (
    <nav className="booking-views" aria-label={t('booking_views')}>
      {link(
        'machine',
        shown && current === 'day' ? paths.bookingAt(locale, shown) : paths.booking(locale),
        t('booking_by_machine'),
      )}
      {link('day', dayAddress(locale, shown ?? {}), t('booking_by_day'))}
      {link('time', paths.page(locale, 'booking/time'), t('booking_by_time'))}
    </nav>
  )
}
