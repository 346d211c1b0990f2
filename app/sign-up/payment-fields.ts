import { z } from 'zod'
import { PaysBy } from '../../contracts/order.ts'
import type { MessageKey } from '../i18n/messages.ts'

const key = (name: MessageKey) => name
const box = z.enum(['on']).optional()

/**
 * The form of the order.
 * @param canWithdraw the buyer is a consumer, who may withdraw from what is ordered
 */
export function paymentForm(canWithdraw: boolean) {
  return z
    .object({
      /** Names what was shown. */
      shown: z.string().max(100),
      starts: z.enum(['now', 'later']).optional(),
      early: box,
      terms: box,
      withdrawal: box,
      paysBy: z.enum(PaysBy.options, key('signup_error_pays_by_missing')),
    })
    .superRefine((form, { addIssue }) => {
      const wrong = (path: string, message: MessageKey) => addIssue({ code: 'custom', path: [path], message })
      if (canWithdraw && !form.starts) wrong('starts', 'signup_error_starts_missing')
      if (canWithdraw && form.starts === 'now' && !form.early) wrong('early', 'signup_error_early_missing')
      if (!form.terms) wrong('terms', 'signup_error_terms_missing')
      if (canWithdraw && !form.withdrawal) wrong('withdrawal', 'signup_error_withdrawal_missing')
    })
}
