import { Form } from 'react-router'
import type { Order } from '../../contracts/order.ts'
import { toDecimal } from '../../rules/money.ts'
import { money } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import type { OrderStage } from './order-stage.ts'

/** What an order waits for, and what its buyer can do about it. */
export function OrderState({ order, stage }: { order: Order; stage: Exclude<OrderStage, 'done'> }) {
  const t = useTranslate()
  const locale = useLocale()
  const amount = money(toDecimal(order.totalCents), locale)
  const text: MessageKey = `onboarding_order_${stage}_text`
  return (
    <section className="order-state" aria-live="polite">
      <p className="lead">{t(text, { amount, number: order.number })}</p>
      {stage === 'transfer' && order.bank && (
        <dl className="order-block">
          <div>
            <dt>{t('onboarding_bank_holder')}</dt>
            <dd>{order.bank.holder}</dd>
          </div>
          <div>
            <dt>IBAN</dt>
            <dd>{order.bank.iban.replaceAll(/(.{4})(?=.)/g, '$1 ')}</dd>
          </div>
          <div>
            <dt>{t('onboarding_bank_amount')}</dt>
            <dd>{amount}</dd>
          </div>
          <div>
            <dt>{t('onboarding_bank_reference')}</dt>
            <dd>
              <strong>{order.number}</strong>
            </dd>
          </div>
        </dl>
      )}
      {(stage === 'pending' || stage === 'unpaid') && (
        <dl className="order-block">
          <div>
            <dt>{t('onboarding_order_item')}</dt>
            <dd>
              <strong>{order.name[locale]}</strong>
            </dd>
          </div>
          <div className="order-sum">
            <dt>{t('onboarding_order_total')}</dt>
            <dd>
              <b>{amount}</b>
            </dd>
          </div>
        </dl>
      )}
      <div className="ways-on">
        {stage === 'unpaid' && (
          <Form method="post">
            <input type="hidden" name="do" value="pay" />
            <button type="submit" className="button next">
              {t('onboarding_order_pay')}
            </button>
          </Form>
        )}
        {(stage === 'unpaid' || stage === 'ended' || stage === 'transfer') && (
          <Form method="post">
            <input type="hidden" name="do" value="change" />
            <button type="submit" className={stage === 'ended' ? 'button next' : 'button quiet'}>
              {t(stage === 'ended' ? 'onboarding_order_again' : 'onboarding_order_change')}
            </button>
          </Form>
        )}
      </div>
    </section>
  )
}
