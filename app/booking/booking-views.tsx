import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { Link } from '../frame/link.tsx'

/** The two ways into booking: by machine and by time. */
export function BookingViews({ current }: { current: 'machine' | 'time' }) {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <nav className="booking-views" aria-label={t('booking_views')}>
      <Link to={paths.booking(locale)} aria-current={current === 'machine' ? 'page' : undefined}>
        {t('booking_by_machine')}
      </Link>
      <Link to={paths.page(locale, 'booking/time')} aria-current={current === 'time' ? 'page' : undefined}>
        {t('booking_by_time')}
      </Link>
    </nav>
  )
}
