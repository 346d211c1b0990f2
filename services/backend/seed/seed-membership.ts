import { z } from 'zod'
import { OrderConsent } from '../../../contracts/order.ts'
import { toCents } from '../../../rules/money.ts'
import { bookOrderTransfer } from '../orders/desk.ts'
import { findOrder } from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { buyerOfMember, placeOrder } from '../orders/placing.ts'
import { toldTo } from '../teams/inviting.ts'
import { daysBefore, endPackages, memberOf, packageOf, packagesOf, todayOf } from './seed-parts.ts'
import { seedUsageInvoices } from './seed-usage.ts'

/** Shape of content/demo/membership.json; the member by its id. */
const DemoMembership = z.strictObject({
  member: z.int(),
  package: z.int(),
  orderedDaysAgo: z.int(),
  consents: z.array(OrderConsent),
})

const requestKey = 'demo-membership'

/**
 * Orders the membership of the demo and pays it by transfer, as its member would have done some days ago, after the
 * invoices of earlier months; does nothing where that order exists. One of several processes does it.
 * @param json content/demo/membership.json, parsed
 */
export async function seedMembership(parts: Ordering, json: unknown): Promise<void> {
  if (await findOrder(parts.db, 'requestKey', requestKey)) return
  const demo = DemoMembership.parse(json)
  // Without a provider people transfer.
  const past = { ...daysBefore(parts, demo.orderedDaysAgo), provider: null }
  const member = await memberOf(parts, demo.member)
  const sold = await packageOf(parts, demo.package)
  const { today: until, zone } = await todayOf(past, member)
  await seedUsageInvoices(past, { until, zone })
  const before = await packagesOf(past, [member.id])
  let isOurs = false
  const { number } = await placeOrder(past, {
    item: { kind: 'membership', package: sold.id },
    buyer: buyerOfMember(member, toldTo(member).locale),
    member: member.id,
    paysBy: 'transfer',
    startsEarly: true,
    shownCents: toCents(sold.fee),
    consents: demo.consents,
    requestKey,
    returnPaths: { success: '/me/packages', cancel: '/me/packages' },
    also: async () => void (isOurs = true),
  })
  if (!isOurs) return
  await bookOrderTransfer(past, number)
  await endPackages(past, before)
}
