import * as z from 'zod/mini'
import type { MessageKey } from '../i18n/messages.ts'

const invalid = 'auth_resend_invalid' satisfies MessageKey

/** Asks for the verification mail again. */
export const ResendForm = z.object({
  email: z.string(invalid).check(z.trim(), z.email(invalid), z.maxLength(254, invalid)),
})
