import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { MemberConsent, Offer, PaysBy } from '../../../contracts/order.ts'
import { earlyStartTexts } from '../../../contracts/order-texts.ts'
import { errorMessage, StoreError } from '../../../clients/store-error.ts'
import { toDecimal } from '../../../rules/money.ts'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { Link } from '../../frame/link.tsx'
import { money } from '../../i18n/format.ts'
import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import { Loaded } from '../../live/loaded.tsx'
import { dayText } from '../../me/credit-entry.ts'
import { useBackend } from '../../me/use-backend.ts'
import * as paths from '../../paths.ts'

export const meta = titled('order_title')

/** `/me/order?pack=2`: what is ordered, and the button that obliges to pay (§ 312j BGB). */
export default function OrderScreen() {
  const [parameters] = useSearchParams()
  const pack = Number(parameters.get('pack'))
  const { backend, memberId, options } = useBackend()
  const query = useQuery({
    ...options,
    queryKey: ['offer', memberId, pack],
    queryFn: async () => (await backend()).offer(memberId, pack),
    retry: false,
  })
  const t = useTranslate()
  return (
    <section className="me-order">
      <h1>{t('order_title')}</h1>
      {needsGuardian(query.error) ? (
        <p className="notice">{errorMessage(query.error)}</p>
      ) : (
        <Loaded query={query} failed={t('order_offer_failed')} rows={2}>
          {(offer) => <OrderForm pack={pack} offer={offer} again={() => void query.refetch()} />}
        </Loaded>
      )}
    </section>
  )
}

/** Another try would end the same. */
function needsGuardian(error: Error | null): error is StoreError {
  return error instanceof StoreError && error.problem?.code === 'guardianNeeded'
}

interface OrderFormProps {
  pack: number
  offer: Offer
  /** Asks for the offer again: its price may have changed. */
  again: () => void
}

function OrderForm({ pack, offer, again }: OrderFormProps) {
  const t = useTranslate()
  const [first = 'provider'] = offer.paysBy
  const { order, isBusy, error } = useOrder(pack, offer, again)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const chosen = new FormData(event.currentTarget).get('paysBy')
        const paysBy = offer.paysBy.find((way) => way === chosen) ?? first
        // Every box is required: without one the browser does not submit.
        if (!isBusy) order({ paysBy, consents: ['terms', 'withdrawal', 'earlyStart'] })
      }}
    >
      {offer.paysBy.length === 0 && <p className="notice">{t('order_no_way')}</p>}
      <WaysToPay ways={offer.paysBy} />
      <Consents />
      <OfferFacts offer={offer} />
      <div role="alert">{error && <p className="notice error">{errorMessage(error)}</p>}</div>
      <SubmitButton isBusy={isBusy || offer.paysBy.length === 0}>{t('order_submit')}</SubmitButton>
    </form>
  )
}

/** Orders once: a retry after a lost answer sends the same key. */
function useOrder(pack: number, offer: Offer, again: () => void) {
  const { backend, memberId } = useBackend()
  const navigate = useNavigate()
  const locale = useLocale()
  const key = useRef<string | null>(null)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async (given: { paysBy: PaysBy; consents: MemberConsent[] }) => {
      key.current ??= crypto.randomUUID()
      const asked = { ...given, pack, shownCents: offer.totalCents }
      return (await backend()).placeOrder(memberId, asked, key.current)
    },
    onSuccess: ({ number, url }) =>
      url ? location.assign(url) : void navigate(paths.me(locale, `order/${number}`)),
    onError: (failure) => {
      if (!(failure instanceof StoreError)) return
      key.current = null
      if (failure.problem?.code === 'priceChanged') again()
    },
  })
  return { order: mutate, isBusy: isPending || isSuccess, error }
}

/** Everything that the law wants directly above the button. */
function OfferFacts({ offer }: { offer: Offer }) {
  const locale = useLocale()
  const t = useTranslate()
  const { name, gives, totalCents, taxCents, taxPercent, fromDate, untilDate } = offer
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
        <dt>{t('order_validity')}</dt>
        <dd>
          {t('order_days', { from: dayText(fromDate, locale), until: dayText(untilDate, locale) })}
          <span className="line hint">{t('order_ends')}</span>
        </dd>
      </div>
      <div>
        <dt>{t('order_total')}</dt>
        <dd>
          <b className="price">{money(toDecimal(totalCents), locale)}</b>
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

function Consents() {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <fieldset className="me-choices">
      <legend>{t('order_consents')}</legend>
      <label>
        <input type="checkbox" name="terms" required />
        <span>
          {t('order_terms')} <Link to={paths.terms(locale)}>{t('order_terms_link')}</Link>
        </span>
      </label>
      <label>
        <input type="checkbox" name="withdrawal" required />
        <span>
          {t('order_withdrawal')} <Link to={paths.withdrawal(locale)}>{t('order_withdrawal_link')}</Link>
        </span>
      </label>
      <label>
        <input type="checkbox" name="earlyStart" required />
        <span>{earlyStartTexts[locale]}</span>
      </label>
    </fieldset>
  )
}
