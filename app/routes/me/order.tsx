import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { MemberConsent, MemberOffer, Offer, PaysBy } from '../../../contracts/order.ts'
import { earlyStartTexts } from '../../../contracts/order-texts.ts'
import { errorMessage, StoreError } from '../../../clients/store-error.ts'
import { toDecimal } from '../../../rules/money.ts'
import { withdrawalDays } from '../../../rules/withdrawal-days.ts'
import { ErrorLinks, ErrorSummary } from '../../forms/error-summary.tsx'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { Link } from '../../frame/link.tsx'
import { money } from '../../i18n/format.ts'
import { useLocale } from '../../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import { Loaded } from '../../live/loaded.tsx'
import { leaveTo } from '../../live/leave-to.ts'
import { dayText } from '../../me/credit-entry.ts'
import { subscriptionKey } from '../../me/subscription-section.tsx'
import { useBackend } from '../../me/use-backend.ts'
import { useSubscriptions } from '../../me/use-subscriptions.ts'
import { useToday } from '../../me/use-rights.ts'
import * as paths from '../../paths.ts'
import { useSession } from '../../session/session.ts'

export const meta = titled('order_title')

/** What the address asks for: a pack of credits, or another package for the contract. */
type Asked = { pack: number } | { package: number }

/** `/me/order?pack=2`, `/me/order?package=4`: what is ordered, and the button that obliges to pay (§ 312j BGB). */
export default function OrderScreen() {
  const [parameters] = useSearchParams()
  const wanted = parameters.get('package')
  const asked: Asked =
    wanted === null ? { pack: Number(parameters.get('pack')) } : { package: Number(wanted) }
  const isAsked = Object.values(asked).every((id: number) => Number.isSafeInteger(id) && id > 0)
  const { backend, memberId, options } = useBackend()
  const contracts = useSubscriptions()
  const query = useQuery({
    ...options,
    queryKey: ['offer', memberId, asked],
    enabled: isAsked,
    queryFn: async () =>
      'pack' in asked
        ? (await backend()).offer(memberId, asked.pack)
        : (await contracts()).packageOffer(memberId, asked.package),
    retry: false,
  })
  const locale = useLocale()
  const t = useTranslate()
  const { error } = useSession()
  const refusal = refusalOf(query.error)
  const isUnavailable = !isAsked || isUnknown(query.error) || error === 'noMember' || refusal
  return (
    <section className="me-order">
      <h1>{t(wanted === null ? 'order_title' : 'me_packages_other')}</h1>
      {wanted !== null && !isUnavailable && (
        <Link className="me-up" to={paths.me(locale, 'packages')}>
          {t('me_packages_title')}
        </Link>
      )}
      {isUnavailable ? (
        <NoOffer refusal={refusal} page={wanted === null ? 'credits' : 'packages'} />
      ) : (
        <Loaded query={query} failed={t('order_offer_failed')} rows={2}>
          {(offer) => (
            <>
              <p className="lead">
                {offer.name[locale]} · {money(toDecimal(offer.totalCents), locale)}
              </p>
              <OrderForm asked={asked} offer={offer} again={() => void query.refetch()} />
            </>
          )}
        </Loaded>
      )}
    </section>
  )
}

/** Says why nothing can be ordered, and leads to the page that lists what can be. */
function NoOffer({ refusal, page }: { refusal: StoreError | null; page: 'credits' | 'packages' }) {
  const locale = useLocale()
  const t = useTranslate()
  const { error } = useSession()
  if (error === 'noMember')
    return (
      <>
        <p>{t('me_no_membership')}</p>
        <Link className="button" to={paths.onboarding(locale)}>
          {t('me_session_join')}
        </Link>
      </>
    )
  return (
    <>
      <p>{refusal ? errorMessage(refusal) : t('order_offer_none')}</p>
      <Link className="button" to={paths.me(locale, page)}>
        {t(page === 'credits' ? 'order_to_credits' : 'me_packages_title')}
      </Link>
    </>
  )
}

function isUnknown(error: Error | null): boolean {
  return error instanceof StoreError && error.status === 404
}

