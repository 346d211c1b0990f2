import { type ComponentProps, useState } from 'react'
import { useTranslate } from '../i18n/messages.ts'
import { TextField } from './form-parts.tsx'
import './password.css'

/** A password that can be shown while it is typed. Without scripts the button is hidden, because it would do nothing. */
export function PasswordField(field: Omit<ComponentProps<typeof TextField>, 'type' | 'children'>) {
  const t = useTranslate()
  const [shown, setShown] = useState(false)
  const id = `${field.form}-${field.name}`
  return (
    <div className="password-field">
      <TextField {...field} type={shown ? 'text' : 'password'} autoCapitalize="off" spellCheck={false} />
      <button type="button" aria-pressed={shown} aria-controls={id} onClick={() => setShown(!shown)}>
        {t('register_password_show')}
      </button>
    </div>
  )
}
