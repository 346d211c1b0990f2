import type { BillingSettings, Buyer } from '../../../contracts/invoice.ts'
import type { Member } from '../../../contracts/member.ts'
import type { Offer } from '../../../contracts/order.ts'
import type { Period } from '../../../rules/periods.ts'
import { addDays, type Day, dayOf, toLocal } from '../../../rules/time.ts'
import { invoiceSums } from '../../../rules/vat.ts'
import * as invoices from '../invoices/invoices.store.ts'
import { recordPayment } from '../invoices/recording.ts'
import * as payments from '../payments/payments.store.ts'
import { payBack } from '../payments/refunds.ts'
import * as store from './fulfilment.store.ts'
import { lineOf, sellerOf } from './offers.ts'
import * as orders from './orders.store.ts'
import type { Ordering } from './parts.ts'

export type PaidInvoice = payments.StoredPayment

interface OrderInvoice {
  order: orders.StoredOrder
  /** Name and days of the thing that is invoiced. */
  supplied: Pick<Offer, 'name'> & Period
  /** null = a guest's. */
  member: Member | null
  settings: BillingSettings
  /** null = it is paid by the invoice. */
  paid: PaidInvoice | null
  zone: string
  today: Day
  now: Date
}

/** Writes the invoice of an order in the buyer's language, with the payment that has paid it. @returns its id */
export async function writeInvoice(tx: orders.Tx, given: OrderInvoice): Promise<number> {
  const { order, supplied, member, settings, paid, zone, today, now } = given
  const { locale } = order.buyer
  const line = {
    ...lineOf(order.totalCents, settings, order.rights.taxPercent),
    text: supplied.name[locale],
    suppliedFrom: supplied.fromDate,
    suppliedUntil: supplied.untilDate,
  }
  const invoice = await insertInvoiceOf(tx, {
    order,
    member,
    settings,
    line,
    purpose: `order-${order.number}`,
    dueOn: paid ? today : addDays(today, settings.dueDays),
    today,
    now,
  })
  await orders.changeOrder(tx, order.id, { invoiceId: invoice })
  if (!paid) return invoice
  const paidOn = dayOf(toLocal(paid.paidAt ?? now, zone))
  await invoices.addPayment(tx, { ...bookingOf(paid), invoice, cents: order.totalCents, paidOn, now })
  return invoice
}

interface InvoiceOfOrder extends Pick<OrderInvoice, 'order' | 'member' | 'settings' | 'today' | 'now'> {
  line: Parameters<typeof invoiceSums>[0][number]
  /** Why it exists; nothing is invoiced twice. */
  purpose: string
  dueOn: Day
}

/** Writes an invoice of one line to the buyer of an order. @returns its id */
export async function insertInvoiceOf(
  tx: orders.Tx,
  { order, member, settings, line, purpose, dueOn, today, now }: InvoiceOfOrder,
): Promise<number> {
  const { seller, prefix, scheme, retainYears } = settings
  return invoices.insertInvoice(tx, {
    space: order.spaceId,
    member: member?.id ?? null,
    kind: 'invoice',
    purpose,
    cancels: null,
    issuedOn: today,
    dueOn,
    retainUntil: `${Number(today.slice(0, 4)) + retainYears}-12-31`,
    buyer: buyerOf(order, member),
    prefix,
    locale: order.buyer.locale,
    scheme,
    seller,
    now,
    ...invoiceSums([line], scheme),
  })
}

function buyerOf({ buyer }: orders.StoredOrder, member: Member | null): Buyer {
  const { firstName, lastName, company, street, zip, city, country, vatId, reference } = buyer
  const email = buyer.invoiceEmail ?? buyer.email
  const name = `${firstName} ${lastName}`.trim()
  return {
    name,
    company,
    street,
    zip,
    city,
    country,
    email,
    vatId,
    reference,
    memberNumber: member?.memberNumber ?? '',
  }
}

/** Returns how a payment is booked, and under which key. */
export function bookingOf(paid: PaidInvoice) {
  const method = paid.mode === 'manual' ? ('transfer' as const) : ('provider' as const)
  return { key: `payment-${paid.id}`, method }
}

/**
 * Books what an order has paid of an invoice, then tells the workshop system exactly that; what is too much goes back. The
 * order ends when both hold.
 * @throws Problem `upstreamUnavailable`: the next attempt goes on
 */
export async function payInvoice(
  parts: Ordering,
  order: orders.StoredOrder,
  attempt: store.Attempt,
): Promise<void> {
  const { space } = await sellerOf(parts, order.spaceId)
  const now = parts.clock()
  const paidOn = dayOf(toLocal(now, space.timezone))
  const booked = await parts.db
    .transaction()
    .execute((tx) => bookPaid(parts, tx, { order, attempt, paidOn, now }))
  if (booked === null) return
  await recordPayment(parts, booked)
  await parts.db
    .transaction()
    .execute((tx) => store.endAttempt(tx, attempt, { state: 'fulfilled', fulfilledAt: now }))
}

interface Booking {
  order: orders.StoredOrder
  attempt: store.Attempt
  paidOn: Day
  now: Date
}

/** Books a payment once. @returns the key of the booking; null = nothing was open, and the order has ended */
async function bookPaid(
  parts: Ordering,
  tx: orders.Tx,
  { order, attempt, paidOn, now }: Booking,
): Promise<string | null> {
  await store.holdAttempt(tx, attempt)
  const [paid] = (await payments.paymentsOf(tx, order.id)).filter(
    ({ state, isSurplus }) => state === 'paid' && !isSurplus,
  )
  if (!paid || order.invoiceId === null) throw new Error('a paid order without a payment or an invoice')
  const invoice = await invoices.lockInvoice(tx, order.invoiceId)
  if (!invoice) throw new Error('an order of no invoice')
  const booking = bookingOf(paid)
  // An earlier attempt has.
  if (await invoices.isBooked(tx, booking.key)) return booking.key
  const cents = Math.min(invoice.openCents, paid.amountCents)
  if (cents > 0)
    await invoices.bookPayment(tx, { ...booking, invoice: invoice.id, cents, paidOn, now }, invoice)
  else await store.endAttempt(tx, attempt, { state: 'refunded' })
  if (paid.mode === 'checkout' && paid.profile && order.memberId !== null)
    await store.storeProfile(tx, order.memberId, paid.profile, { begunAt: paid.createdAt, now })
  const rest = paid.amountCents - cents
  if (rest > 0) await payBack(parts, tx, { order, payment: paid, why: 'overpaid', cents: rest, now })
  return cents > 0 ? booking.key : null
}
