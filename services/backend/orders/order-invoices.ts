import type { BillingSettings, Buyer } from '../../../contracts/invoice.ts'
import type { Member } from '../../../contracts/member.ts'
import type { Offer } from '../../../contracts/order.ts'
import { isProblem } from '../../../contracts/problem.ts'
import type { Period } from '../../../rules/periods.ts'
import { addDays, type Day, dayOf, toLocal } from '../../../rules/time.ts'
import { invoiceSums } from '../../../rules/vat.ts'
import * as invoices from '../invoices/invoices.store.ts'
import * as payments from '../payments/payments.store.ts'
import { payBack } from '../payments/refunds.ts'
import * as store from './fulfilment.store.ts'
import { lineOf, sellerOf } from './offers.ts'
import * as orders from './orders.store.ts'
import type { Ordering } from './parts.ts'

export type PaidInvoice = payments.StoredPayment

interface OrderInvoice {
  order: orders.StoredOrder
  offer: Offer
  member: Member
  settings: BillingSettings
  period: Period
  /** null = it is paid by the invoice. */
  paid: PaidInvoice | null
  zone: string
  today: Day
  now: Date
}

/** Writes the invoice of an order in the buyer's language, with the payment that has paid it. @returns its id */
export async function writeInvoice(tx: orders.Tx, given: OrderInvoice): Promise<number> {
  const { order, offer, member, settings, period, paid, zone, today, now } = given
  const { locale } = order.buyer
  const line = {
    ...lineOf(order.totalCents, settings),
    text: offer.name[locale],
    suppliedFrom: period.fromDate,
    suppliedUntil: period.untilDate,
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
  await addPayment(tx, { invoice, paid, cents: order.totalCents, paidOn, now })
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
    member: member.id,
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

function buyerOf({ buyer }: orders.StoredOrder, member: Member): Buyer {
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
    memberNumber: member.memberNumber,
  }
}

interface InvoicePayment {
  invoice: number
  paid: PaidInvoice
  cents: number
  paidOn: Day
  now: Date
}

async function addPayment(
  tx: orders.Tx,
  { invoice, paid, cents, paidOn, now }: InvoicePayment,
): Promise<void> {
  const method = paid.mode === 'manual' ? 'transfer' : 'provider'
  await invoices.addPayment(tx, { invoice, key: `payment-${paid.id}`, method, cents, paidOn, now })
}

/** Books what an order has paid of an invoice; what is too much goes back. */
export async function payInvoice(
  parts: Ordering,
  order: orders.StoredOrder,
  attempt: store.Attempt,
): Promise<void> {
  const { db, clock } = parts
  const { invoiceId, memberId } = order
  if (invoiceId === null || memberId === null) throw new Error('an order of no invoice')
  const { space } = await sellerOf(parts, order.spaceId)
  const now = clock()
  const paidOn = dayOf(toLocal(now, space.timezone))
  await recordAtWorkshop(parts, { order, invoiceId, memberId })
  await db.transaction().execute(async (tx) => {
    const [paid] = (await payments.paymentsOf(tx, order.id)).filter(
      ({ state, isSurplus }) => state === 'paid' && !isSurplus,
    )
    if (!paid) throw new Error('a paid order without a payment')
    const openCents = await invoices.lockOpenCents(tx, invoiceId)
    const cents = Math.min(openCents, paid.amountCents)
    const rest = paid.amountCents - cents
    const isWanted = cents > 0
    await store.endAttempt(
      tx,
      attempt,
      isWanted ? { state: 'fulfilled', fulfilledAt: now } : { state: 'refunded' },
    )
    if (isWanted) await addPayment(tx, { invoice: invoiceId, paid, cents, paidOn, now })
    if (rest > 0) await payBack(parts, tx, { order, payment: paid, why: 'overpaid', cents: rest, now })
  })
}

/** The workshop system knows what is owed for bookings, so it learns what was paid; the key makes a repeat harmless. */
async function recordAtWorkshop(
  { connector, db }: Ordering,
  { order, invoiceId, memberId }: { order: orders.StoredOrder; invoiceId: number; memberId: number },
): Promise<void> {
  const invoice = await invoices.findInvoice(db, { id: invoiceId })
  const cents = Math.min(invoice?.openCents ?? 0, order.totalCents)
  if (!invoice?.isUsage || cents <= 0) return
  const payment = { member: memberId, cents, description: invoice.number }
  try {
    await connector.recordPayment(`order-${order.number}`, payment)
  } catch (error) {
    // `keyReused`: an earlier attempt has recorded it, before a transfer changed what is open.
    if (!(isProblem(error) && (error.code === 'notSupported' || error.code === 'keyReused'))) throw error
  }
}
