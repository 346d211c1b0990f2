import { randomBytes } from 'node:crypto'
import { isProblem, Problem } from '../../../contracts/problem.ts'
import type { Day } from '../../../rules/time.ts'
import { withdrawalRefusal } from '../../../rules/withdrawal.ts'
import { cancelOrder } from '../orders/paying.ts'
import { sendMail } from '../orders/order-mails.ts'
import * as orders from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import * as subscriptions from '../subscriptions/subscriptions.store.ts'
import { compensationOf, endCredits } from './compensation.ts'
import * as store from './declarations.store.ts'
import { refusedMail, withdrawnMail } from './owner-mails.ts'
import { type Applying, disownMs } from './parts.ts'
import { hashOf } from './receipt.ts'

/**
 * Ends an order that somebody withdraws from: an unpaid one at once, another one together with its package. The money
 * follows after the time in which the owner of the address may disown the declaration.
 * @throws Problem `orderRunning` while the order is being paid or given: the job tries again
 */
export async function applyWithdrawal(parts: Ordering, applying: Applying): Promise<void> {
  const { id, order, dayAt, receivedOn } = applying
  const refusal = withdrawalRefusal({
    kind: order.kind,
    isCompany: order.buyer.company !== null,
    placedOn: dayAt(order.placedAt),
    receivedOn,
  })
  if (refusal === null && order.state === 'placed' && !(await cancelOrder(parts, order.number)))
    throw new Problem('orderRunning')
  const now = (await orders.findOrder(parts.db, 'id', order.id)) ?? order
  const given = refusal === null && now.state === 'fulfilled' ? await useEnded(parts, now, receivedOn) : null
  const known = await subscriptions.ofOrder(parts.db, order.id)
  await parts.db.transaction().execute(async (tx) => {
    const held = await store.tryLock(tx, id, 'received')
    if (!held) return
    const current = await orders.lockOrder(tx, order.id)
    if (refusal !== null) return refuse(parts, tx, { applying, held, refusal })
    if (await store.isWithdrawn(tx, order.id))
      return store.change(tx, id, { state: 'repeated', orderId: order.id })
    // What is given in this moment could not be taken back: it is waited for.
    if (current.state === 'paid' || current.state === 'placed' || current.state !== now.state)
      throw new Problem('orderRunning')
    if (typeof given === 'string') return applying.toStaff(tx, held, given)
    const contract = known && (await subscriptions.lockLive(tx, known.id))
    await end(parts, tx, { applying, held, order: current, contract, compensation: given })
  })
}

/**
 * Ends the use of what an order has given, apart from its contract.
 * @returns what of the price stays, in cents; `credits` where the workshop system cannot end them, `change` for a package that
 *   replaced another one: people decide
 */
async function useEnded(
  parts: Ordering,
  order: orders.StoredOrder,
  receivedOn: Day,
): Promise<number | 'credits' | 'change'> {
  // Its money is that of the renewals, and the package before it is gone.
  if (order.kind === 'change') return 'change'
  try {
    if (order.kind === 'credits') await endCredits(parts, order, receivedOn)
    return await compensationOf(parts, order, receivedOn)
  } catch (error) {
    if (isProblem(error) && error.code === 'notSupported') return 'credits'
    throw error
  }
}

interface Refusing {
  applying: Applying
  held: store.StoredDeclaration
  refusal: NonNullable<ReturnType<typeof withdrawalRefusal>>
}

async function refuse(parts: Ordering, tx: orders.Tx, { applying, held, refusal }: Refusing): Promise<void> {
  const { order, address, seller } = applying
  await store.change(tx, held.id, { state: 'refused', orderId: order.id })
  await sendMail(tx, refusedMail(order, { seller, siteUrl: parts.siteUrl, address, refusal }))
  // When the time began to run, and whether somebody ordered as a consumer, are questions of law, too.
  if (refusal === 'late' || refusal === 'company')
    await applying.toStaff(tx, { ...held, state: 'refused' }, refusal)
}

interface Ending {
  applying: Applying
  held: store.StoredDeclaration
  order: orders.StoredOrder
  /** What of the price stays, in cents; null = nothing was given. */
  compensation: number | null
  /** null = the order began none, or it is over. */
  contract: subscriptions.StoredSubscription | null
}

async function end(
  parts: Ordering,
  tx: orders.Tx,
  { applying, held, order, contract, compensation }: Ending,
) {
  const { address, seller, receivedOn } = applying
  const { siteUrl } = parts
  if (compensation === null) {
    // Nothing was given, and what was paid goes back already.
    await store.change(tx, held.id, { state: 'settled', orderId: order.id })
    await sendMail(tx, withdrawnMail(order, { seller, siteUrl, address, money: null, token: null }))
    return
  }
  // A package that has not begun ends with the money: the workshop system would forget it for good.
  const hasBegun = order.fromDate !== null && order.fromDate <= receivedOn
  if (contract) {
    const endsOn = hasBegun ? receivedOn : contract.endsOn
    await subscriptions.changeSubscription(tx, contract.id, {
      // Nothing is renewed meanwhile.
      cancelOn: contract.lastDay,
      endsOn,
      isTold: endsOn === contract.endsOn,
    })
  }
  const token = randomBytes(32).toString('base64url')
  await store.change(tx, held.id, {
    state: 'applied',
    orderId: order.id,
    subscriptionId: contract?.id ?? null,
    endsOn: receivedOn,
    wasOn: contract?.cancelOn ?? null,
    disownHash: hashOf(token),
    disownUntil: new Date(parts.clock().getTime() + disownMs),
  })
  const money = { compensation, back: order.totalCents - compensation }
  await sendMail(tx, withdrawnMail(order, { seller, siteUrl, address, money, token }))
}
