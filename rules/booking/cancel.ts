import { share } from './price.ts'
import { addMinutes } from '../time.ts'

/** Until when a booking is cancelled free of charge, that instant included; null = until it ends. */
export function freeUntil(startsAt: Date, lockInHours: number | null): Date | null {
  return lockInHours === null ? null : addMinutes(startsAt, -lockInHours * 60)
}

/** Whether cancelling comes too late to be free of charge. */
export function isLate(now: Date, startsAt: Date, lockInHours: number | null): boolean {
  const until = freeUntil(startsAt, lockInHours)
  return until !== null && now > until
}

/**
 * What stays charged of a booking that was cancelled late: all of it, but for the share of its time that others booked
 * where the space gives that back.
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
