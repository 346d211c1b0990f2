import { sql } from 'kysely'
import type { OrderBuyer } from '../../../contracts/order.ts'
import type { Database } from '../../../platform/database/database.ts'
import { lockOrder, type Tx } from './orders.store.ts'

/** What an erased order says of its buyer. */
const nobody = {
  firstName: '',
  lastName: '',
  email: 'erased@example.invalid',
  street: '',
  zip: '',
  city: '',
  country: 'DE',
  phone: null,
  dateOfBirth: null,
  company: null,
  vatId: null,
  reference: null,
  invoiceEmail: null,
}

/** Returns ended orders without an invoice whose last money moved before a time, and none is still to move. */
export async function endedOrders(db: Database, before: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('customerOrder')
    .select('id')
    .where('state', 'in', ['cancelled', 'expired', 'refunded'])
    .where('invoiceId', 'is', null)
    .where('erasedAt', 'is', null)
    .where('placedAt', '<', before)
    .where((is) => is.or([is('paidAt', 'is', null), is('paidAt', '<', before)]))
    .where(
      sql<boolean>`not exists (
        select from payment left join refund on refund.payment_id = payment.id
        where payment.order_id = customer_order.id
          and (payment.state in ('created', 'open', 'pending') or refund.created_at >= ${before}
            or refund.state in ('asked', 'failed', 'manual')))`,
    )
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map(({ id }) => id)
}

/** Removes who ordered: number, sums and states stay. */
export async function eraseOrder(db: Database, id: number, erasedAt: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { state, buyer } = await lockOrder(tx, id)
    // Late money has made it a paid order meanwhile.
    if (state === 'paid' || state === 'fulfilled') return
    await eraseBuyer(tx, { id, buyer, erasedAt }, { memberId: null })
    await tx.deleteFrom('consent').where('orderId', '=', id).execute()
    await deleteUnusedTexts(tx)
  })
}

/**
 * Removes who ordered what was given to a member who left. What the member agreed to stays, apart from the consent of a
 * guardian, which names people.
 */
export async function eraseOrdersOf(
  tx: Tx,
  { member, emails }: { member: number | null; emails: string[] },
  erasedAt: Date,
): Promise<void> {
  const orders = await endedNamed(tx)
    .where((is) =>
      is.or([
        is('memberId', '=', member ?? 0),
        is.and([
          is('memberId', 'is', null),
          is(sql<string>`lower(buyer ->> 'email')`, 'in', emails.length > 0 ? emails : ['']),
        ]),
      ]),
    )
    .execute()
  await eraseEach(tx, orders, erasedAt)
}

/** Removes who ordered, of ended orders with these ids. */
export async function eraseOrders(tx: Tx, ids: number[], erasedAt: Date): Promise<void> {
  if (ids.length > 0) await eraseEach(tx, await endedNamed(tx).where('id', 'in', ids).execute(), erasedAt)
}

function endedNamed(tx: Tx) {
  return tx
    .selectFrom('customerOrder')
    .select(['id', 'buyer'])
    .where('erasedAt', 'is', null)
    .where('state', 'in', ['fulfilled', 'cancelled', 'expired', 'refunded'])
}

async function eraseEach(
  tx: Tx,
  orders: Awaited<ReturnType<ReturnType<typeof endedNamed>['execute']>>,
  erasedAt: Date,
): Promise<void> {
  for (const { id, buyer } of orders) {
    // Only the store of orders writes them.
    await eraseBuyer(tx, { id, buyer: buyer as OrderBuyer, erasedAt })
    await tx.deleteFrom('consent').where('orderId', '=', id).where('kind', '=', 'guardian').execute()
  }
  await deleteUnusedTexts(tx)
}

async function eraseBuyer(
  tx: Tx,
  { id, buyer, erasedAt }: { id: number; buyer: OrderBuyer; erasedAt: Date },
  change: { memberId?: null } = {},
): Promise<void> {
  const erased: OrderBuyer = { ...nobody, locale: buyer.locale }
  const gone = { ...change, waitsFor: null, claimHash: null, lastError: null }
  await tx
    .updateTable('customerOrder')
    .set({ ...gone, buyer: erased, requestKey: `erased-${id}`, erasedAt })
    .where('id', '=', id)
    .execute()
  await tx.updateTable('payment').set({ url: null, profile: null }).where('orderId', '=', id).execute()
}

/** Deletes the consents of guardians that belong to nothing any more; the other texts are those of the site. */
export async function deleteUnusedTexts(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('legalText')
    .where('kind', '=', 'guardian')
    .where(
      sql<boolean>`not exists (select from consent where text_sha256 = legal_text.sha256)
        and not exists (select from place_consent where text_sha256 = legal_text.sha256)`,
    )
    .execute()
}
