import { debitEnd } from '../../../rules/course-place.ts'
import { instantOf } from '../../../rules/time.ts'
import * as orders from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import * as payments from '../payments/payments.store.ts'
import { sendPlaceMail } from './place-mails.ts'
import * as store from './places.store.ts'
import { hereOf } from './seats.ts'

/**
 * Books a place whose debit is on its way, because that takes days. When the bank refuses it, the seat is offered to its person
 * again, who has 72 hours to pay another way; a date that has begun leaves the place, and fulfilment invoices its price, which is
 * open. A repeat changes nothing, and a job does it, too.
 */
export async function followDebit(parts: Ordering, orderId: number): Promise<void> {
  const { db, siteUrl } = parts
  const found = await store.findByOrder(db, orderId)
  if (!found) return
  const { space, now, local } = await hereOf(parts)
  await db.transaction().execute(async (tx) => {
    const order = await orders.lockOrder(tx, orderId)
    const run = await store.lockRun(tx, found.dateId)
    const { id, state, orderId: paidBy, priceCents } = await store.lockPlace(tx, found.id)
    // What is called off ends by its own job, and money that comes later for an order that has ended goes back.
    if (paidBy !== orderId || run.state !== 'planned' || !isUnpaid(order)) return
    const isPending = (await payments.paymentsOf(tx, orderId)).some((each) => each.state === 'pending')
    const about = { run, space, siteUrl, now }
    if (isPending && state === 'held') {
      const place = await store.changePlace(tx, id, { state: 'booked', heldUntil: null, offeredUntil: null })
      const consents = await orders.consentsOf(tx, orderId)
      await sendPlaceMail(tx, 'booked', { ...about, place, consents })
    }
    if (isPending || !stays.has(state)) return
    const isOver = local >= run.fromDateTime
    const outcome = isOver
      ? ({ state: 'placed', paysBy: 'invoice', dueAt: now } as const)
      : ({ state: 'cancelled' } as const)
    await orders.changeOrder(tx, orderId, { ...outcome, openKey: null })
    const end = debitEnd(now, instantOf(run.fromDateTime, space.timezone))
    const place = await store.changePlace(tx, id, {
      paymentFailedAt: now,
      ...(!isOver && { state: 'offered', offeredUntil: end, orderId: null }),
    })
    await sendPlaceMail(tx, isOver ? 'owed' : 'paymentFailed', { ...about, place, refund: priceCents })
  })
}

/** States of places that the refusal of a debit finds booked. */
const stays: ReadonlySet<string> = new Set(['booked', 'attended', 'missed'])

/** Whether the money of an order has not come, and no invoice asks for it. */
function isUnpaid({ state, paysBy }: orders.StoredOrder): boolean {
  return paysBy === 'provider' && (state === 'placed' || state === 'expired')
}
