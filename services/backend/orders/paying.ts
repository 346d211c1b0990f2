import type { PlacedOrder } from '../../../contracts/order.ts'
import { isProblem, Problem } from '../../../contracts/problem.ts'
import { takesDebit } from '../../../rules/course-place.ts'
import { dayOf } from '../../../rules/time.ts'
import { violates } from '../../../platform/database/database.ts'
import * as payments from '../payments/payments.store.ts'
import { findByOrder } from '../places/places.store.ts'
import { applySeen, refreshPayment } from '../payments/settling.ts'
import * as subscriptions from '../subscriptions/subscriptions.store.ts'
import * as fulfilment from './fulfilment.store.ts'
import * as store from './orders.store.ts'
import type { Ordering } from './parts.ts'

/** A page that expires within this time is no longer shown to anybody. */
const shortestMs = 2 * 60_000

/**
 * Returns where the buyer pays an order now: on the page of its running payment, else of a new attempt.
 * @param fresh the order as it was read a moment ago
 * @throws Problem `upstreamUnavailable`; a repeat continues
 */
export async function openPage(
  parts: Ordering,
  order: store.StoredOrder,
  fresh?: store.StoredOrder,
): Promise<PlacedOrder> {
  // Each turn changes one thing: it looks at an old page, begins an attempt, opens its page, or returns that.
  for (let turn = 0; turn < 6; turn++) {
    const read = turn === 0 ? fresh : undefined
    const { state, kind, paysBy, number } = read ?? (await store.findOrder(parts.db, 'id', order.id)) ?? order
    if (state !== 'placed' || paysBy !== 'provider' || kind === 'change') return { number, url: null }
    const [last] = await payments.paymentsOf(parts.db, order.id)
    if (!last || !payments.isRunning(last)) await addAttempt(parts, order)
    else if (last.state === 'pending') return { number, url: null }
    else if (!last.providerRef) {
      const opened = await askProvider(parts, order, last)
      if (opened && isUsable(parts, opened)) return { number, url: opened.url }
    } else if (isUsable(parts, last)) return { number, url: last.url }
    else await refreshPayment(parts, last.id)
  }
  throw new Problem('orderRunning')
}

function isUsable(
  { clock }: Ordering,
  { url, expiresAt }: Pick<payments.StoredPayment, 'url' | 'expiresAt'>,
): boolean {
  return url !== null && expiresAt !== null && expiresAt.getTime() - clock().getTime() > shortestMs
}

async function addAttempt({ db, clock }: Ordering, { id, totalCents }: store.StoredOrder): Promise<void> {
  try {
    await db.transaction().execute(async (tx) => {
      const { state } = await store.lockOrder(tx, id)
      if (state !== 'placed') return
      await payments.insertPayment(tx, { order: id, mode: 'checkout', cents: totalCents, now: clock() })
    })
  } catch (error) {
    // Another tab has begun one.
    if (!violates(error, 'payment_one_running')) throw error
  }
}

/**
 * Opens the provider's page; its key makes a repeat the same page.
 * @returns the page, when it is the one to pay on; null = look again
 */
async function askProvider(
  parts: Ordering,
  order: store.StoredOrder,
  payment: payments.StoredPayment,
): Promise<{ url: string; expiresAt: Date } | null> {
  const { db, provider, siteUrl } = parts
  if (!provider) throw new Problem('upstreamUnavailable')
  const { buyer, offer, number, memberId, returnPaths, totalCents, placedAt } = order
  const { locale, email, firstName, lastName, company } = buyer
  // The same for each repeat of the call.
  const today = dayOf(placedAt.toISOString())
  const addressOf = (path: string) =>
    `${siteUrl}${locale === 'en' && !path.startsWith('/en/') ? '/en' : ''}${path.replace('{number}', number)}`
  const page = await provider.checkout(
    {
      payment: payment.id,
      lines: [{ text: offer?.name[locale] ?? number, quantity: 1, cents: totalCents }],
      buyer: {
        key: memberId === null ? `order-${number}` : `member-${memberId}`,
        email,
        name: company ?? `${firstName} ${lastName}`.trim(),
        customer: memberId === null ? null : await fulfilment.customerOf(db, memberId),
      },
      keepsMethod: await keepsMethod(db, order),
      ...((offer?.item.kind === 'course' || offer?.item.kind === 'dayPass') && {
        takesCardsOnly: !takesDebit({ begins: offer.fromDate, today }) || (await isRefused(db, order)),
      }),
      locale,
      successUrl: addressOf(returnPaths.success),
      cancelUrl: addressOf(returnPaths.cancel),
    },
    `${number}-${payment.attempt}`,
  )
  const stored = await payments.storePage(db, payment.id, page)
  if (stored && payments.isRunning(stored)) return page
  // The order may have been cancelled meanwhile: nobody may pay on this page.
  const now = stored ?? (await payments.findPayment(db, payment.id))
  if (now && !payments.isRunning(now)) await provider.expire(page.ref)
  return null
}

/** Whether a bank has refused a debit for the place that an order pays. */
async function isRefused(db: Ordering['db'], { id }: store.StoredOrder): Promise<boolean> {
  const place = await findByOrder(db, id)
  return place !== null && place.paymentFailedAt !== null
}

/** The method that pays a contract, or an invoice of one, pays what follows. */
async function keepsMethod(db: Ordering['db'], { offer, invoiceId }: store.StoredOrder): Promise<boolean> {
  if (offer) return offer.renews !== null
  return invoiceId !== null && subscriptions.isCharged(db, invoiceId)
}

/**
 * Ends an order that is not paid. @returns false when it is, or is being paid
 * @throws Problem `upstreamUnavailable`
 */
export async function cancelOrder(parts: Ordering, number: string): Promise<boolean> {
  const order = await store.findOrder(parts.db, 'number', number)
  if (order?.state === 'placed')
    await cancelOpen(parts, order).catch((error: unknown) => {
      if (!isProblem(error) || error.code !== 'orderRunning') throw error
    })
  const now = await store.findOrder(parts.db, 'number', number)
  return now === null || now.state === 'cancelled' || now.state === 'expired'
}

/**
 * Cancels an order that its buyer replaces by another one; its page is closed first.
 * @param end `expired`: money that still comes pays it
 * @throws Problem `orderRunning` when it is being paid, `upstreamUnavailable`
 */
export async function cancelOpen(
  parts: Ordering,
  order: store.StoredOrder,
  end: 'cancelled' | 'expired' = 'cancelled',
): Promise<void> {
  const { db, provider } = parts
  for (const payment of await payments.paymentsOf(db, order.id)) {
    if (!payments.isRunning(payment) || !payment.providerRef || !provider) continue
    const seen = await provider.expire(payment.providerRef)
    await applySeen(parts, payment.id, seen)
    if (seen.state === 'open') throw new Problem('orderRunning')
  }
  await db.transaction().execute(async (tx) => {
    const { state } = await store.lockOrder(tx, order.id)
    const running = (await payments.paymentsOf(tx, order.id)).filter(payments.isRunning)
    // The buyer has paid in this moment: this order is kept, and the other one can be placed beside it.
    if (state !== 'placed' || running.some((payment) => payment.state === 'pending')) return
    if (running.some(({ providerRef }) => providerRef !== null)) throw new Problem('orderRunning')
    // An order by invoice is being given already.
    if (order.paysBy === 'invoice' && order.kind !== 'change') throw new Problem('orderRunning')
    await payments.endManual(tx, order.id, end)
    await store.changeOrder(tx, order.id, { state: end, openKey: null })
  })
}
