import { StoreError } from '../../clients/store-error.ts'

/** Why a check-in failed. */
export type Failure = 'noBooking' | 'wrongCode' | 'notSupported' | 'away' | 'refused'

/** Returns what a failed check-in means; `away` for everything that a retry may fix. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof StoreError)) return 'away'
  const known = failures.get(error.problem?.code ?? '')
  if (known) return known
  return error.status >= 500 ? 'away' : 'refused'
}

const failures = new Map<string, Failure>([
  ['noBookingNow', 'noBooking'],
  ['notFound', 'wrongCode'],
  ['invalidInput', 'wrongCode'],
  ['notSupported', 'notSupported'],
])
