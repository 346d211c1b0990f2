import { toCents, toDecimal } from '../../rules/money.ts'
import { shortDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { inCredits } from '../live/credits.ts'
import { useNow } from './use-now.ts'

const weeks = 14
const weekMs = 7 * 24 * 60 * 60 * 1000

interface Week {
  /** First day, YYYY-MM-DD. */
  from: string
  usedCents: number
}

/**
 * Returns the last 14 weeks, the present one last, with what was used in each; a week begins on Monday.
 * @param uses negative amounts (EUR, decimal strings) with their instants
 */
export function usageByWeek(uses: { amount: string; createdAt: string }[], now: Date): Week[] {
  const monday = new Date(now)
  monday.setUTCHours(0, 0, 0, 0)
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
  return Array.from({ length: weeks }, (_, index) => {
    const from = monday.getTime() - (weeks - 1 - index) * weekMs
    const usedCents = uses
      .filter(({ createdAt }) => from <= Date.parse(createdAt) && Date.parse(createdAt) < from + weekMs)
      .reduce((cents, { amount }) => cents - toCents(amount), 0)
    return { from: new Date(from).toISOString().slice(0, 10), usedCents }
  })
}

/** Bars of the use per week; the table beside it says the same to screen readers. */
export function UsageChart({ uses }: { uses: { amount: string; createdAt: string }[] }) {
  const locale = useLocale()
  const t = useTranslate()
  const byWeek = usageByWeek(uses, useNow())
  const most = Math.max(...byWeek.map(({ usedCents }) => usedCents))
  if (most <= 0) return null
  return (
    <figure className="usage-chart" aria-hidden="true">
      <figcaption>{t('me_credits_chart', { credits: inCredits(toDecimal(most), locale, t) })}</figcaption>
      <svg viewBox={`0 0 ${weeks * 10} 60`} preserveAspectRatio="none">
        <path className="most" d={`M0 5H${weeks * 10}`} />
        {byWeek.map(({ from, usedCents }, index) => {
          const height = (50 * Math.max(0, usedCents)) / most
          return <rect key={from} x={index * 10 + 2} y={55 - height} width="6" height={height} />
        })}
        <path d={`M0 55H${weeks * 10}M0 55v4M${weeks * 10} 55v4`} />
      </svg>
      <p>
        <span>{shortDay(byWeek[0]?.from ?? '', locale)}</span>
        <span>{t('me_credits_chart_week')}</span>
        <span>{t('me_credits_chart_now')}</span>
      </p>
    </figure>
  )
}