/** Another try would end the same. */
function refusalOf(error: Error | null): StoreError | null {
  const isRefused =
    error instanceof StoreError && ['guardianNeeded', 'noChange'].includes(error.problem?.code ?? '')
  return isRefused ? error : null
}

interface OrderFormProps {
  asked: Asked
  offer: MemberOffer
  /** Asks for the offer again: it has changed. */
  again: () => void
}

type ConsentErrors = Partial<Record<MemberConsent, MessageKey>>

const missingTexts = {
  terms: 'signup_error_terms_missing',
  withdrawal: 'signup_error_withdrawal_missing',
  earlyStart: 'order_error_early_missing',
} as const

/** Renders the choices, and beside them what is ordered, directly above the button (§ 312j (2) BGB). */
function OrderForm({ asked, offer, again }: OrderFormProps) {
  const locale = useLocale()
  const t = useTranslate()
  const [first = 'provider'] = offer.paysBy
  const consents = useConsents(offer)
  const { order, isBusy, error } = useOrder(asked, offer, again)
  // Each refused submit sets another object, and the summary takes the focus then.
  const [refused, setRefused] = useState({})
  const [errors, setErrors] = useState<ConsentErrors>({})
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const missing = consents.filter((kind) => !form.has(kind))
    setErrors(Object.fromEntries(missing.map((kind) => [kind, missingTexts[kind]])))
    if (missing.length > 0) return setRefused({})
    const paysBy = offer.paysBy.find((way) => way === form.get('paysBy')) ?? first
    if (!isBusy) order({ paysBy, consents })
  }
  const onChange = ({ target: { name } }: ChangeEvent<HTMLInputElement>) =>
    setErrors({ ...errors, [name]: undefined })
  return (
    <form noValidate onSubmit={onSubmit}>
      <div>
        {Object.values(errors).some(Boolean) && (
          <ErrorSummary title={t('form_error_title')} about={refused} level={2}>
            <ErrorLinks form="order" errors={errors} />
          </ErrorSummary>
        )}
        {offer.paysBy.length === 0 && <p className="notice">{t('order_no_way')}</p>}
        {offer.renews ? <PaidLater offer={offer} /> : <WaysToPay ways={offer.paysBy} />}
        <Consents kinds={consents} errors={errors} onChange={onChange} />
      </div>
      <div>
        <OfferFacts offer={offer} />
        <div role="alert">{error && <p className="notice error">{errorMessage(error)}</p>}</div>
        <SubmitButton isBusy={isBusy || offer.paysBy.length === 0}>
          {offer.renews
            ? t('order_submit')
            : t('order_submit_price', { price: money(toDecimal(offer.totalCents), locale) })}
        </SubmitButton>
      </div>
    </form>
  )
}

const dayMs = 24 * 60 * 60_000

/** Returns the consents that an offer needs. `earlyStart` joins them when the service begins within the withdrawal period. */
function useConsents({ fromDate, isCompany }: MemberOffer): MemberConsent[] {
  const isEarly = Date.parse(fromDate) - Date.parse(useToday()) <= withdrawalDays * dayMs
  if (isCompany) return ['terms']
  return isEarly ? ['terms', 'withdrawal', 'earlyStart'] : ['terms', 'withdrawal']
}

/** Orders once: a retry after a lost answer sends the same key. */
function useOrder(asked: Asked, offer: MemberOffer, again: () => void) {
  const { backend, memberId } = useBackend()
  const contracts = useSubscriptions()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const locale = useLocale()
  const key = useRef<string | null>(null)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async ({ paysBy, consents }: { paysBy: PaysBy; consents: MemberConsent[] }) => {
      key.current ??= crypto.randomUUID()
      const { fromDate, totalCents: shownCents, shown } = offer
      if ('pack' in asked)
        return (await backend()).placeOrder(
          memberId,
          { ...asked, paysBy, shownCents, shown, consents },
          key.current,
        )
      const change = { ...asked, fromDate, shownCents, shown, consents }
      cache.setQueryData(
        subscriptionKey(memberId),
        await (await contracts()).changePackage(memberId, change, key.current),
      )
      return null
    },
    onSuccess: (placed) => {
      if (placed?.url) leaveTo(placed.url)
      else void navigate(paths.me(locale, placed ? `order/${placed.number}` : 'packages'))
    },
    onError: (failure) => {
      if (!(failure instanceof StoreError)) return
      key.current = null
      if (['priceChanged', 'offerChanged'].includes(failure.problem?.code ?? '')) again()
    },
  })
  return { order: mutate, isBusy: isPending || isSuccess, error }
}

