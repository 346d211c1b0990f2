import type { Order } from '../../contracts/order.ts'

/** How an order stands, in the words of its buyer; `working`: it is by invoice, and is being given. */
export type Standing =
  | 'done'
  | 'paid'
  | 'working'
  | 'waits'
  | 'pending'
  | 'open'
  | 'failed'
  | 'transfer'
  | 'cancelled'
  | 'expired'
  | 'refunded'

type Seen = Pick<Order, 'state' | 'paysBy' | 'payment' | 'bank' | 'waitsFor'>

export function standingOf({ state, paysBy, payment, bank, waitsFor }: Seen): Standing {
  if (state === 'fulfilled') return 'done'
  if (state === 'paid') return waitsFor ? 'waits' : 'paid'
  if (state !== 'placed') return state
  if (paysBy === 'invoice') return 'working'
  if (bank) return 'transfer'
  if (payment?.state === 'pending') return 'pending'
  return payment?.state === 'open' || payment?.state === 'created' ? 'open' : 'failed'
}

/** Whether the next seconds may change it. */
export function isMoving(order: Seen): boolean {
  return ['paid', 'working', 'open'].includes(standingOf(order))
}
