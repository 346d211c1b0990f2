import { refundMail, sendMail } from '../orders/order-mails.ts'
import * as orders from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { changePayment, type StoredPayment } from './payments.store.ts'
import * as store from './refunds.store.ts'

interface Repayment {
  order: orders.StoredOrder
  payment: StoredPayment
  why:
    | 'surplus'
    | 'undeliverable'
    | 'refused'
    | 'desk'
    | 'overpaid'
    | 'withdrawn'
    | 'place'
    | 'retaken'
    | 'won'
  /** Default: all that was not paid back yet. */
  cents?: number
  now: Date
}

/**
 * Notes that money goes back, in the transaction of its cause, and tells the buyer; `askRefunds` asks the provider.
 * A transfer is paid back by hand: `orders list` shows it.
 * @returns the amount in cents
 */
export async function payBack(
  { siteUrl, log }: Pick<Ordering, 'siteUrl' | 'log'>,
  tx: orders.Tx,
  { order, payment, why, cents, now }: Repayment,
): Promise<number> {
  const amount = cents ?? payment.amountCents - payment.refundCents
  if (amount <= 0) return 0
  const isManual = payment.mode === 'manual'
  const reason = reasonOf(why, payment)
  const state = isManual ? 'manual' : 'asked'
  if (!(await store.insertRefund(tx, { payment: payment.id, amount, reason, state, now }))) return 0
  await changePayment(tx, payment.id, { refundCents: payment.refundCents + amount })
  const seller = await orders.sellerName(tx, order)
  const mail = refundMail(order, { seller, cents: amount, siteUrl, isOver: why === 'withdrawn' })
  if (order.erasedAt === null) await sendMail(tx, mail)
  if (isManual) log.warn({ order: order.number, cents: amount }, 'pay this transfer back by hand')
  return amount
}

interface Elsewhere {
  order: orders.StoredOrder
  payment: StoredPayment
  cents: number
  now: Date
}

/** Notes money that went back at the provider, without a word from here: `orders list` tells staff what is left to do. */
export async function noteElsewhere(
  { log }: Pick<Ordering, 'log'>,
  tx: orders.Tx,
  { order, payment, cents, now }: Elsewhere,
): Promise<void> {
  const reason = elsewhereReason(payment, payment.refundCents + cents)
  if (await store.insertRefund(tx, { payment: payment.id, amount: cents, reason, state: 'done', now }))
    log.warn({ order: order.number, cents }, 'money went back at the payment provider: see orders list')
}

/** Names the refund at the provider after which so many cents of a payment were back. */
export function elsewhereReason({ id }: Pick<StoredPayment, 'id'>, cents: number): string {
  return `${store.elsewhere}-${id}-${cents}`
}

/** Names a refund: nothing is paid back twice for one reason. */
export function reasonOf(why: Repayment['why'], { id }: Pick<StoredPayment, 'id'>): string {
  return `${why}-${id}`
}

/** Asks the provider for refunds that it does not know yet; the key makes a repeat harmless. */
export async function askRefunds({ db, provider, clock, log }: Ordering): Promise<void> {
  if (!provider) return
  for (const { id, payment, reason, number, amountCents, providerRef } of await store.openRefunds(db)) {
    try {
      const { ref, state } = await provider.refund(providerRef, amountCents, `${number}-${reason}`)
      // The bank of the buyer may have the money, and no message has said so: then nobody may transfer it, too.
      if (state === 'failed') {
        const { disputedCents } = await provider.observe(providerRef)
        await changePayment(db, payment, { disputedCents })
      }
      await store.storeRefund(db, id, { ref, state })
      if (state === 'failed') log.error({ refund: id }, 'the provider refused a refund: pay it back by hand')
    } catch (error) {
      // The refunds of others do not wait for this one.
      log.error({ err: error, refund: id }, 'a refund was not asked for')
      await store.markRefundTried(db, id, clock())
    }
  }
}

/**
 * Asks what became of the refunds of a payment.
 * @throws Problem `upstreamUnavailable`
 */
export async function lookAtRefunds(parts: Ordering, payment: number): Promise<void> {
  for (const refund of await store.refundsOf(parts.db, payment)) await lookAtRefund(parts, refund)
}

/** Asks what became of refunds that wait for a bank, because messages may be lost. */
export async function lookAtOldRefunds(parts: Ordering, before: Date): Promise<void> {
  for (const refund of await store.refundsNotSeenSince(parts.db, before)) {
    await store.markRefundTried(parts.db, refund.id, parts.clock())
    try {
      await lookAtRefund(parts, refund)
    } catch (error) {
      parts.log.error({ err: error, refund: refund.id }, 'a refund was not looked at')
    }
  }
}

async function lookAtRefund({ db, provider, log }: Ordering, { id, ref }: { id: number; ref: string }) {
  const state = (await provider?.refundState(ref)) ?? 'asked'
  if (state === 'asked' || !(await store.decideRefund(db, id, state))) return
  if (state === 'failed') log.error({ refund: id }, 'a bank returned a refund: pay it back by hand')
}
