import { type InputHTMLAttributes, type ReactNode, useState } from 'react'
import { ErrorLinks, ErrorSummary } from '../forms/error-summary.tsx'
import { Field } from '../forms/field.tsx'
import type { FieldErrors } from '../forms/use-action-form.ts'
import { useTranslate } from '../i18n/messages.ts'
import './password.css'

/** What the parts of a form need of `useActionForm`. */
export interface FormState {
  errors: FieldErrors
  refusal: string | undefined
  failure: unknown
}

/** Says above the form why it was not done; nothing while it is fine. */
export function FormErrors({ id, form }: { id: string; form: FormState }) {
  const t = useTranslate()
  const isRefused = Object.keys(form.errors).length > 0 || form.refusal !== undefined
  if (!isRefused) return null
  return (
    <ErrorSummary title={t('form_error_title')} about={form.failure} level={2}>
      {form.refusal ? <p>{form.refusal}</p> : <ErrorLinks form={id} errors={form.errors} />}
    </ErrorSummary>
  )
}

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'form' | 'name' | 'id'> {
  /** Id of the form. */
  form: string
  name: string
  label: ReactNode
  help?: ReactNode
  error?: ReactNode
}

/** One line of text with its label. */
export function TextField({ form, name, label, help, error, ...input }: TextFieldProps) {
  return (
    <Field form={form} name={name} label={label} help={help} error={error}>
      {(control) => <input type="text" {...input} {...control} />}
    </Field>
  )
}

/** A password that can be shown while it is typed. Without scripts the button is hidden, because it would do nothing. */
export function PasswordField(field: Omit<TextFieldProps, 'type'>) {
  const t = useTranslate()
  const [shown, setShown] = useState(false)
  const id = `${field.form}-${field.name}`
  return (
    <div className="password-field">
      {/* A field of a password may not have the attribute, and does without. */}
      <TextField
        {...field}
        {...(shown ? { type: 'text', autoCapitalize: 'off' } : { type: 'password' })}
        spellCheck={false}
      />
      <button type="button" aria-pressed={shown} aria-controls={id} onClick={() => setShown(!shown)}>
        {t('register_password_show')}
      </button>
    </div>
  )
}

interface CheckFieldProps {
  form: string
  name: string
  label: ReactNode
  error?: ReactNode
  isChecked?: boolean
}

/** One box with its sentence. */
export function CheckField({ form, name, label, error, isChecked = false }: CheckFieldProps) {
  const id = `${form}-${name}`
  return (
    <div className="check">
      <label>
        <input
          type="checkbox"
          id={id}
          name={name}
          defaultChecked={isChecked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
    </div>
  )
}

/** The way on: the one main action of a step. */
export function NextButton({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <button type="submit" className="button next" aria-disabled={isBusy}>
      {children}
    </button>
  )
}
