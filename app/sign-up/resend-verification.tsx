import type { SubmissionResult } from '@conform-to/react'
import { z } from 'zod'
import { ErrorLinks, ErrorSummary } from '../forms/error-summary.tsx'
import { Field } from '../forms/field.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import './sign-up.css'

const invalid = 'auth_resend_invalid' satisfies MessageKey

/** The form that asks for the verification mail again (C8). */
export const ResendForm = z.object({ email: z.email(invalid).max(254, invalid) })

interface ResendVerificationProps {
  /** The address that was typed before; '' = none is known. */
  address: string
  /** The page has a more important step. */
  quiet?: boolean
  answered: SubmissionResult | undefined
}

/** Sends the verification mail again; the answer is the same for every address (C8). */
export function ResendVerification({ address, quiet = false, answered }: ResendVerificationProps) {
  const t = useTranslate()
  const form = useActionForm('resend', ResendForm, answered)
  const { email } = form.fields
  const error = form.errors['email'] && t(form.errors['email'])
  return (
    <section className="resend" aria-labelledby="resend-title">
      <h2 id="resend-title">{t('auth_resend_title')}</h2>
      <p>{t('auth_resend_text')}</p>
      <form.Form {...form.props}>
        {error && (
          <ErrorSummary title={t('form_error_title')} about={form.failure}>
            <ErrorLinks form="resend" errors={form.errors} />
          </ErrorSummary>
        )}
        <Field form="resend" name="email" label={t('auth_resend_email')} error={error}>
          {(control) => (
            <input
              key={email.key}
              {...control}
              type="email"
              autoComplete="email"
              required
              defaultValue={email.initialValue ?? address}
            />
          )}
        </Field>
        <SubmitButton quiet={quiet} isBusy={form.isBusy}>
          {t('auth_resend_submit')}
        </SubmitButton>
      </form.Form>
      <p role="status">
        {form.isDone && t('auth_resend_done')}
        {form.refusal && t('auth_resend_failed', { message: form.refusal })}
      </p>
    </section>
  )
}
