import type { ReactNode } from 'react'

/** The properties that a native control takes from its field. */
export interface ControlProps {
  id: string
  name: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldProps {
  /** Id of the form; the control's id is `{form}-{name}`. */
  form: string
  name: string
  label: ReactNode
  help?: ReactNode
  error?: ReactNode
  /** Draws the control: an input, a select, a textarea. */
  children: (control: ControlProps) => ReactNode
}

/** A control with its label above, help and error below; both are read with the control. */
export function Field({ form, name, label, help, error, children }: FieldProps) {
  const id = `${form}-${name}`
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {help && (
        <p id={`${id}-help`} className="hint">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
    </div>
  )
}
