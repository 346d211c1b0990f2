import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '../../clients/store-error.ts'
import type { Subscription } from '../../contracts/subscription.ts'
import { toDecimal } from '../../rules/money.ts'
import { Link } from '../frame/link.tsx'
import { bookingTime } from '../i18n/booking-time.ts'
import { money } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { LoadFailed, WriteFailed } from '../live/loaded.tsx'
import { useOwnBookings } from '../live/use-own-bookings.ts'
import * as paths from '../paths.ts'
import { CancelContract } from './cancel-contract.tsx'
import { dayText } from './credit-entry.ts'
import { MethodLeft, MethodPart } from './method-part.tsx'
import { useBackend } from './use-backend.ts'
import { useSubscriptions } from './use-subscriptions.ts'

/** The contract behind the member's package: its next payment, and the way out. Nothing where there is none. */
export function SubscriptionSection() {
  const query = useSubscription()
  const saving = useCancelSubscription()
  const keeping = useKeepPackage()
  const t = useTranslate()
  const { data } = query
  if (query.error) return <LoadFailed title={t('me_contract_failed')} query={query} />
  if (!data?.subscription) return null
  const { subscription } = data
  const error = saving.error ?? keeping.error
  const failure = error && <WriteFailed title={t('me_contract_save_failed')} text={errorMessage(error)} />
  return (
    <section className="me-contract" aria-labelledby="me-contract">
      <h2 id="me-contract">{t('me_contract_title')}</h2>
      <p className="me-status" role="status">
        {saving.isSuccess && t(saving.variables ? 'me_contract_cancelled' : 'me_contract_kept')}
        {keeping.isSuccess && !subscription.change && t('me_contract_unchanged')}
      </p>
      <Standing subscription={subscription} />
      <div role="alert">{failure}</div>
      <div className="me-actions">
        {subscription.change && (
          <button
            type="button"
            className="button quiet"
            aria-disabled={keeping.isPending}
            onClick={() => {
              saving.reset()
              if (!keeping.isPending) keeping.mutate()
            }}
          >
            {t('me_contract_change_undo')}
          </button>
        )}
        <CancelContract
          contract={subscription}
          isPending={saving.isPending}
          failure={failure}
          reset={() => {
            saving.reset()
            keeping.reset()
          }}
          store={(isCancelled, done) => saving.mutate(isCancelled, { onSuccess: done })}
        >
          <Consequences subscription={subscription} />
        </CancelContract>
      </div>
    </section>
  )
}

/** What is paid until when, what comes next, and from which card or account. */
export function Standing({ subscription, isTeam = false }: { subscription: Subscription; isTeam?: boolean }) {
  const { cancelOn, nextPayment, change } = subscription
  const locale = useLocale()
  const t = useTranslate()
  const lead = cancelOn
    ? t('me_contract_ends', { name: subscription.name[locale], day: dayText(cancelOn, locale) })
    : change && t('me_contract_changes', { name: change.name[locale], day: dayText(change.fromDate, locale) })
  return (
    <>
      <Unpaid subscription={subscription} />
      <MethodLeft />
      {lead && (
        <div className="me-standing">
          <p className="lead">{lead}</p>
        </div>
      )}
      {(nextPayment || cancelOn) && (
        <dl className="me-balance me-contract-facts">
          <NextPayment subscription={subscription} />
          <MethodCell subscription={subscription} isTeam={isTeam} />
          <Term subscription={subscription} />
        </dl>
      )}
    </>
  )
}

function NextPayment({ subscription }: { subscription: Subscription }) {
  const { nextPayment, change } = subscription
  const locale = useLocale()
  const t = useTranslate()
  const { name, priceCents } = change ?? subscription
  return (
    <div>
      <dt>{t('me_contract_next')}</dt>
      <dd>
        <b>{nextPayment ? money(toDecimal(priceCents), locale) : t('me_contract_next_none')}</b>{' '}
        <span>
          {nextPayment
            ? t('me_contract_next_day', { name: name[locale], day: dayText(nextPayment.day, locale) })
            : t('me_contract_next_none_text')}
        </span>
      </dd>
    </div>
  )
}

