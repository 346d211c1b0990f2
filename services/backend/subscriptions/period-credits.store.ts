import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { Period } from '../../../rules/periods.ts'
import type { Day } from '../../../rules/time.ts'
import { openCents } from './subscriptions.store.ts'

export interface UncreditedPeriod extends Period {
  subscription: number
  member: number
  order: number
  /** The team that the contract is for; null = a member's own package. */
  team: number | null
  seats: number | null
}

/** Appended days of a period whose credits were given before. */
export interface AppendedDays extends UncreditedPeriod {
  appendedFrom: Day
  creditedUntil: Day
}

/** A debit takes days: it counts for somebody who has paid before. */
const isPending = sql<boolean>`exists (select from payment join customer_order paying on paying.id = payment.order_id
    where paying.invoice_id = subscription_period.invoice_id and payment.state = 'pending')
  and exists (select from subscription_period earlier join invoice_payment using (invoice_id)
    where earlier.subscription_id = subscription.id and earlier.from_date < subscription_period.from_date)`

/** Returns periods whose credits may be given now: free, paid, being debited, or on invoice. */
export async function uncredited(db: Database): Promise<UncreditedPeriod[]> {
  return (
    db
      .selectFrom('subscriptionPeriod')
      .innerJoin('subscription', 'subscription.id', 'subscriptionPeriod.subscriptionId')
      .innerJoin('customerOrder', 'customerOrder.id', 'subscription.orderId')
      .select([
        'subscription.id as subscription',
        'subscription.memberId as member',
        'subscriptionPeriod.orderId as order',
        'subscription.teamId as team',
        'subscriptionPeriod.seats',
        'subscriptionPeriod.fromDate',
        'subscriptionPeriod.untilDate',
      ])
      .where('creditedAt', 'is', null)
      // Its days are appended first, so that the credits go as long.
      .where('subscription.state', '<>', 'suspended')
      .where((is) =>
        is.or([
          is('subscriptionPeriod.invoiceId', 'is', null),
          is('customerOrder.paysBy', '<>', 'provider'),
          sql<boolean>`${openCents} <= 0`,
          isPending,
        ]),
      )
      .orderBy('subscription.id')
      .limit(500)
      .execute()
  )
}

/** Returns appended days whose credits are not given yet; there are none while the package is suspended. */
export async function uncreditedDays(db: Database): Promise<AppendedDays[]> {
  const rows = await db
    .selectFrom('subscriptionPeriod')
    .innerJoin('subscription', 'subscription.id', 'subscriptionPeriod.subscriptionId')
    .select([
      'subscription.id as subscription',
      'subscription.memberId as member',
      'subscriptionPeriod.orderId as order',
      'subscription.teamId as team',
      'subscriptionPeriod.seats',
      'subscriptionPeriod.fromDate',
      'subscriptionPeriod.untilDate',
      'appendedFrom',
      'creditedUntil',
    ])
    .where('appendedFrom', 'is not', null)
    .where('appendedCreditedAt', 'is', null)
    .orderBy('subscription.id')
    .limit(500)
    .execute()
  return rows as AppendedDays[]
}

/** Notes when the credits of a period, or of its appended days, were given. */
export async function markCredited(
  db: Database,
  { subscription, fromDate }: Pick<UncreditedPeriod, 'subscription' | 'fromDate'>,
  given: { creditedAt: Date } | { appendedCreditedAt: Date },
): Promise<void> {
  await db
    .updateTable('subscriptionPeriod')
    .set(given)
    .where('subscriptionId', '=', subscription)
    .where('fromDate', '=', fromDate)
    .execute()
}
