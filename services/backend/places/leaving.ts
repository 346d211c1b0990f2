import { Problem } from '../../../contracts/problem.ts'
import { refundCents } from '../../../rules/course-place.ts'
import * as orders from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { cancelOpen } from '../orders/paying.ts'
import { changedRefund, payBackPlace, settleRefunds } from './refunding.ts'
import { sendPlaceMail } from './place-mails.ts'
import * as store from './places.store.ts'
import { nextRuns } from './reminding.store.ts'
import { type Here, hereOf, offerSeats } from './seats.ts'

/**
 * Gives a place up: a booked one is cancelled and pays back what the rules say, an offer is declined, and somebody on the
 * waiting list leaves it. Its seats are offered to those who wait. A repeat changes nothing.
 * @param shownCents what the page said comes back; less is refused
 * @throws Problem `conflict` when it can no longer be cancelled, `refundChanged`, `orderRunning` while it is being paid, `upstreamUnavailable`
 */
export async function leave(
  parts: Ordering,
  found: store.StoredPlace,
  { shownCents }: { shownCents: number },
): Promise<store.StoredPlace> {
  const here = await hereOf(parts)
  if (found.state === 'held') return release(parts, found, here)
  if (found.state === 'cancelled') return found
  const left = await parts.db.transaction().execute(async (tx) => {
    const order = found.orderId === null ? null : await orders.lockOrder(tx, found.orderId)
    const run = await store.lockRun(tx, found.dateId)
    const place = await store.lockPlace(tx, found.id)
    store.mustBelongAs(found, place)
    if (place.state === 'cancelled') return place
    const refund = run.state === 'planned' ? refundCents(termsOf(place, run), here.local) : null
    if (refund === null) throw new Problem('conflict')
    const end = { cancelledAt: here.now, cancelledBy: 'person', offeredUntil: null } as const
    if (place.state === 'waiting' || place.state === 'offered') {
      const gone = await store.changePlace(tx, place.id, { state: 'cancelled', ...end })
      const { space, now } = here
      // It was booked until a bank refused its debit.
      if (place.paymentFailedAt)
        await sendPlaceMail(tx, 'cancelled', { place: gone, run, space, siteUrl: parts.siteUrl, now })
      if (place.state === 'offered') await offerSeats(parts, tx, run.id, here)
      return gone
    }
    if (place.state !== 'booked') throw new Problem('conflict')
    if (refund < shownCents) throw changedRefund(shownCents, refund)
    const refunded = order
      ? await payBackPlace(parts, tx, { order, cents: refund, why: 'place', now: here.now })
      : 0
    const gone = await store.changePlace(tx, place.id, { state: 'cancelled', refundCents: refunded, ...end })
    const about = {
      place: gone,
      run,
      space: here.space,
      siteUrl: parts.siteUrl,
      now: here.now,
      refund: refunded,
    }
    await sendPlaceMail(tx, 'cancelled', about)
    await offerSeats(parts, tx, run.id, here)
    return gone
  })
  if (left.refundCents > 0) await settleRefunds(parts, left)
  return left
}

/** What the rules of refunds look at. */
export function termsOf({ priceCents, movedFrom }: store.StoredPlace, run: store.CourseRun) {
  const { freeCancelDays, lateRefundPercent, fromDateTime: begins } = run
  return { priceCents, freeCancelDays, lateRefundPercent, begins, isMoved: movedFrom !== null }
}

/**
 * Ends a hold that is not paid, after its page was closed: the seat goes back to the offer it came from, or to those who wait.
 * Money that still comes pays the order: the buyer gets a free seat, or the money back.
 * @param isForced also when the provider does not answer
 * @throws Problem `orderRunning` while it is being paid, `upstreamUnavailable`
 */
export async function release(
  parts: Ordering,
  { id, orderId, dateId }: store.StoredPlace,
  here: Here,
  { isForced = false }: { isForced?: boolean } = {},
): Promise<store.StoredPlace> {
  const found = orderId === null ? null : await orders.findOrder(parts.db, 'id', orderId)
  if (!found) throw new Error('a held place without an order')
  if (!isForced) await cancelOpen(parts, found, 'expired')
  return parts.db.transaction().execute(async (tx) => {
    const order = await orders.lockOrder(tx, found.id)
    if (isForced && order.state === 'placed')
      await orders.changeOrder(tx, order.id, { state: 'expired', openKey: null })
    else if (order.state !== 'expired' && order.state !== 'cancelled') throw new Problem('orderRunning')
    const run = await store.lockRun(tx, dateId)
    const place = await store.lockPlace(tx, id)
    if (place.state !== 'held' || place.orderId !== order.id) return place
    const isOffered = run.state === 'planned' && place.offeredUntil !== null && place.offeredUntil > here.now
    const change = isOffered ? { state: 'offered' as const } : { state: 'ended' as const, offeredUntil: null }
    const released = await store.changePlace(tx, id, { ...change, heldUntil: null })
    const { space, now, local } = here
    const about = { place: released, run, space, siteUrl: parts.siteUrl, now }
    if (run.state === 'cancelled') {
      const next = await nextRuns(tx, { courseId: run.courseId, party: place.party, local })
      await sendPlaceMail(tx, 'calledOff', { ...about, next })
    } else if (!isOffered) {
      if (place.paymentFailedAt) await sendPlaceMail(tx, 'unpaid', about)
      await offerSeats(parts, tx, dateId, here)
    }
    return released
  })
}
