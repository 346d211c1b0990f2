import { StoreError } from '../../clients/store-error.ts'

/** Why nobody was checked in, as the screen tells it apart. */
export type Failure = 'noBooking' | 'wrongCode' | 'notSupported' | 'away' | 'refused'

/** What a failed check-in means; whatever could be better next time is `away`. */
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
