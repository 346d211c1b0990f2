import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { StoreError } from '../../../clients/store-error.ts'
import type { Order } from '../../../contracts/order.ts'
import { toDecimal } from '../../../rules/money.ts'
import { Link } from '../../frame/link.tsx'
import { money } from '../../i18n/format.ts'
import { useLocale } from '../../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import { Loaded } from '../../live/loaded.tsx'
import { isMoving, type Standing, standingOf } from '../../me/order-standing.ts'
import { useBackend } from '../../me/use-backend.ts'
import * as paths from '../../paths.ts'
import { useSession } from '../../session/session.ts'

export const meta = titled('order_title')

const everyMs = 4000

/** `/me/order/{number}`: how an order stands and what comes next; asks again until it is decided. */
export default function PlacedOrder() {
  const { number = '' } = useParams()
  const { backend, memberId, options } = useBackend()
  const query = useQuery({
    ...options,
    queryKey: ['order', memberId, number],
    queryFn: async () => (await backend()).order(memberId, number),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? everyMs : false),
  })
  const { error } = useSession()
  const isUnknown = query.error instanceof StoreError && query.error.problem?.code === 'notFound'
  const t = useTranslate()
  return (
    <section className="me-order">
      <h1>{t('order_placed_title')}</h1>
      {error === 'noMember' || isUnknown ? (
        <NoOrder />
      ) : (
        <Loaded query={query} failed={t('order_failed_to_load')} rows={2}>
          {(order) => <OrderState order={order} />}
        </Loaded>
      )}
    </section>
  )
}

function NoOrder() {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <>
      <p>{t('order_none')}</p>
      <Link className="button" to={paths.me(locale, 'invoices')}>
        {t('order_to_invoices')}
      </Link>
    </>
  )
}

function OrderState({ order }: { order: Order }) {
  const locale = useLocale()
  const t = useTranslate()
  const standing = standingOf(order)
  return (
    <>
      <article className="package-sheet priced">
        <h2>{order.name[locale]}</h2>
        <dl>
          <div>
            <dt>{t('order_number')}</dt>
            <dd>{order.number}</dd>
          </div>
          <div>
            <dt>{t('order_total')}</dt>
            <dd>
              <b>{money(toDecimal(order.totalCents), locale)}</b>
            </dd>
          </div>
        </dl>
      </article>
      <div className="me-standing" data-done={standing === 'done' ? '' : undefined} role="status">
        <p className="lead">{t(`order_is_${standing}`)}</p>
        <p>{t(`order_is_${standing}_text` satisfies MessageKey)}</p>
      </div>
      {order.bank && (
        <dl className="me-facts">
          <BankFacts bank={order.bank} number={order.number} />
        </dl>
      )}
      <NextStep order={order} standing={standing} />
    </>
  )
}

function BankFacts({ bank, number }: { bank: NonNullable<Order['bank']>; number: string }) {
  const t = useTranslate()
  const rows = [
    [t('order_bank_holder'), bank.holder],
    ['IBAN', bank.iban.replace(/(.{4})(?=.)/g, '$1 ')],
    ...(bank.bic ? [['BIC', bank.bic]] : []),
    [t('order_bank_reference'), number],
  ]
  return rows.map(([label, value]) => (
    <div key={label}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  ))
}

/** The one thing to do now. */
function NextStep({ order, standing }: { order: Order; standing: Standing }) {
  const locale = useLocale()
  const t = useTranslate()
  const { kind, item, payment } = order
  if (standing === 'open' && payment?.url)
    return (
      <a className="button" href={payment.url}>
        {t('order_pay_now')}
      </a>
    )
  if (standing === 'failed' || standing === 'expired' || standing === 'cancelled') {
    const again = item?.kind === 'credits' ? `order?pack=${item.pack}` : 'invoices'
    return (
      <Link className="button" to={paths.me(locale, again as 'invoices')}>
        {t('order_again')}
      </Link>
    )
  }
  if (standing === 'done' && kind !== 'invoice')
    return (
      <div className="me-actions">
        <Link className="button" to={paths.me(locale, 'credits')}>
          {t('order_to_credits')}
        </Link>
        <Link to={paths.me(locale, 'invoices')}>{t('order_to_invoices')}</Link>
      </div>
    )
  return (
    <Link className="button quiet" to={paths.me(locale, 'invoices')}>
      {t('order_to_invoices')}
    </Link>
  )
}
