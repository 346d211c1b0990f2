import type { ClaimedOrder } from '../../../contracts/order.ts'
import { Problem } from '../../../contracts/problem.ts'
import { claimHashOf, fulfil } from './fulfilment.ts'
import * as store from './orders.store.ts'
import type { Ordering } from './parts.ts'

/** Returns the order behind the link of a mail; null for an unknown link. */
export async function claimedOrder(parts: Ordering, token: string): Promise<ClaimedOrder | null> {
  const order = await parts.db.transaction().execute((tx) => store.lockClaimed(tx, claimHashOf(token)))
  return order && seen(order)
}

/**
 * The owner of an address says that an order is theirs: it is given to their member. The link works once.
 * @returns null for an unknown link
 * @throws Problem `conflict` when nobody has the address any more, `upstreamUnavailable`
 */
export async function confirmClaim(parts: Ordering, token: string): Promise<ClaimedOrder | null> {
  const known = await claimedOrder(parts, token)
  if (known?.state !== 'open') return known
  const open = await store.findOrder(parts.db, 'number', known.number)
  const [member] = open ? await parts.connector.membersByEmail(open.buyer.email) : []
  if (!open || !member) throw new Problem('conflict')
  const dueAt = parts.clock()
  await parts.db.transaction().execute(async (tx) => {
    const order = await store.lockOrder(tx, open.id)
    if (seen(order).state === 'done') return
    // The period begins when it is given, not when it was first tried.
    const period = { fromDate: null, untilDate: null }
    await store.changeOrder(tx, order.id, { waitsFor: null, memberId: member.id, dueAt, ...period })
  })
  await fulfil(parts, open.id)
  return { ...known, state: 'done' }
}

function seen({ number, offer, totalCents, waitsFor, state }: store.StoredOrder): ClaimedOrder {
  const isOpen = waitsFor === 'address' && (state === 'paid' || state === 'placed')
  const name = offer?.name ?? { de: number, en: number }
  return { number, name, totalCents, state: isOpen ? 'open' : 'done' }
}
