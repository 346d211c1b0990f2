import type { Database } from '../platform/database/database.ts'
import { periodOf } from '../rules/periods.ts'
import { insertSubscription } from '../services/backend/orders/fulfilment.store.ts'
import { insertOrder } from '../services/backend/orders/orders.store.ts'
import { someone } from './buyer.fixture.ts'

/** A member has ordered their package today. `invoiceId`: of its first period, which is not charged. */
export async function addContract(
  db: Database,
  email: string,
  invoiceId: number | null = null,
): Promise<void> {
  const owned = await db
    .selectFrom('memberPackage')
    .innerJoin('package', 'package.id', 'memberPackage.packageId')
    .innerJoin('member', 'member.id', 'memberPackage.memberId')
    .select(['memberPackage.id', 'memberId', 'packageId', 'recurringFeeCents'])
    .where('member.emailAddress', '=', email)
    .executeTakeFirstOrThrow()
  const { memberId, packageId, recurringFeeCents: priceCents } = owned
  const today = new Date().toISOString().slice(0, 10)
  const period = periodOf(today, 'month', 0)
  const item = { kind: 'membership' as const, package: packageId }
  const name = { de: 'Plus', en: 'Plus' }
  const now = new Date()
  await db.transaction().execute(async (tx) => {
    const order = await insertOrder(tx, {
      kind: 'membership',
      buyer: someone,
      offer: {
        item,
        name,
        gives: { de: [], en: [] },
        totalCents: priceCents,
        taxCents: 0,
        taxPercent: '19.00',
        renews: 'month',
        ...period,
        paysBy: ['provider'],
      },
      rights: { package: packageId, creditCents: 0, validMonths: null },
      totalCents: priceCents,
      paysBy: 'provider',
      requestKey: `journey-${memberId}`,
      openKey: `journey-${memberId}`,
      startsEarly: true,
      returnPaths: { success: '/', cancel: '/' },
      space: 1,
      member: memberId,
      invoice: null,
      today,
      now,
    })
    const row = { memberId, packageId, memberPackageId: owned.id, orderId: order.id, createdAt: now }
    await insertSubscription(
      tx,
      { ...row, anchor: today, period: 'month', priceCents },
      { ...period, invoiceId },
    )
  })
}
