import { profileOf } from '../orders/fulfilment.store.ts'
import * as orders from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import * as payments from '../payments/payments.store.ts'
import type { Observed } from '../payments/provider.ts'
import { applySeen } from '../payments/settling.ts'

const batch = 100

/** Takes the money of each attempt that waits for it. A repeat, also after a crash, asks for the same charge. */
export async function chargeSaved(parts: Ordering): Promise<void> {
  for (let after = 0; ;) {
    const waiting = await payments.uncharged(parts.db, after, batch)
    for (const payment of waiting) {
      try {
        await charge(parts, payment)
      } catch (error) {
        // The charges of others do not wait for this one.
        parts.log.error({ err: error, payment: payment.id }, 'a member was not charged')
      }
    }
    after = waiting.at(-1)?.id ?? 0
    if (waiting.length < batch) return
  }
}

async function charge(parts: Ordering, { id, orderId, amountCents, attempt }: payments.StoredPayment) {
  const { db, provider } = parts
  const order = await orders.findOrder(db, 'id', orderId)
  if (!order) throw new Error('a payment without an order')
  const profile = order.memberId === null ? null : await profileOf(db, order.memberId)
  if (!profile || !provider) return applySeen(parts, id, nothingKept(id, amountCents))
  const asked = { payment: id, cents: amountCents, profile, text: order.number }
  const { ref, ...seen } = await provider.charge(asked, `${order.number}-${attempt}`)
  if (ref !== null) await payments.storeRef(db, id, ref)
  await applySeen(parts, id, seen)
}

/** There is nothing to charge, so that the member must pay. */
function nothingKept(payment: number, cents: number): Observed {
  return {
    state: 'failed',
    payment,
    cents,
    refundedCents: 0,
    disputedCents: 0,
    failure: 'no_method',
    profile: null,
  }
}
