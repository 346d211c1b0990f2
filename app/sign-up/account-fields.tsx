import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useTranslate } from '../i18n/messages.ts'
import { SignInButton } from '../session/sign-in-button.tsx'
import { CheckField, PasswordField, TextField } from './form-parts.tsx'
import type { SignedInAssertion } from './use-assertion.ts'

/** A field as the form library knows it. */
interface Known {
  key: string | undefined
  initialValue?: string | undefined
}

interface AccountFieldsProps {
  form: string
  fields: Record<'account' | 'email' | 'newsletter' | 'password', Known>
  errorOf: (name: string) => string | undefined
  /** Address of the account of the sign-up. */
  kept: string | null
  assertion: SignedInAssertion | null
  /** The proof of work. */
  children: ReactNode
}

/** The account of a sign-up: a new one, one that exists, that of the person who is signed in, or the one it has. */
export function AccountFields({ form, fields, errorOf, kept, assertion, children }: AccountFieldsProps) {
  const t = useTranslate()
  const { pathname, search } = useLocation()
  const known = assertion?.email ?? kept
  if (known !== null)
    return (
      <fieldset>
        <legend>{t('onboarding_account')}</legend>
        <input type="hidden" name="account" value={assertion ? 'assertion' : 'kept'} />
        {assertion && <input type="hidden" name="assertion" value={assertion.assertion} />}
        <p>
          {t(assertion ? 'onboarding_account_signed_in' : 'onboarding_account_kept')} <strong>{known}</strong>
        </p>
        {!assertion && (
          <p>
            <a href={`${pathname}?account=other`}>{t('onboarding_account_other')}</a>
          </p>
        )}
      </fieldset>
    )
  const text = (name: 'email' | 'password') => ({
    form,
    name,
    error: errorOf(name),
    enterKeyHint: 'next' as const,
  })
  const isExisting = fields.account.initialValue === 'existing'
  return (
    <fieldset className="account">
      <legend>{t('onboarding_account')}</legend>
      <div className="segments">
        <label>
          <input
            type="radio"
            name="account"
            id={`${form}-account`}
            value="new"
            defaultChecked={!isExisting}
          />
          <span>{t('onboarding_account_new')}</span>
        </label>
        <label>
          <input type="radio" name="account" value="existing" defaultChecked={isExisting} />
          <span>{t('onboarding_account_existing')}</span>
        </label>
      </div>
      <div className="only-existing">
        <p>{t('onboarding_account_sign_in_text')}</p>
        <p>
          <SignInButton quiet returnTo={pathname + search}>
            {t('site_sign_in')}
          </SignInButton>
        </p>
      </div>
      <TextField
        key={fields.email.key}
        {...text('email')}
        type="email"
        label={t('register_email')}
        help={t('onboarding_account_email_help')}
        autoComplete="username"
        inputMode="email"
        maxLength={254}
        defaultValue={fields.email.initialValue}
      />
      <div className="only-new">
        <PasswordField
          key={fields.password.key}
          {...text('password')}
          label={t('register_password')}
          help={t('register_password_help')}
          autoComplete="new-password"
          maxLength={256}
        />
        <CheckField
          form={form}
          name="newsletter"
          label={t('onboarding_account_newsletter')}
          isChecked={fields.newsletter.initialValue === 'on'}
        />
        {children}
        <noscript>
          <p className="notice">{t('onboarding_account_needs_script')}</p>
        </noscript>
        <p
          className="hint"
          id={`${form}-altcha`}
          tabIndex={-1}
          aria-describedby={errorOf('altcha') && `${form}-altcha-error`}
        >
          {t('register_proof')}
        </p>
        {errorOf('altcha') && (
          <p id={`${form}-altcha-error`} className="error">
            {errorOf('altcha')}
          </p>
        )}
      </div>
    </fieldset>
  )
}
