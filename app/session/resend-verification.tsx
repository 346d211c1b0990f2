import { ErrorLinks, ErrorSummary } from '../forms/error-summary.tsx'
import { Field } from '../forms/field.tsx'
import type { FormResult } from '../forms/read-form.ts'
import { SubmitButton } from '../forms/submit-button.tsx'
import { useForm } from '../forms/use-form.ts'
import { useTranslate } from '../i18n/messages.ts'
import { ResendForm } from './resend-form.ts'

/** Asks for the address and sends the verification mail again; the answer is the same for every address. */
export function ResendVerification({ answered }: { answered: FormResult | undefined }) {
  const t = useTranslate()
  const { id, errors, result, isBusy, valueOf, props } = useForm('resend', ResendForm, answered)
  const error = errors['email'] && t(errors['email'])
  return (
    <section className="resend" aria-labelledby="resend-title">
      <h2 id="resend-title">{t('auth_resend_title')}</h2>
      <p>{t('auth_resend_text')}</p>
      <form {...props}>
        {error && (
          <ErrorSummary title={t('form_error_title')} about={result}>
            <ErrorLinks form={id} errors={errors} />
          </ErrorSummary>
        )}
        <Field form={id} name="email" label={t('auth_resend_email')} error={error}>
          {(control) => (
            <input {...control} type="email" autoComplete="email" required defaultValue={valueOf('email')} />
          )}
        </Field>
        <SubmitButton quiet isBusy={isBusy}>
          {t('auth_resend_submit')}
        </SubmitButton>
      </form>
      <p role="status">
        {result?.kind === 'done' && t('auth_resend_done')}
        {result?.kind === 'failed' && t('auth_resend_failed', { message: result.message })}
      </p>
    </section>
  )
}
