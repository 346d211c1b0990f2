import { toCents } from '../../../rules/money.ts'
import type { Day } from '../../../rules/time.ts'
import { compensationCents, usedShareCents } from '../../../rules/withdrawal.ts'
import { grant } from '../orders/fulfilment.ts'
import * as orders from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'

/**
 * Returns what the buyer of a given order owes for what they could use until the withdrawal, in cents: days of a
 * membership, or what is used of a pack of credits.
 * @throws Problem `upstreamUnavailable`, `notSupported`
 */
export async function compensationOf(
  parts: Ordering,
  order: orders.StoredOrder,
  receivedOn: Day,
): Promise<number> {
  const { fromDate, untilDate, totalCents, startsEarly, rights } = order
  if (order.kind === 'credits') {
    const entry = await creditOf(parts, order)
    const uses = entry && (await parts.connector.creditUses(entry.member, entry.credit))
    const used = (uses ?? []).reduce((sum, { amount }) => sum + toCents(amount), 0)
    return usedShareCents({ priceCents: totalCents, used, amount: rights.creditCents })
  }
  if (fromDate === null || untilDate === null) return 0
  const consents = await orders.consentsOf(parts.db, order.id)
  const askedToStart = startsEarly && consents.some(({ kind }) => kind === 'earlyStart')
  return compensationCents({ feeCents: totalCents, fromDate, untilDate, receivedOn, askedToStart })
}

/**
 * Lets bookings use a bought pack of credits until a day only.
 * @throws Problem `upstreamUnavailable`, and `notSupported` where the workshop system cannot
 */
export async function endCredits(parts: Ordering, order: orders.StoredOrder, untilDate: Day): Promise<void> {
  const entry = await creditOf(parts, order)
  if (entry) await parts.connector.endCredit(entry.member, entry.credit, { untilDate })
}

/** The credit entry that an order was given: the same grant answers the same. */
async function creditOf(parts: Ordering, order: orders.StoredOrder) {
  const { offer, fromDate, untilDate } = order
  if (!offer || fromDate === null || untilDate === null) return null
  const granted = await grant(parts, order, offer, { fromDate, untilDate })
  const credit = granted?.credits[0]
  return granted && credit !== undefined ? { member: granted.member, credit } : null
}
