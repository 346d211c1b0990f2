import { share } from './price.ts'
import { addMinutes } from '../time.ts'

/** Returns the last instant at which cancelling is free of charge; null = until the booking ends. */
export function freeUntil(startsAt: Date, lockInHours: number | null): Date | null {
  return lockInHours === null ? null : addMinutes(startsAt, -lockInHours * 60)
}

/** Whether it is too late to cancel free of charge. */
export function isLate(now: Date, startsAt: Date, lockInHours: number | null): boolean {
  const until = freeUntil(startsAt, lockInHours)
  return until !== null && now > until
}

/**
 * Returns what stays charged after a late cancellation: all of it, less the share of the time that others booked
 * where the space refunds that.
 */
export function chargeAfterCancelling(booking: {
  priceCents: number
  minutes: number
  rebookedMinutes: number
  isRefundable: boolean
}): number {
  const { priceCents, minutes, rebookedMinutes, isRefundable } = booking
  if (!isRefundable) return priceCents
  return priceCents - share(priceCents, Math.min(minutes, Math.max(0, rebookedMinutes)), minutes)
}
