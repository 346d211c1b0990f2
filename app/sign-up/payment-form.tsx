import type { SubmissionResult } from '@conform-to/react'
import type { ReactNode } from 'react'
import type { Offer } from '../../contracts/order.ts'
import { toDecimal } from '../../rules/money.ts'
import { useActionForm } from '../forms/use-action-form.ts'
import { longDay, money } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { CheckField, FormErrors, NextButton } from './form-parts.tsx'
import { OrderSummary } from './order-summary.tsx'
import { paymentForm } from './payment-fields.ts'

interface PaymentFormProps {
  /** Names the offers and the texts of this page. */
  shown: string
  /** The contract begins today. */
  offer: Offer
  /** The contract begins when the time for a withdrawal is over; null = there is none. */
  later: Offer | null
  /** Mail address of the space. */
  email: string | null
  answered: SubmissionResult | undefined
}

const id = 'payment'

/** Asks when it begins and how it is paid, says what is ordered, and orders it (§ 312j BGB). */
export function PaymentForm({ shown, offer, later, email, answered }: PaymentFormProps) {
  const t = useTranslate()
  const locale = useLocale()
  const form = useActionForm(id, paymentForm(later !== null), answered)
  const { fields } = form
  const errorOf = (name: string) => form.errors[name] && t(form.errors[name])
  const startsLater = fields.starts.initialValue === 'later'
  const paysBy = fields.paysBy.initialValue ?? offer.paysBy[0]
  const consent = (name: 'terms' | 'withdrawal', href: string) => (
    <CheckField
      form={id}
      name={name}
      label={
        <>
          {t(`onboarding_payment_${name}`)}{' '}
          <a href={href} target="_blank" rel="noopener">
            {t(`onboarding_payment_${name}_link`)}
          </a>
        </>
      }
      error={errorOf(name)}
      isChecked={fields[name].initialValue === 'on'}
    />
  )
  return (
    <form.Form {...form.props} className="payment-form">
      <FormErrors id={id} form={form} />
      <input type="hidden" name="shown" value={shown} />
      {later && (
        <fieldset className="starts" aria-describedby={errorOf('starts') && `${id}-starts-error`}>
          <legend>{t('onboarding_payment_starts')}</legend>
          {errorOf('starts') && (
            <p id={`${id}-starts-error`} className="error">
              {errorOf('starts')}
            </p>
          )}
          <RadioRow name="starts" value="now" isFirst isChecked={!startsLater}>
            <strong>{t('onboarding_payment_now')}</strong>
          </RadioRow>
          <div className="only-now">
            <CheckField
              form={id}
              name="early"
              label={t('onboarding_payment_early')}
              error={errorOf('early')}
              isChecked={fields.early.initialValue === 'on'}
            />
          </div>
          <RadioRow name="starts" value="later" isChecked={startsLater}>
            <strong>{t('onboarding_payment_later', { day: longDay(later.fromDate, locale, true) })}</strong>
          </RadioRow>
        </fieldset>
      )}
      <fieldset aria-describedby={errorOf('paysBy') && `${id}-paysBy-error`}>
        <legend>{t('onboarding_payment_method')}</legend>
        {offer.paysBy.map((way, index) => (
          <RadioRow key={way} name="paysBy" value={way} isFirst={index === 0} isChecked={way === paysBy}>
            <strong>{t(`onboarding_pays_by_${way}`)}</strong>
            <span>{t(`onboarding_pays_by_${way}_text`)}</span>
          </RadioRow>
        ))}
        {errorOf('paysBy') && (
          <p id={`${id}-paysBy-error`} className="error">
            {errorOf('paysBy')}
          </p>
        )}
      </fieldset>
      <fieldset>
        <legend>{t('onboarding_payment_agree')}</legend>
        {consent('terms', paths.terms(locale))}
        {later && consent('withdrawal', paths.withdrawal(locale))}
        {!later && (
          <p className="hint">{t(`onboarding_payment_no_withdrawal_${offer.renews ? 'company' : 'day'}`)}</p>
        )}
      </fieldset>
      <OrderSummary offer={offer} later={later} email={email} />
      <NextButton isBusy={form.isBusy}>{t('onboarding_order')}</NextButton>
      <p className="hint order-total">
        {t('onboarding_order_hint', { amount: money(toDecimal(offer.totalCents), locale) })}
      </p>
    </form.Form>
  )
}

interface RadioRowProps {
  name: string
  value: string
  isChecked: boolean
  /** Errors of the group lead to its first one. */
  isFirst?: boolean
  children: ReactNode
}

function RadioRow({ name, value, isChecked, isFirst = false, children }: RadioRowProps) {
  return (
    <label className="radio-row">
      <input
        type="radio"
        id={isFirst ? `${id}-${name}` : undefined}
        name={name}
        value={value}
        defaultChecked={isChecked}
      />
      <span>{children}</span>
    </label>
  )
}
