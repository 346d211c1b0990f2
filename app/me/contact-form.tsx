import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '../../clients/store-error.ts'
import type { Member } from '../../contracts/member.ts'
import { countries } from '../../contracts/postal.ts'
import { ErrorLinks, ErrorSummary } from '../forms/error-summary.tsx'
import { Field } from '../forms/field.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import type { FieldErrors } from '../forms/use-action-form.ts'
import { useLocale } from '../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import { WriteFailed } from '../live/loaded.tsx'
import { contactOf, wrongFields } from './contact.ts'
import { nameOf } from './profile.ts'
import { useBackend } from './use-backend.ts'

interface ContactFormProps {
  member: Member
  onSaved: (member: Member) => void
  onCancel: () => void
}

/** Changes the contact data of the member. */
export function ContactForm({ member, onSaved, onCancel }: ContactFormProps) {
  const { backend } = useBackend()
  const t = useTranslate()
  const locale = useLocale()
  const [errors, setErrors] = useState<FieldErrors>({})
  const saving = useMutation({
    mutationFn: async (form: FormData) => {
      const contact = contactOf(form)
      return (await backend()).changeContact({ memberId: member.id, contact })
    },
    onSuccess: onSaved,
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (saving.isPending) return
    const form = new FormData(event.currentTarget)
    const wrong = wrongFields(form)
    // A new object, so that the summary takes the focus again.
    setErrors({ ...wrong })
    if (Object.keys(wrong).length === 0) saving.mutate(form)
  }
  const errorOf = (name: string) => errors[name] && t(errors[name])
  const field = (name: 'phone' | 'address' | 'zip' | 'city', complete: string, help?: MessageKey) => (
    <Field
      form="contact"
      name={name}
      label={t(`me_contact_${name}`)}
      help={help && t(help)}
      error={errorOf(name)}
    >
      {(control) => (
        <input
          {...control}
          type={name === 'phone' ? 'tel' : 'text'}
          autoComplete={complete}
          defaultValue={member[name] ?? ''}
        />
      )}
    </Field>
  )
  return (
    <form className="contact-form" noValidate onSubmit={onSubmit}>
      {Object.keys(errors).length > 0 && (
        <ErrorSummary title={t('form_error_title')} about={errors}>
          <ErrorLinks form="contact" errors={errors} />
        </ErrorSummary>
      )}
      <div role="alert">
        {saving.error && <WriteFailed title={t('me_contact_failed')} text={errorMessage(saving.error)} />}
      </div>
      {field('phone', 'tel', 'me_contact_optional')}
      {field('address', 'address-line1', 'me_contact_invoices')}
      <div className="contact-town">
        {field('zip', 'postal-code')}
        {field('city', 'address-level2')}
      </div>
      <Field form="contact" name="countryCode" label={t('me_contact_country')} error={errorOf('countryCode')}>
        {(control) => (
          <select {...control} autoComplete="country" defaultValue={member.countryCode ?? 'DE'}>
            {countriesWith(member.countryCode).map((code) => (
              <option key={code} value={code}>
                {nameOf('region', code, locale)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        form="contact"
        name="language"
        label={t('me_profil_language')}
        help={t('me_contact_language')}
        error={errorOf('language')}
      >
        {(control) => (
          <select {...control} defaultValue={member.language ?? locale}>
            {(['de', 'en'] as const).map((code) => (
              <option key={code} value={code}>
                {nameOf('language', code, locale)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className="me-actions">
        <SubmitButton isBusy={saving.isPending}>{t('me_contact_save')}</SubmitButton>
        <button type="button" className="button quiet" onClick={onCancel}>
          {t('me_contact_cancel')}
        </button>
      </div>
    </form>
  )
}

/** The countries to choose from; that of the member is always among them. */
function countriesWith(own: string | null): string[] {
  return own === null || countries.includes(own) ? countries : [own, ...countries]
}
