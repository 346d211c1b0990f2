import type { Offer } from '../../contracts/order.ts'
import { toDecimal } from '../../rules/money.ts'
import { longDay, money } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'

interface OrderSummaryProps {
  offer: Offer
  /** The same from a later day, where the buyer chooses. */
  later?: Offer | null
  /** Mail address of the space; null = it has none. */
  email: string | null
}

/** What is ordered, for how long, what it costs, and how it ends: directly above the button (§ 312j (2) BGB). */
export function OrderSummary({ offer, later = null, email }: OrderSummaryProps) {
  const t = useTranslate()
  const locale = useLocale()
  const { name, gives, totalCents, taxCents, taxPercent, renews, fromDate, untilDate } = offer
  const total = money(toDecimal(totalCents), locale)
  const period = (each: Offer) =>
    each.fromDate === each.untilDate
      ? longDay(each.fromDate, locale, true)
      : t('onboarding_order_period', {
          from: longDay(each.fromDate, locale, true),
          until: longDay(each.untilDate, locale, true),
        })
  return (
    <section className="order-block" aria-labelledby="order-block">
      <h2 id="order-block">{t('onboarding_order_title')}</h2>
      <dl>
        <div>
          <dt>{t('onboarding_order_item')}</dt>
          <dd>
            <strong>{name[locale]}</strong>
            <ul>
              {gives[locale].map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </dd>
        </div>
        <div>
          <dt>{t(renews ? 'onboarding_order_first' : 'onboarding_order_day')}</dt>
          <dd>
            {later ? (
              <>
                <span className="when-now">{period(offer)}</span>
                <span className="when-later">{period(later)}</span>
              </>
            ) : (
              period({ ...offer, fromDate, untilDate })
            )}
          </dd>
        </div>
        {renews && (
          <div>
            <dt>{t('onboarding_order_term')}</dt>
            <dd>
              {t(`onboarding_order_renews_${renews}`, { amount: total })}{' '}
              {email === null ? t('onboarding_order_cancel') : t('onboarding_order_cancel_mail', { email })}
            </dd>
          </div>
        )}
        <div className="order-sum">
          <dt>{t('onboarding_order_total')}</dt>
          <dd>
            <b>{total}</b>
            <span>
              {Number(taxPercent) > 0
                ? t('onboarding_order_tax', {
                    tax: money(toDecimal(taxCents), locale),
                    percent: taxPercent.replace(/\.?0+$/, '').replace('.', locale === 'de' ? ',' : '.'),
                  })
                : t('onboarding_order_no_tax')}
            </span>
          </dd>
        </div>
      </dl>
    </section>
  )
}
