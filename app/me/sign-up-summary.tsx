import type { Course, CourseDate } from '../../contracts/course.ts'
import { toDecimal } from '../../rules/money.ts'
import { taxIn } from '../../rules/vat.ts'
import { bookingTime } from '../i18n/booking-time.ts'
import { ageText } from '../i18n/course-age.ts'
import { longDay, money } from '../i18n/format.ts'
import { languageTag, type Locale, useLocale } from '../i18n/locale.ts'
import { translate, useTranslate } from '../i18n/messages.ts'
import { languageLabel } from '../i18n/spoken-language.ts'

interface SignUpSummaryProps {
  course: Course
  date: CourseDate
  party: number
  /** Of all seats. */
  cents: number
  /** The rate of the tax in it; null = not known yet. */
  taxPercent?: string | null
  /** Last day on which cancelling costs nothing; null = it is over. */
  freeUntil: string | null
  /** It leads to the waiting list: nothing is ordered yet. */
  isFull: boolean
}

/** What is booked, its price and how it ends: directly above the button (§ 312j (2) BGB). */
export function SignUpSummary({
  course,
  date,
  party,
  cents,
  taxPercent = null,
  freeUntil,
  isFull,
}: SignUpSummaryProps) {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <dl className="me-facts me-offer">
      <div>
        <dt>{t(isFull ? 'place_list_item' : 'order_item')}</dt>
        <dd>
          <b>{course.title[locale]}</b>
          <span className="line">{bookingTime(date, locale, t)}</span>
          <span className="line">
            {[
              date.place[locale],
              t('events_in_language', { language: t(languageLabel[date.language]) }),
              party > 1 ? t('place_party', { count: party }) : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {course.hasAgeRule && <span className="line">{ageText(course, locale)}</span>}
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
        <dt>{t(isFull ? 'place_list_rules' : 'place_rules')}</dt>
        <dd>
          {cents === 0 ? (
            <span className="line">{t('place_rules_free')}</span>
          ) : (
            <CancelRules percent={course.lateRefundPercent} freeUntil={freeUntil} />
          )}
        </dd>
      </div>
      <div>
        <dt>{t(isFull ? 'place_list_total' : 'order_total')}</dt>
        <dd>
          <b className="price">{cents === 0 ? t('block_price_free') : money(toDecimal(cents), locale)}</b>
          {isFull && cents > 0 && <span className="line">{t('place_list_due')}</span>}
          {cents > 0 && <span className="line hint">{taxText(cents, taxPercent, locale)}</span>}
        </dd>
      </div>
    </dl>
  )
}

/** The tax in a price, with its rate. */
function taxText(cents: number, taxPercent: string | null, locale: Locale): string {
  if (taxPercent === null) return translate(locale, 'place_with_tax')
  const percent = Number(taxPercent)
  if (percent === 0) return translate(locale, 'order_no_tax')
  const tax = money(toDecimal(taxIn(cents, taxPercent)), locale)
  return translate(locale, 'order_tax', { percent: percent.toLocaleString(languageTag[locale]), tax })
}

/** Until when cancelling is free, what comes back later, and that there is no withdrawal. */
function CancelRules({ percent, freeUntil }: { percent: number; freeUntil: string | null }) {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <>
      {freeUntil ? (
        <>
          <span className="line">{t('place_rules_until', { day: longDay(freeUntil, locale, true) })}</span>
          <span className="line">
            {percent > 0 ? t('place_rules_part', { percent }) : t('place_rules_nothing')}
          </span>
        </>
      ) : (
        <span className="line">
          {percent > 0 ? t('place_rules_late_part', { percent }) : t('place_rules_late_nothing')}
        </span>
      )}
      <span className="line hint">{t('place_no_withdrawal')}</span>
    </>
  )
}
