import type { Ordering } from '../orders/parts.ts'
import { closeEvents, markTried, openEvents } from './events.store.ts'
import { lookAtPage } from '../subscriptions/methods.ts'
import { findPayment, paidRefs } from './payments.store.ts'
import type { ProviderEvent } from './provider.ts'
import { lookAtRefunds } from './refunds.ts'
import { applySeen, refreshPayment } from './settling.ts'

/** Messages that one turn reads. */
const batch = 200

/** They say no more than that a payment is paid or under way. */
const paying = ['checkout.session.completed', 'payment_intent.succeeded', 'payment_intent.processing']

/**
 * Applies what the provider has sent. A message only says what to ask for again, so that old, repeated and disordered ones
 * do no harm; those about the same thing need one look.
 */
export async function applyEvents(parts: Ordering): Promise<void> {
  while ((await applyBatch(parts)) === batch) continue
}

/** @returns how many messages were applied; the job tries the others again */
async function applyBatch(parts: Ordering): Promise<number> {
  const { db, clock, log } = parts
  let applied = 0
  const events = await openEvents(db, batch)
  const byRef = Map.groupBy(events, (event) => event.ref)
  const paid = await paidRefs(
    db,
    [...byRef.keys()].filter((ref) => ref !== null),
  )
  const isKnown = ({ ref, type }: ProviderEvent) => ref === null || (paid.has(ref) && paying.includes(type))
  const known = events.filter(isKnown)
  if (known.length > 0) await closeEvents(db, known, clock())
  applied += known.length
  for (const [ref, all] of byRef) {
    const about = all.filter((event) => !isKnown(event))
    if (ref === null || about.length === 0) continue
    try {
      await lookAt(parts, ref)
      await closeEvents(db, about, clock())
      applied += about.length
    } catch (error) {
      // The messages about other payments do not wait for this one.
      log.error({ err: error, ref }, 'a message of the payment provider was not applied')
      await markTried(db, about, clock())
    }
  }
  return applied
}

async function lookAt(parts: Ordering, ref: string): Promise<void> {
  if (await lookAtPage(parts, ref)) return
  const seen = await parts.provider?.observe(ref)
  if (!seen?.payment) return
  const payment = await findPayment(parts.db, seen.payment)
  if (!payment) return
  if (payment.providerRef === ref) await applySeen(parts, payment.id, seen)
  // The message is about a part of it: the page of the payment knows how the whole is.
  else await refreshPayment(parts, payment.id)
  await lookAtRefunds(parts, payment.id)
}
