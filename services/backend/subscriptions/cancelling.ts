import type { Subscription } from '../../../contracts/subscription.ts'
import { Problem } from '../../../contracts/problem.ts'
import { periodAfter } from '../../../rules/periods.ts'
import { addDays, type Day, dayOf, toLocal } from '../../../rules/time.ts'
import { isWithdrawn } from '../declarations/declarations.store.ts'
import { profileOf } from '../orders/fulfilment.store.ts'
import { sellerOf } from '../orders/offers.ts'
import { sendMail } from '../orders/order-mails.ts'
import * as orders from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { changeView, dropChange } from './changing.ts'
import { tellEnds } from './renewing.ts'
import { cancelledMail, keptMail } from './subscription-mails.ts'
import { lockPending, pendingChange } from './changes.store.ts'
import * as store from './subscriptions.store.ts'

/** Returns the live contract of a member's own package; null when there is none. */
export async function subscriptionOf(parts: Ordering, member: number): Promise<Subscription | null> {
  const held = await store.liveOf(parts.db, member)
  return held && contractView(parts, held)
}

/** Returns a live contract as the member who has it sees it. */
export async function contractView(
  parts: Ordering,
  held: store.StoredSubscription,
): Promise<Subscription | null> {
  const order = await store.orderOf(parts.db, held)
  if (!order?.offer || held.state === 'ended') return null
  // It is over; only its money is still to go back.
  if (await isWithdrawn(parts.db, order.id)) return null
  const { priceCents, period, state, lastDay, cancelOn } = held
  const profile = order.paysBy === 'provider' ? await profileOf(parts.db, held.memberId) : null
  const by = order.paysBy === 'provider' ? (profile?.kind ?? 'none') : ('invoice' as const)
  const change = await pendingChange(parts.db, held.id)
  const goesOn = cancelOn === null || cancelOn > lastDay
  const nextPayment =
    goesOn && state !== 'suspended' && (change?.totalCents ?? priceCents) > 0
      ? ({ day: addDays(lastDay, 1), by, last4: profile?.last4 ?? null } as const)
      : null
  const isCharged = order.paysBy === 'provider'
  return {
    name: order.offer.name,
    priceCents,
    period,
    state,
    isCharged,
    lastDay,
    nextPayment,
    cancelOn,
    change: change && changeView(change),
  }
}

/**
 * Cancels the contract of a member to the end of the running period, or takes that back, and confirms it by mail. A repeat
 * changes nothing.
 * @throws Problem `notFound` when the member has no contract
 */
export async function cancelSubscription(
  parts: Ordering,
  { member, isCancelled }: { member: number; isCancelled: boolean },
): Promise<void> {
  const known = await store.liveOf(parts.db, member)
  if (!known) throw new Problem('notFound')
  await cancelContract(parts, known, isCancelled)
}

/** The same for a contract, such as that of a team. @throws Problem `notFound` once it has ended */
export async function cancelContract(
  parts: Ordering,
  known: store.StoredSubscription,
  isCancelled: boolean,
): Promise<void> {
  const { db, clock, siteUrl } = parts
  const order = await store.orderOf(db, known)
  if (!order) throw new Problem('notFound')
  const { space } = await sellerOf(parts, order.spaceId)
  const now = clock()
  const today = dayOf(toLocal(now, space.timezone))
  await db.transaction().execute(async (tx) => {
    const change = isCancelled && (await lockPending(tx, known.id))
    const held = await store.lockLive(tx, known.id)
    if (!held || (await isWithdrawn(tx, order.id))) throw new Problem('notFound')
    if ((held.cancelOn !== null) === isCancelled) return
    if (change) await dropChange(tx, change)
    const cancelOn = isCancelled ? runningUntil(held, today) : null
    // While it is suspended the package has ended already, and stays so.
    const end = held.state === 'suspended' ? {} : { endsOn: cancelOn, isTold: false }
    await store.changeSubscription(tx, held.id, { cancelOn, ...end })
    const seller = await orders.sellerName(tx, order)
    const where = { seller, siteUrl, at: now, zone: space.timezone }
    await sendMail(
      tx,
      cancelOn === null ? keptMail(order, where) : cancelledMail(order, { ...where, cancelOn }),
    )
  })
  await tellEnds(parts)
}

/**
 * Returns the last day of the period that a day is in, also where its renewal is still to come: the day to which a contract
 * can be cancelled.
 */
export async function cancellableTo(tx: orders.Tx, held: store.StoredSubscription, day: Day): Promise<Day> {
  return (await store.periodEnd(tx, held.id, day)) ?? runningUntil(held, day)
}

/** Last day of the period that runs today, also where its renewal is still to come. */
function runningUntil({ anchor, period, lastDay }: store.StoredSubscription, today: Day): Day {
  let until = lastDay
  while (until < today) until = periodAfter(anchor, period, until).untilDate
  return until
}
