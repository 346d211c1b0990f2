import { z } from 'zod'
import { PaysBy } from '../../contracts/order.ts'
import type { MessageKey } from '../i18n/messages.ts'

const key = (name: MessageKey) => name
/** Anything else counts as not ticked. */
const box = z.enum(['on']).optional().catch(undefined)

/**
 * The form of the order.
 * @param canWithdraw the buyer is a consumer, who may withdraw from what is ordered
 */
export function paymentForm(canWithdraw: boolean) {
  return z
    .object({
      /** Names what was shown. */
      shown: z.string().max(100).catch(''),
      starts: z.enum(['now', 'later'], key('signup_error_starts_missing')).optional(),
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

/** Returns the text for a field that the backend refused; undefined = its own sentence is shown. */
export const paymentMessage = (field: string): MessageKey | undefined =>
  field === 'paysBy' ? 'signup_error_pays_by_missing' : undefined
