import type { SubmissionResult } from '@conform-to/react'
import { z } from 'zod'
import { passwordMinLength } from '../../contracts/registration.ts'
import { SubmitButton } from '../forms/submit-button.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import { FormErrors, PasswordField, TextField } from './form-parts.tsx'
import { ProofOfWork } from './proof-of-work.tsx'
import { useProof } from './use-proof.ts'

const text = (key: MessageKey) => key
const email = text('register_email_wrong')
const short = text('register_password_short')
const altcha = text('register_altcha_missing')

/** The form of a registration; the server has more rules for the password (C7). */
export const RegisterForm = z.object({
  email: z.email(email).max(254, email),
  password: z
    .string(short)
    .refine((password) => [...password].length >= passwordMinLength, short)
    .max(256, text('register_password_long')),
  altcha: z.string(altcha),
})

const texts: Record<string, MessageKey | undefined> = {
  email: email,
  'password tooShort': short,
  'password tooLong': 'register_password_long',
  'password common': 'register_password_common',
  'password personal': 'register_password_personal',
  altcha: altcha,
}

/** Returns the text for a field that the backend refused. */
export const registerMessage = (field: string, code: string): MessageKey | undefined =>
  texts[`${field} ${code}`] ?? texts[field]

interface RegisterFormProps {
  /** Address of the endpoint that gives a proof of work. */
  challenge: string
  answered: SubmissionResult | undefined
}

const id = 'register'

/** Asks for address and password. */
export function Register({ challenge, answered }: RegisterFormProps) {
  const t = useTranslate()
  const form = useActionForm(id, RegisterForm, answered)
  const { fields } = form
  const { proof, isWorking, onSubmit } = useProof(form)
  const errorOf = (name: string) => form.errors[name] && t(form.errors[name])

  return (
    <form.Form {...form.props} onSubmit={onSubmit}>
      <FormErrors id={id} form={form} />
      <TextField
        key={fields.email.key}
        form={id}
        name="email"
        type="email"
        label={t('register_email')}
        error={errorOf('email')}
        autoComplete="username"
        required
        maxLength={254}
        defaultValue={fields.email.initialValue}
      />
      <PasswordField
        key={fields.password.key}
        form={id}
        name="password"
        label={t('register_password')}
        help={t('register_password_help')}
        error={errorOf('password')}
        autoComplete="new-password"
        required
        maxLength={256}
      />
      <ProofOfWork ref={proof} challenge={challenge} />
      <p className="hint">{t('register_proof')}</p>
      <SubmitButton id="register-altcha" isBusy={form.isBusy || isWorking}>
        {t('register_submit')}
      </SubmitButton>
      <p role="status">{isWorking && t('register_working')}</p>
    </form.Form>
  )
}
