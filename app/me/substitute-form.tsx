import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '../../clients/store-error.ts'
import type { CoursePlace } from '../../contracts/course-place.ts'
import { ErrorLinks, ErrorSummary } from '../forms/error-summary.tsx'
import { Field } from '../forms/field.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import type { FieldErrors } from '../forms/use-action-form.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import { WriteFailed } from '../live/loaded.tsx'
import { substituteFaults, type SubstituteField, substituteOf } from './substitute-fields.ts'
import { usePlaceClient } from './use-places.ts'

interface SubstituteFormProps {
  place: CoursePlace
  /** @param name of the person who has the place now */
  onGiven: (name: string) => void
}

/** Gives a booked place to another person. */
export function SubstituteForm({ place, onGiven }: SubstituteFormProps) {
  const t = useTranslate()
  const client = usePlaceClient()
  const cache = useQueryClient()
  const [errors, setErrors] = useState<FieldErrors>({})
  const form = `substitute-${place.id}`
  const giving = useMutation({
    networkMode: 'always',
    mutationFn: async (data: FormData) => {
      const person = substituteOf(data)
      await (await client()).substitutePlace(place.id, person)
      return `${person.firstName} ${person.lastName}`
    },
    onSuccess: (name) => {
      onGiven(name)
      return cache.invalidateQueries({ queryKey: ['coursePlaces'] })
    },
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (giving.isPending) return
    const data = new FormData(event.currentTarget)
    const faults = substituteFaults(data)
    setErrors({ ...faults })
    if (Object.keys(faults).length === 0) giving.mutate(data)
  }
  const field = (name: SubstituteField, label: MessageKey, type = 'text', help?: MessageKey) => (
    <Field
      form={form}
      name={name}
      label={t(label)}
      help={help && t(help)}
      error={errors[name] && t(errors[name])}
    >
      {(control) => (
        <input
          {...control}
          type={type}
          autoComplete="off"
          maxLength={type === 'date' ? undefined : name === 'email' ? 254 : 80}
        />
      )}
    </Field>
  )
  return (
    <details className="place-leave">
      <summary className="button quiet">{t('place_substitute')}</summary>
      <p>{t('place_substitute_text')}</p>
      {Number(place.price) > 0 && !place.isSubstitute && <p>{t('place_substitute_money')}</p>}
      <form noValidate onSubmit={onSubmit}>
        {Object.keys(errors).length > 0 && (
          <ErrorSummary title={t('form_error_title')} about={errors} level={3}>
            <ErrorLinks form={form} errors={errors} />
          </ErrorSummary>
        )}
        <div role="alert">
          {giving.error && <WriteFailed title={t('place_failed')} text={errorMessage(giving.error)} />}
        </div>
        {field('firstName', 'onboarding_contact_first_name')}
        {field('lastName', 'onboarding_contact_last_name')}
        {field('email', 'register_email', 'email')}
        {field('bornOn', 'onboarding_contact_birth', 'date', 'place_substitute_birth')}
        <SubmitButton quiet isBusy={giving.isPending}>
          {t('place_substitute_now')}
        </SubmitButton>
      </form>
    </details>
  )
}
