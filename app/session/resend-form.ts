import { z } from 'zod'
import type { MessageKey } from '../i18n/messages.ts'

const invalid = 'auth_resend_invalid' satisfies MessageKey

/** The form that asks for the verification mail again (C8). */
export const ResendForm = z.object({ email: z.email(invalid).max(254, invalid) })
