import type { Order } from '../../contracts/order.ts'

/**
 * What the buyer sees of an order. `unpaid`: its page can be opened. `pending`: the bank is at work. `transfer`: waits for
 * money by transfer. `address`: a mail asks whose address it is. `giving`: paid, and given in a moment. `ended`: nothing
 * came of it.
 */
export type OrderStage =
  | 'unpaid'
  | 'pending'
  | 'transfer'
  | 'address'
  | 'giving'
  | 'done'
  | 'refunded'
  | 'ended'

/** Returns where an order stands for its buyer. */
export function stageOf({ state, paysBy, payment, waitsFor }: Order): OrderStage {
  if (state === 'fulfilled') return 'done'
  if (state === 'refunded') return 'refunded'
  if (state === 'cancelled' || state === 'expired') return 'ended'
  if (waitsFor === 'address') return 'address'
  if (state === 'paid') return 'giving'
  if (paysBy === 'transfer') return 'transfer'
  if (paysBy === 'invoice') return 'giving'
  if (payment?.state === 'pending') return 'pending'
  return payment?.state === 'paid' ? 'giving' : 'unpaid'
}

/** Whether something happens by itself, so that the page asks again. */
export function isMoving(stage: OrderStage): boolean {
  return stage === 'pending' || stage === 'giving' || stage === 'address'
}
