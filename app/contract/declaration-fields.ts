import { z } from 'zod'
import type { Cancellation, Withdrawal } from '../../contracts/declaration.ts'
import type { MessageKey } from '../i18n/messages.ts'

const key = (name: MessageKey) => name

/** One line of text without control characters. */
const line = (most: number, missing: MessageKey, long: MessageKey) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(most, long)
    .regex(/^\P{Cc}*$/u, key('contract_error_line'))

const shared = {
  name: line(160, key('contract_error_name_missing'), key('contract_error_name_long')),
  contract: line(200, key('contract_error_contract_missing'), key('contract_error_contract_long')),
  email: z
    .string(key('contract_error_email'))
    .trim()
    .pipe(z.email(key('contract_error_email')).max(254, key('contract_error_email'))),
}

/** The form that withdraws: what the law asks for, and no reason. */
export const WithdrawForm = z.object(shared)

/** The form that cancels: exactly what § 312k (2) BGB allows to ask for. */
export const CancelForm = z
  .object({
    manner: z.enum(['ordinary', 'cause'], key('contract_error_manner')),
    reason: z.string().trim().max(2000, key('contract_error_reason_long')).optional(),
    ...shared,
    ends: z.enum(['earliest', 'day'], key('contract_error_ends')),
    day: z.string().trim().max(40, key('contract_error_day')).optional(),
  })
  // Also where other fields are wrong: everything is said at once.
  .refine(({ manner, reason }) => manner !== 'cause' || Boolean(reason), {
    path: ['reason'],
    message: key('contract_error_reason_missing'),
    when: () => true,
  })
  .refine(({ ends, day }) => ends !== 'day' || dayOf(day) !== null, {
    path: ['day'],
    message: key('contract_error_day'),
    when: () => true,
  })

/** Returns the cancellation that a filled form is. */
export function cancellationOf(form: z.output<typeof CancelForm>): Cancellation {
  const { manner, reason, name, contract, email, ends, day } = form
  return {
    kind: 'cancel',
    manner,
    reason: manner === 'cause' ? (reason ?? null) : null,
    name,
    contract,
    email,
    endsOn: ends === 'day' ? dayOf(day) : null,
  }
}

export function withdrawalOf(form: z.output<typeof WithdrawForm>): Withdrawal {
  return { kind: 'withdraw', ...form }
}

/** Returns a typed day as YYYY-MM-DD, null for none: a browser without a calendar sends what people type. */
function dayOf(typed = ''): string | null {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(typed) ?? []
  const text = year === '' ? typed : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return z.iso.date().safeParse(text).success ? text : null
}