/** Everything that the law wants directly above the button. */
function OfferFacts({ offer }: { offer: Offer }) {
  const locale = useLocale()
  const t = useTranslate()
  const { name, gives, totalCents, taxCents, taxPercent, renews, fromDate, untilDate } = offer
  const total = money(toDecimal(totalCents), locale)
  const tax = { percent: String(Number(taxPercent)).replace('.', locale === 'de' ? ',' : '.') }
  return (
    <dl className="me-facts me-offer">
      <div>
        <dt>{t('order_item')}</dt>
        <dd>
          <b>{name[locale]}</b>
          {gives[locale].map((line) => (
            <span key={line} className="line">
              {line}
            </span>
          ))}
        </dd>
      </div>
      <div>
        <dt>{t(renews ? 'onboarding_order_first' : 'order_validity')}</dt>
        <dd>
          {t('order_days', { from: dayText(fromDate, locale), until: dayText(untilDate, locale) })}
          <span className="line hint">
            {renews
              ? `${t(`onboarding_order_renews_${renews}`, { amount: total })} ${t('onboarding_order_cancel')}`
              : t('order_ends')}
          </span>
        </dd>
      </div>
      <div>
        <dt>{t('order_total')}</dt>
        <dd>
          <b className="price">{total}</b>
          <span className="line hint">
            {taxCents > 0
              ? t('order_tax', { ...tax, tax: money(toDecimal(taxCents), locale) })
              : t('order_no_tax')}
          </span>
        </dd>
      </div>
    </dl>
  )
}

/** A change of package is paid as the contract is, with the first day of the new package. */
function PaidLater({ offer: { fromDate } }: { offer: Offer }) {
  const locale = useLocale()
  const t = useTranslate()
  return <p className="hint">{t('order_change_text', { day: dayText(fromDate, locale) })}</p>
}

function WaysToPay({ ways }: { ways: PaysBy[] }) {
  const t = useTranslate()
  const [only] = ways
  if (ways.length < 2) return only ? <p className="hint">{t(`order_pays_${only}_text`)}</p> : null
  return (
    <fieldset className="me-choices">
      <legend>{t('order_pays')}</legend>
      {ways.map((way) => (
        <label key={way}>
          <input type="radio" name="paysBy" value={way} defaultChecked={way === only} />
          <span>
            {t(`order_pays_${way}`)}
            <span className="line hint">{t(`order_pays_${way}_text`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

interface ConsentsProps {
  kinds: MemberConsent[]
  errors: ConsentErrors
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/** Renders a box for each consent, with what is wrong with it. */
function Consents({ kinds, errors, onChange }: ConsentsProps) {
  const locale = useLocale()
  const t = useTranslate()
  const texts = {
    terms: (
      <>
        {t('order_terms')} <Link to={paths.terms(locale)}>{t('order_terms_link')}</Link>
      </>
    ),
    withdrawal: (
      <>
        {t('order_withdrawal')} <Link to={paths.withdrawal(locale)}>{t('order_withdrawal_link')}</Link>
      </>
    ),
    earlyStart: earlyStartTexts[locale],
  }
  return (
    <fieldset className="me-choices">
      <legend>{t('order_consents')}</legend>
      {kinds.map((kind) => (
        <div key={kind}>
          <label>
            <input
              type="checkbox"
              id={`order-${kind}`}
              name={kind}
              onChange={onChange}
              aria-invalid={errors[kind] ? true : undefined}
              aria-describedby={errors[kind] && `order-${kind}-error`}
            />
            <span>{texts[kind]}</span>
          </label>
          {errors[kind] && (
            <p id={`order-${kind}-error`} className="error">
              {t(errors[kind])}
            </p>
          )}
        </div>
      ))}
    </fieldset>
  )
}
