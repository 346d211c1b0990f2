import type { ReactNode } from 'react'
import { Field } from '../forms/field.tsx'
import type { FieldErrors } from '../forms/use-action-form.ts'
import { Link } from '../frame/link.tsx'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'

interface GuestFieldsProps {
  /** The age decides: the day of birth is asked for. */
  hasAgeRule: boolean
  isPaid: boolean
  /** What was typed last. */
  typed: Record<string, string>
  errors: FieldErrors
}

/** The fields of a sign-up without an account. */
export function GuestFields({ hasAgeRule, isPaid, typed, errors }: GuestFieldsProps) {
  const t = useTranslate()
  const locale = useLocale()
  const about = (name: string) => ({ form: 'guest', name, error: errors[name] && t(errors[name]) })
  const line = (name: string, label: string, complete: string, type = 'text', help?: string) => (
    <Field {...about(name)} label={label} help={help}>
      {(control) => (
        <input {...control} type={type} autoComplete={complete} defaultValue={typed[name]} maxLength={254} />
      )}
    </Field>
  )
  return (
    <>
      {line('firstName', t('onboarding_contact_first_name'), 'given-name')}
      {line('lastName', t('onboarding_contact_last_name'), 'family-name')}
      {line('email', t('guest_email'), 'email', 'email', t('guest_email_help'))}
      {hasAgeRule && line('bornOn', t('onboarding_contact_birth'), 'bday', 'date', t('guest_birth_help'))}
      <Field
        {...about('companions')}
        label={t('guest_companions')}
        help={t(
          hasAgeRule ? 'guest_companions_ages' : isPaid ? 'guest_companions_paid' : 'guest_companions_help',
        )}
      >
        {(control) => <textarea {...control} rows={2} maxLength={700} defaultValue={typed['companions']} />}
      </Field>
      <Box {...about('accepted')} isChecked={typed['accepted'] === 'on'}>
        {t('order_terms')} <Link to={paths.terms(locale)}>{t('order_terms_link')}</Link>
      </Box>
      {!hasAgeRule && (
        <Box {...about('isAdult')} isChecked={typed['isAdult'] === 'on'}>
          {t('guest_adult')}
        </Box>
      )}
    </>
  )
}

interface BoxProps {
  form: string
  name: string
  error: string | undefined
  isChecked: boolean
  children: ReactNode
}

/** A box to tick, with its error below. */
function Box({ form, name, error, isChecked, children }: BoxProps) {
  const id = `${form}-${name}`
  return (
    <div className="check">
      <label>
        <input
          id={id}
          type="checkbox"
          name={name}
          defaultChecked={isChecked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-error`}
        />
        <span>{children}</span>
      </label>
      {error && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
    </div>
  )
}
