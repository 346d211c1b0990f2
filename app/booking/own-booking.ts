import type { OwnBooking } from '../../contracts/live.ts'
import { clockTime, longDay, money } from '../i18n/format.ts'
import type { Locale } from '../i18n/locale.ts'
import type { MessageKey, Translate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { inCredits } from '../live/credits.ts'
import { type MoveOrigin, moveQuery } from './move-origin.ts'

/** Returns the state in words; an unknown one stays as the workshop system calls it. */
export function bookingState({ state, past }: Pick<OwnBooking, 'state' | 'past'>, t: Translate): string {
  if (past && state !== 'cancelled') return t('me_bookings_state_past')
  const key = stateKeys.get(state)
  return key ? t(key) : state
}

/** Address to move a booking, with its present time chosen. */
export function addressToMove(
  { id, resource, ...times }: OwnBooking,
  began: MoveOrigin,
  locale: Locale,
): string {
  const { fromDateTime: from, untilDateTime: until } = times
  const time = { day: from.slice(0, 10), from, until }
  return paths.bookingAt(locale, { machine: resource.id, ...time, ...moveQuery(id, began) })
}

/** Address to book the same again: same equipment and clock time, on the next such weekday after today. */
export function addressToRepeat(
  { resource, fromDateTime, untilDateTime }: Pick<OwnBooking, 'resource' | 'fromDateTime' | 'untilDateTime'>,
  now: Date,
  locale: Locale,
): string {
  const day = 24 * 60 * 60 * 1000
  // Wall-clock times read as UTC: a week is seven days across clock changes.
  const ahead = now.getTime() - Date.parse(`${fromDateTime}Z`)
  const later = Math.max(0, Math.ceil(ahead / (7 * day))) * 7 * day
  const [from, until] = [fromDateTime, untilDateTime].map((local) =>
    new Date(Date.parse(`${local}Z`) + later).toISOString().slice(0, 16),
  ) as [string, string]
  return paths.bookingAt(locale, { machine: resource.id, day: from.slice(0, 10), from, until })
}

/** Splits bookings into those that can be cancelled and the rest, in their order. */
export function inTwo(bookings: OwnBooking[]): { next: OwnBooking[]; past: OwnBooking[] } {
  return {
    next: bookings.filter(({ canBeCancelled }) => canBeCancelled),
    past: bookings.filter(({ canBeCancelled }) => !canBeCancelled),
  }
}

const stateKeys = new Map<string, MessageKey>([
  ['pending', 'me_bookings_state_pending'],
  ['confirmed', 'me_bookings_state_confirmed'],
  ['cancelled', 'me_bookings_state_cancelled'],
])

/** Returns the cost of cancelling now: the amount with what it is, and sentences that explain it; null when unknown. */
export function costOfCancelling(
  { cost }: Pick<OwnBooking, 'cost'>,
  locale: Locale,
  t: Translate,
): { label: string; amount: string; notes: string[] } | null {
  if (!cost) return null
  const { price, credits, onCancelling, refundable } = cost
  if (Number(onCancelling) > 0) {
    const late = t('me_bookings_cancel_costs', { price: money(onCancelling, locale) })
    return {
      label: t('me_bookings_cancel_cost'),
      amount: money(onCancelling, locale),
      notes: refundable ? [late, t('me_bookings_cancel_refund')] : [late],
    }
  }
  const back = Number(credits) > 0 && t('me_bookings_cancel_back', { credits: inCredits(credits, locale, t) })
  const free = Number(price) > 0 ? t('me_bookings_cancel_free') : t('me_bookings_cancel_free_of_charge')
  return { label: '', amount: t('me_bookings_cancel_nothing'), notes: back ? [free, back] : [free] }
}

/** Returns the price and how it is paid; null when unknown, and for what was cancelled free of charge. */
export function priceOf(
  { cost, state }: Pick<OwnBooking, 'cost' | 'state'>,
  locale: Locale,
  t: Translate,
): { amount: string; paid: string } | null {
  if (!cost) return null
  if (state === 'cancelled' && Number(cost.onCancelling) === 0) return null
  const { price, credits, money: invoiced } = cost
  if (Number(price) === 0) return { amount: money(price, locale), paid: t('booking_form_free_of_charge') }
  const parts = [
    Number(credits) > 0 && inCredits(credits, locale, t),
    Number(invoiced) > 0 && t('me_ticket_invoiced', { money: money(invoiced, locale) }),
  ]
  return { amount: money(price, locale), paid: parts.filter(Boolean).join(' + ') }
}

/** Returns since when the member is checked in; empty without a check-in. */
export function checkInWords(
  { checkedInAt, past }: Pick<OwnBooking, 'checkedInAt' | 'past'>,
  t: Translate,
): string {
  if (!checkedInAt) return ''
  return t(past ? 'me_bookings_checked_in_at' : 'me_bookings_checked_in', { time: clockTime(checkedInAt) })
}

/** Returns the deadline of a booking that stands, or what is still due for a cancelled one. */
export function dueWords(
  booking: Pick<OwnBooking, 'cost' | 'state' | 'canBeCancelled'>,
  locale: Locale,
  t: Translate,
): string {
  if (booking.canBeCancelled) return freeUntil(booking, locale, t)
  const { cost, state } = booking
  if (state !== 'cancelled' || !cost || Number(cost.onCancelling) === 0) return ''
  return t('me_bookings_due', { price: money(cost.onCancelling, locale) })
}

/** Returns the deadline of free cancellation, or that it has passed; empty without a price. */
export function freeUntil({ cost }: Pick<OwnBooking, 'cost'>, locale: Locale, t: Translate): string {
  if (Number(cost?.onCancelling) > 0) return t('me_bookings_late')
  if (!cost?.freeUntil || Number(cost.price) === 0) return ''
  const { freeUntil: until } = cost
  return t('me_bookings_free_until', { day: longDay(until, locale), time: clockTime(until) })
}
