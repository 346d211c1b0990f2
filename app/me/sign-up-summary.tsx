import type { Course, CourseDate } from '../../contracts/course.ts'
import { toDecimal } from '../../rules/money.ts'
import { bookingTime } from '../i18n/booking-time.ts'
import { longDay, money } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'

interface SignUpSummaryProps {
  course: Course
  date: CourseDate
  party: number
  /** Of all seats. */
  cents: number
  /** Last day on which cancelling costs nothing. */
  freeUntil: string
}

/** What is booked, its price and how it ends: directly above the button (§ 312j (2) BGB). */
export function SignUpSummary({ course, date, party, cents, freeUntil }: SignUpSummaryProps) {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <dl className="me-facts me-offer">
      <div>
        <dt>{t('order_item')}</dt>
        <dd>
          <b>{course.title[locale]}</b>
          <span className="line">{bookingTime(date, locale, t)}</span>
          <span className="line">
            {[date.place[locale], party > 1 ? t('place_party', { count: party }) : '']
              .filter(Boolean)
              .join(' · ')}
          </span>
          {date.minimum && (
            <span className="line">
              {t('events_minimum', {
                count: date.minimum.participants,
                day: longDay(date.minimum.decidedOn, locale),
              })}
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('place_rules')}</dt>
        <dd>
          {cents === 0 ? (
            <span className="line">{t('place_rules_free')}</span>
          ) : (
            <CancelRules percent={course.lateRefundPercent} freeUntil={freeUntil} />
          )}
        </dd>
      </div>
      <div>
        <dt>{t('order_total')}</dt>
        <dd>
          <b className="price">{cents === 0 ? t('block_price_free') : money(toDecimal(cents), locale)}</b>
          {cents > 0 && <span className="line hint">{t('place_with_tax')}</span>}
        </dd>
      </div>
    </dl>
  )
}

/** Until when cancelling is free, what comes back later, and that there is no withdrawal. */
function CancelRules({ percent, freeUntil }: { percent: number; freeUntil: string }) {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <>
      <span className="line">{t('place_rules_until', { day: longDay(freeUntil, locale, true) })}</span>
      <span className="line">
        {percent > 0 ? t('place_rules_part', { percent }) : t('place_rules_nothing')}
      </span>
      <span className="line hint">{t('place_no_withdrawal')}</span>
    </>
  )
}
