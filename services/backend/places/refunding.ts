import { Problem } from '../../../contracts/problem.ts'
import { violates } from '../../../platform/database/database.ts'
import { retaken } from '../../../rules/course-place.ts'
import { toDecimal } from '../../../rules/money.ts'
import { dayOf, toLocal } from '../../../rules/time.ts'
import { makeDocuments } from '../invoices/documents.ts'
import * as invoices from '../invoices/invoices.store.ts'
import { cancelOnce } from '../orders/desk.ts'
import { lineOf, sellerOf } from '../orders/offers.ts'
import { bookingOf, insertInvoiceOf } from '../orders/order-invoices.ts'
import * as orders from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import * as payments from '../payments/payments.store.ts'
import { askRefunds, payBack } from '../payments/refunds.ts'
import * as due from './due.store.ts'
import * as store from './places.store.ts'
import type { Here } from './seats.ts'

/** What comes back now, beside what was shown. */
export function changedRefund(shownCents: number, cents: number): Problem {
  return new Problem('refundChanged', {
    params: { shown: toDecimal(shownCents), price: toDecimal(cents) },
  })
}

interface PlaceRefund {
  order: orders.StoredOrder
  cents: number
  why: 'place' | 'retaken'
  now: Date
}

/**
 * Pays a part of the price of a place back, in the transaction of its cause, which holds the order. A debit that is on its way
 * goes back as a whole when it comes, or is kept.
 * @returns the cents
 * @throws Problem `orderRunning` for a part of such a debit
 */
export async function payBackPlace(
  parts: Ordering,
  tx: orders.Tx,
  { order, cents, why, now }: PlaceRefund,
): Promise<number> {
  if (cents === 0) return 0
  const all = await payments.paymentsOf(tx, order.id)
  if (all.some(({ state }) => state === 'pending')) {
    if (cents < order.totalCents) throw new Problem('orderRunning')
    await orders.changeOrder(tx, order.id, { state: 'cancelled', openKey: null })
    return cents
  }
  const [paid] = await payments.paidFor(tx, order)
  if (!paid) return 0
  if (order.state === 'fulfilled') await orders.changeOrder(tx, order.id, { state: 'refunded' })
  const most = Math.min(cents, paid.amountCents - paid.refundCents)
  return payBack(parts, tx, { order, payment: paid, why, cents: most, now })
}

/**
 * Pays late cancelled places back in full once others have taken their seats. Each is a transaction that begins at its
 * order, as all do.
 */
export async function payRetaken(parts: Ordering, { local }: Pick<Here, 'local'>): Promise<void> {
  const byDate = Map.groupBy(await due.lateCancelled(parts.db, local), ({ dateId }) => dateId)
  for (const [date, late] of byDate) {
    for (const { id } of retaken(late, await due.untakenSeats(parts.db, date))) {
      const place = await parts.db.transaction().execute((tx) => payOne(parts, tx, id))
      if (place) await settleRefunds(parts, place)
    }
  }
}

async function payOne(parts: Ordering, tx: orders.Tx, id: number): Promise<store.StoredPlace | null> {
  const found = await store.findPlace(tx, id)
  if (!found || found.orderId === null) return null
  const order = await orders.lockOrder(tx, found.orderId)
  await store.lockRun(tx, found.dateId)
  const place = await store.lockPlace(tx, id)
  const rest = place.priceCents - place.refundCents
  if (rest === 0) return null
  const cents = await payBackPlace(parts, tx, { order, cents: rest, why: 'retaken', now: parts.clock() })
  return cents === 0 ? null : store.changePlace(tx, id, { refundCents: place.refundCents + cents })
}

/** Corrects the invoice of a place that was paid back, and asks the provider for the refund; a job repeats it. */
export async function settleRefunds(parts: Ordering, place: store.StoredPlace): Promise<void> {
  try {
    await correctInvoice(parts, place)
    await askRefunds(parts)
    await makeDocuments(parts)
  } catch (error) {
    parts.log.error({ err: error, place: place.id }, 'the invoice of a place was not corrected')
  }
}

/** Cancels the invoice of a place that was paid back, and invoices what of its price stays. A repeat changes nothing. */
export async function correctInvoice(parts: Ordering, { id, orderId }: store.StoredPlace): Promise<void> {
  const { db, connector, clock } = parts
  const order = orderId === null ? null : await orders.findOrder(db, 'id', orderId)
  const place = await store.findPlace(db, id)
  if (!order?.invoiceId || !place) return
  const invoice = await invoices.findInvoice(db, { id: order.invoiceId })
  if (invoice && !invoice.isCancelled) await cancelOnce(parts, invoice)
  const purpose = invoices.keptPurpose(order)
  const kept = await store.invoiceFor(db, purpose)
  if (place.refundCents === place.priceCents) {
    const known = kept === null ? null : await invoices.findInvoice(db, { id: kept })
    if (known && !known.isCancelled) await cancelOnce(parts, known)
    return
  }
  const member = order.memberId === null ? null : await connector.member(order.memberId)
  // Says the time that was right when it was written: the date may have been moved after the order, and since.
  const issued = await invoices.readInvoice(db, order.invoiceId)
  const [line] = issued?.lines ?? []
  if (kept !== null || (!member && order.memberId !== null) || !issued || !line) return
  const { space, settings } = await sellerOf(parts, order.spaceId)
  const today = dayOf(toLocal(clock(), space.timezone))
  const cents = place.priceCents - place.refundCents
  const { rights } = order
  const { suppliedFrom, suppliedUntil } = line
  // The rest of an invoice is in its language, which may be another than the buyer's now.
  const told = { ...order, buyer: { ...order.buyer, locale: issued.locale } }
  const rest = {
    ...lineOf(cents, settings, rights.taxPercent),
    text: `${line.text} – ${keptTexts[issued.locale]}`,
    suppliedFrom,
    suppliedUntil,
  }
  try {
    await db.transaction().execute(async (tx) => {
      const [paid] = (await payments.paymentsOf(tx, order.id)).filter(
        ({ state, isSurplus }) => state === 'paid' && !isSurplus,
      )
      const given = { order: told, member, settings, line: rest, purpose, dueOn: today, today, now: clock() }
      const made = await insertInvoiceOf(tx, given)
      if (!paid) return
      const { method } = bookingOf(paid)
      await invoices.addPayment(tx, {
        key: purpose,
        method,
        invoice: made,
        cents,
        paidOn: today,
        now: clock(),
      })
    })
  } catch (error) {
    // Another process was faster.
    if (!violates(error, 'invoice_purpose_unique')) throw error
  }
}

const keptTexts = { de: 'abgesagt, Rest des Preises', en: 'cancelled, rest of the price' }
