import type { SubmissionResult } from '@conform-to/react'
import type { Package } from '../../contracts/package.ts'
import type { SignUp } from '../../contracts/sign-up.ts'
import { Field } from '../forms/field.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { money } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { AccountFields } from './account-fields.tsx'
import { FormErrors, NextButton } from './form-parts.tsx'
import { ProofOfWork } from './proof-of-work.tsx'
import { startForm } from './start-fields.ts'
import type { SignedInAssertion } from './use-assertion.ts'
import { useProof } from './use-proof.ts'

interface StartFormProps {
  packages: Package[]
  /** First and last day of which a day pass is sold, and how many days that is ahead. */
  days: { first: string; last: string; ahead: number }
  /** Id of the package that a link has chosen. */
  chosen: number | null
  /** It was chosen on a page before: the form asks for the account alone. */
  isFixed?: boolean
  signUp: SignUp | null
  /** The visitor wants another account than that of the sign-up. */
  otherAccount: boolean
  /** The account of somebody who is signed in. */
  assertion: SignedInAssertion | null
  /** Address of the endpoint that gives a proof of work. */
  challenge: string
  answered: SubmissionResult | undefined
}

const id = 'start'

/** Asks for a package and an account. */
export function StartForm({
  packages,
  days,
  chosen,
  signUp,
  assertion,
  otherAccount,
  isFixed = false,
  ...props
}: StartFormProps) {
  const t = useTranslate()
  const dayPackages = packages.filter(({ kind }) => kind === 'day')
  const form = useActionForm(id, startForm(dayPackages.map((each) => each.id)), props.answered)
  const { fields } = form
  const { proof, isWorking, onSubmit } = useProof(
    form,
    (element) => new FormData(element).get('account') === 'new',
  )
  const errorOf = (name: string) => form.errors[name] && t(form.errors[name])
  const { item } = signUp ?? {}
  // What a link has chosen counts for a sign-up that is for nothing on this page yet.
  const held = item && item.kind !== 'credits' ? item.package : null
  const saved = packages.some(({ id: each }) => each === held) ? held : chosen
  const picked = fields.package.initialValue ?? (saved === null ? undefined : String(saved))
  return (
    <form.Form {...form.props} onSubmit={onSubmit} className="start-form">
      <FormErrors id={id} form={form} />
      {isFixed ? (
        <input type="hidden" name="package" value={chosen ?? ''} />
      ) : (
        <fieldset aria-describedby={form.errors['package'] ? `${id}-package-error` : undefined}>
          <legend>{t('onboarding_start_packages')}</legend>
          <p className="hint">{t('onboarding_start_packages_hint')}</p>
          <div className="choices">
            {packages.map((each, index) => (
              <PackageChoice key={each.id} form={id} picked={picked} offer={each} isFirst={index === 0} />
            ))}
          </div>
          {form.errors['package'] && (
            <p id={`${id}-package-error`} className="error">
              {errorOf('package')}
            </p>
          )}
          {dayPackages.length > 0 && (
            <div className="only-day">
              <Field
                form={id}
                name="day"
                label={t('onboarding_start_day')}
                help={t('onboarding_start_day_help', { days: days.ahead })}
                error={errorOf('day')}
              >
                {(control) => (
                  <input
                    key={fields.day.key}
                    {...control}
                    type="date"
                    min={days.first}
                    max={days.last}
                    defaultValue={
                      fields.day.initialValue ?? (item?.kind === 'dayPass' ? item.day : days.first)
                    }
                  />
                )}
              </Field>
            </div>
          )}
        </fieldset>
      )}
      <AccountFields
        form={id}
        fields={fields}
        errorOf={errorOf}
        kept={signUp && !otherAccount ? signUp.email : null}
        assertion={assertion}
      >
        <ProofOfWork ref={proof} challenge={props.challenge} />
      </AccountFields>
      <NextButton isBusy={form.isBusy || isWorking}>{t('onboarding_next_contact')}</NextButton>
      <p role="status">{isWorking && t('register_working')}</p>
    </form.Form>
  )
}

interface PackageChoiceProps {
  form: string
  offer: Package
  picked: string | undefined
  /** Errors of the group lead to its first box. */
  isFirst: boolean
}

/** A package to choose, as a card with a radio button. */
export function PackageChoice({ form, offer, picked, isFirst }: PackageChoiceProps) {
  const t = useTranslate()
  const locale = useLocale()
  const { kind, name, description, fee, period, gives, requirement } = offer
  return (
    <label className="choice" data-kind={kind}>
      <input
        type="radio"
        id={isFirst ? `${form}-package` : undefined}
        name="package"
        value={offer.id}
        defaultChecked={picked === String(offer.id)}
      />
      <span className="choice-name">{name[locale]}</span>
      <span className="choice-price">
        <b>{money(fee, locale)}</b>{' '}
        {t(
          kind === 'day'
            ? 'onboarding_per_day'
            : period === 'year'
              ? 'onboarding_per_year'
              : 'onboarding_per_month',
        )}
      </span>
      <span className="choice-text">{description[locale]}</span>
      <span className="choice-gives">{gives[locale].join('\u00a0· ')}</span>
      {requirement && <span className="choice-gives">{requirement[locale]}</span>}
      <span className="choice-term">
        {t(
          kind === 'day'
            ? 'onboarding_term_day'
            : period === 'year'
              ? 'onboarding_term_year'
              : 'onboarding_term_month',
        )}
      </span>
    </label>
  )
}
