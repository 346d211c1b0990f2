import type { DisownedDeclaration } from '../../../contracts/declaration.ts'
import { sendMail } from '../orders/order-mails.ts'
import * as orders from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { keptMail } from '../subscriptions/subscription-mails.ts'
import { tellEnds } from '../subscriptions/renewing.ts'
import * as subscriptions from '../subscriptions/subscriptions.store.ts'
import { giveToStaff } from './applying.ts'
import { endCredits } from './compensation.ts'
import * as store from './declarations.store.ts'
import { staffOf } from './matching.ts'
import { hashOf } from './receipt.ts'

/** Returns the declaration behind a mailed link; null for an unknown link. */
export async function disownable(
  { db, clock }: Ordering,
  token: string,
): Promise<DisownedDeclaration | null> {
  return db.transaction().execute(async (tx) => {
    const held = await store.lockDisowned(tx, hashOf(token))
    return held && seen(tx, held, clock())
  })
}

/**
 * The owner of an address says that a declaration was not theirs: the contract goes on as before, and no money goes back. The
 * link works once.
 * @returns null for an unknown link
 */
export async function disown(parts: Ordering, token: string): Promise<DisownedDeclaration | null> {
  const { db, clock } = parts
  const asked = await disownable(parts, token)
  if (asked?.state !== 'open') return asked
  await restoreCredits(parts, token)
  const staff = await staffOf(parts)
  const answer = await db.transaction().execute(async (tx) => {
    const held = await store.lockDisowned(tx, hashOf(token))
    const found = held && (await seen(tx, held, clock()))
    if (!held || found?.state !== 'open') return found
    await store.change(tx, held.id, { state: 'disowned' })
    await giveToStaff(parts, tx, { held: { ...held, state: 'disowned' }, staff, why: 'disowned' })
    await restore(parts, tx, held, token)
    return { ...found, state: 'done' as const }
  })
  await tellEnds(parts)
  return answer
}

/** Bought credits can be used again as long as they were sold for. */
async function restoreCredits(parts: Ordering, token: string): Promise<void> {
  const order = await parts.db.transaction().execute(async (tx) => {
    const held = await store.lockDisowned(tx, hashOf(token))
    return held?.orderId ? orders.findOrder(tx, 'id', held.orderId) : null
  })
  if (order?.kind === 'credits' && order.untilDate !== null) await endCredits(parts, order, order.untilDate)
}

async function restore(
  { siteUrl, clock }: Ordering,
  tx: orders.Tx,
  { subscriptionId, orderId, kind, endsOn, wasOn, zone }: store.StoredDeclaration,
  token: string,
): Promise<void> {
  const contract = subscriptionId === null ? null : await subscriptions.lockLive(tx, subscriptionId)
  const order = orderId === null ? null : await orders.findOrder(tx, 'id', orderId)
  // The member has decided otherwise meanwhile.
  if (!contract || !order || (kind === 'cancel' && contract.cancelOn !== endsOn)) return
  const end = contract.state === 'suspended' ? {} : { endsOn: wasOn, isTold: false }
  await subscriptions.changeSubscription(tx, contract.id, { cancelOn: wasOn, ...end })
  const seller = await orders.sellerName(tx, order)
  const path = `/contract/disown/${token}`
  if (wasOn === null) await sendMail(tx, keptMail(order, { seller, siteUrl, at: clock(), zone, path }))
}

async function seen(
  tx: orders.Tx,
  { kind, state, orderId, disownUntil }: store.StoredDeclaration,
  now: Date,
): Promise<DisownedDeclaration> {
  const order = orderId === null ? null : await orders.findOrder(tx, 'id', orderId)
  const number = order?.number ?? ''
  const isOpen = state === 'applied' && disownUntil !== null && disownUntil > now
  return {
    kind,
    name: order?.offer?.name ?? { de: number, en: number },
    state: isOpen ? 'open' : state === 'disowned' ? 'done' : 'over',
  }
}