function MethodCell({ subscription, isTeam }: { subscription: Subscription; isTeam: boolean }) {
  const { nextPayment, isCharged, state } = subscription
  const t = useTranslate()
  const canChange = isCharged && state === 'active'
  if (!nextPayment && !canChange) return null
  return (
    <div>
      <dt>{t('me_contract_by')}</dt>
      <dd>
        {nextPayment ? (
          <>
            <strong>{t(`me_contract_by_${nextPayment.by}`)}</strong>{' '}
            <span>{t(`me_contract_by_${nextPayment.by}_text`, { last4: nextPayment.last4 ?? '' })}</span>
          </>
        ) : (
          <span>{t('me_contract_by_end')}</span>
        )}
        {canChange && <MethodPart isTeam={isTeam} />}
      </dd>
    </div>
  )
}

function Term({ subscription: { cancelOn, state, lastDay } }: { subscription: Subscription }) {
  const locale = useLocale()
  const t = useTranslate()
  if (cancelOn || state !== 'active') return null
  return (
    <div>
      <dt>{t('me_contract_term')}</dt>
      <dd>
        <strong>{t('me_contract_term_day', { day: dayText(lastDay, locale) })}</strong>{' '}
        <span>{t('me_contract_term_text')}</span>
      </dd>
    </div>
  )
}

/** What is owed for a contract, and the way to pay it; nothing where all is paid. */
export function Unpaid({ subscription }: { subscription: Subscription }) {
  const { state, isCharged } = subscription
  const locale = useLocale()
  const t = useTranslate()
  if (state === 'active') return null
  const name = subscription.name[locale]
  return (
    <div className="notice error" role="alert">
      <p>{state === 'suspended' ? t('me_contract_suspended', { name }) : t('me_contract_past_due')}</p>
      {isCharged && <p>{t('me_contract_method')}</p>}
      <Link className="button" to={paths.me(locale, 'invoices')}>
        {t('me_contract_pay')}
      </Link>
    </div>
  )
}

/** What a cancellation means: the last day, and the bookings after it. */
export function Consequences({ subscription }: { subscription: Subscription }) {
  const { data } = useOwnBookings()
  const locale = useLocale()
  const t = useTranslate()
  const { change, lastDay } = subscription
  const name = subscription.name[locale]
  const after = (data?.data ?? []).filter(
    ({ canBeCancelled, fromDateTime }) => canBeCancelled && fromDateTime.slice(0, 10) > lastDay,
  )
  return (
    <>
      <p>{t('me_contract_cancel_text', { name, day: dayText(lastDay, locale) })}</p>
      {change && <p>{t('me_contract_cancel_change', { name: change.name[locale] })}</p>}
      {after.length > 0 && (
        <>
          <p>{t('me_contract_cancel_bookings')}</p>
          <ul>
            {after.map((booking) => (
              <li key={booking.id}>
                <b>{booking.resource.name}</b> {bookingTime(booking, locale, t)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** Where the contract is kept. */
export const subscriptionKey = (memberId: number | undefined) => ['subscription', memberId]

/** The contract of the member's own package. */
export function useSubscription() {
  const { memberId, options } = useBackend()
  const contracts = useSubscriptions()
  return useQuery({
    ...options,
    queryKey: subscriptionKey(memberId),
    queryFn: async () => (await contracts()).subscription(memberId),
  })
}

/** Cancels the contract, or takes that back. */
function useCancelSubscription() {
  const { memberId } = useBackend()
  const contracts = useSubscriptions()
  const cache = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: async (isCancelled: boolean) => (await contracts()).cancelSubscription(memberId, isCancelled),
    onSuccess: (answer) => {
      cache.setQueryData(subscriptionKey(memberId), answer)
      void cache.invalidateQueries({ queryKey: ['memberPackages', memberId] })
      void cache.invalidateQueries({ queryKey: ['ownBookings'] })
    },
  })
}

/** Takes the change to another package back. */
function useKeepPackage() {
  const { memberId } = useBackend()
  const contracts = useSubscriptions()
  const cache = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: async () => (await contracts()).keepPackage(memberId),
    onSuccess: (answer) => cache.setQueryData(subscriptionKey(memberId), answer),
  })
}
