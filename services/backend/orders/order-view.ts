import { setTimeout } from 'node:timers/promises'
import type { Order } from '../../../contracts/order.ts'
import { isProblem } from '../../../contracts/problem.ts'
import * as payments from '../payments/payments.store.ts'
import { refreshPayment } from '../payments/settling.ts'
import { fulfil } from './fulfilment.ts'
import * as store from './orders.store.ts'
import type { Ordering } from './parts.ts'

/**
 * The provider is asked once in this time, however often somebody reloads the page; who comes sooner waits for the rest of
 * it, because the buyer may have paid since. Looks that messages cause do not count.
 */
const lookEveryMs = 300

/**
 * Returns an order as its buyer sees it, after a look at a payment that is under way; null when there is no such order.
 * @param member null when there is none of this member; absent = anybody's: the caller knows whose it is
 */
export async function orderOf(
  parts: Ordering,
  number: string,
  { member }: { member?: number } = {},
): Promise<Order | null> {
  const found = await store.findOrder(parts.db, 'number', number)
  if (!found || (member !== undefined && found.memberId !== member)) return null
  await lookAtOrder(parts, found)
  return view(parts, (await store.findOrder(parts.db, 'id', found.id)) ?? found)
}

/** Looks at the payment of an order: messages of the provider may be late or lost, so its page asks itself. */
export async function lookAtOrder(parts: Ordering, order: Pick<store.StoredOrder, 'id'>): Promise<void> {
  const { db, clock } = parts
  try {
    for (const payment of await payments.paymentsOf(db, order.id)) {
      if (!payment.providerRef || !payments.isRunning(payment)) continue
      const sinceMs = clock().getTime() - (payment.lookedAt?.getTime() ?? 0)
      // The clock of another process, or of before, may be ahead.
      if (sinceMs < lookEveryMs) await setTimeout(Math.min(lookEveryMs - sinceMs, lookEveryMs))
      // Of those who waited, one asks.
      if (await payments.claimLook(db, payment, clock())) await refreshPayment(parts, payment.id)
    }
    await fulfil(parts, order.id)
  } catch (error) {
    // The page shows what is known; the job asks again.
    if (!isProblem(error)) throw error
  }
}

async function view(parts: Ordering, order: store.StoredOrder): Promise<Order> {
  const { number, kind, state, offer, invoiceId, totalCents, paysBy, placedAt, waitsFor, memberId } = order
  const [payment] = await payments.paymentsOf(parts.db, order.id)
  const member = state === 'fulfilled' && memberId !== null ? await parts.connector.member(memberId) : null
  const waitsForTransfer = state === 'placed' && paysBy === 'transfer'
  return {
    number,
    kind,
    state,
    totalCents,
    paysBy,
    item: offer?.item ?? null,
    invoice: invoiceId,
    name: offer?.name ?? {
      de: 'Rechnung',
      en: 'Invoice',
    },
    placedAt: placedAt.toISOString(),
    payment:
      payment?.mode === 'checkout'
        ? {
            state: payment.state,
            url: urlOf(order, payment),
            failure: payment.failure,
          }
        : null,
    bank: waitsForTransfer ? (await store.sellerBank(parts.db, order)).bank : null,
    member: state === 'fulfilled' ? memberId : null,
    memberNumber: member?.memberNumber ?? null,
    waitsFor: waitsFor === 'address' ? 'address' : null,
  }
}

function urlOf({ state }: store.StoredOrder, payment: payments.StoredPayment): string | null {
  return state === 'placed' && payment.state === 'open' ? payment.url : null
}
