import { z } from 'zod'
import { passwordMinLength } from '../../contracts/registration.ts'
import type { MessageKey } from '../i18n/messages.ts'
import { registerMessage } from './register-form.tsx'

const key = (name: MessageKey) => name
const address = z.email().max(254)
const optional = (wrong: MessageKey) => z.string(wrong).max(2000, wrong).optional()

/**
 * The form of the first step: a package, and the account it is for.
 * @param dayPackages ids of the packages that are for one day
 */
export function startForm(dayPackages: readonly number[]) {
  return z
    .object({
      // Checked below with the others: a field that is wrong by itself would leave those unchecked.
      package: z.string(key('signup_error_package_missing')).optional(),
      day: optional('signup_error_day_missing'),
      /** `kept`: that of the sign-up. `assertion`: somebody signed in. */
      account: z.enum(['new', 'existing', 'kept', 'assertion'], key('signup_error_account_missing')),
      assertion: optional('signup_error_assertion_expired'),
      email: optional('register_email_wrong'),
      password: optional('register_password_long'),
      newsletter: z.string().optional().catch(undefined),
      altcha: z.string(key('register_altcha_missing')).max(4000, key('register_altcha_missing')).optional(),
    })
    .superRefine((form, { addIssue }) => {
      const wrong = (path: string, message: MessageKey) => addIssue({ code: 'custom', path: [path], message })
      if (!form.package) wrong('package', 'signup_error_package_missing')
      else if (!/^\d{1,9}$/.test(form.package)) wrong('package', 'signup_error_package_gone')
      if (dayPackages.includes(Number(form.package)) && !z.iso.date().safeParse(form.day).success)
        wrong('day', 'signup_error_day_missing')
      if (form.account !== 'new' && form.account !== 'existing') return
      if (!address.safeParse(form.email ?? '').success) wrong('email', 'register_email_wrong')
      if (form.account === 'existing') return
      const length = [...(form.password ?? '')].length
      if (length < passwordMinLength) wrong('password', 'register_password_short')
      else if (length > 256) wrong('password', 'register_password_long')
      if (!form.altcha) wrong('altcha', 'register_altcha_missing')
    })
}

const messages: Record<string, MessageKey | undefined> = {
  'package gone': 'signup_error_package_gone',
  'assertion expired': 'signup_error_assertion_expired',
  'day past': 'signup_error_day_past',
  'day far': 'signup_error_day_far',
  'day closed': 'signup_error_day_closed',
}

/** Returns the text for a field that the backend refused. */
export const startMessage = (field: string, code: string): MessageKey | undefined =>
  messages[`${field} ${code}`] ?? registerMessage(field, code)
