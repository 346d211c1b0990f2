import { sql, type Transaction } from 'kysely'
import type { Bill, OpenCharges } from '../../../../contracts/charge.ts'
import type { Tables } from '../../../../db/tables.gen.ts'
import { chargeDescription } from '../mails/mail-texts.ts'
import type { Database } from '../../../../platform/database/database.ts'

type Tx = Transaction<Tables>

/** Returns what members owe for charges before `until` that are on no bill, in order of their ids. */
export async function openCharges(db: Database, until: Date): Promise<OpenCharges[]> {
  const rows = await db
    .selectFrom('charge')
    .select(({ fn }) => [
      'memberId as member',
      fn.sum<number>('priceCents').as('cents'),
      fn.min('createdAt').as('since'),
    ])
    .where('invoice', 'is', null)
    .where('createdAt', '<', until)
    .groupBy('memberId')
    .orderBy('memberId')
    .execute()
  return rows.map(({ member, cents, since }) => ({
    member,
    cents,
    since: since.toISOString(),
  }))
}

/** Returns the member and the end of the bill with this key; null when there is none. */
export async function findBill(tx: Tx, key: string): Promise<{ member: number; until: Date } | null> {
  const row = await tx
    .selectFrom('bill')
    .select(['memberId as member', 'until'])
    .where('requestKey', '=', key)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Adds a bill with the member's open charges before `until`. What the member has paid in advance, less all earlier bills,
 * pays for it. @throws the database's own error for `bill_member`
 */
export async function addBill(
  tx: Tx,
  { key, member, until, now }: { key: string; member: number; until: Date; now: Date },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    with open as (
      select coalesce(sum(price_cents), 0) as cents from charge
      where member_id = ${member} and invoice is null and created_at < ${until}::timestamptz
    ), balance as (
      select (select coalesce(sum(amount_cents), 0) from prepayment where member_id = ${member})
        - (select coalesce(sum(price_cents), 0) from charge where member_id = ${member} and invoice is not null) as cents
    )
    insert into bill (request_key, member_id, until, prepaid_cents, created_at)
    select ${key}, ${member}, ${until}::timestamptz,
      greatest(0, least(open.cents, balance.cents)), ${now}::timestamptz
    from open, balance
    returning id`.execute(tx)
  const [bill] = rows
  await tx
    .updateTable('charge')
    .set({ invoice: bill?.id ?? null })
    .where('memberId', '=', member)
    .where('invoice', 'is', null)
    .where('createdAt', '<', until)
    .execute()
}

/** Returns a bill with its charges in order of their days. @throws NoResultError when there is none */
export async function readBill(tx: Tx, key: string): Promise<Bill> {
  const { id, memberId, prepaidCents } = await tx
    .selectFrom('bill')
    .select(['id', 'memberId', 'prepaidCents'])
    .where('requestKey', '=', key)
    .executeTakeFirstOrThrow()
  const charges = await tx
    .selectFrom('charge')
    .innerJoin('member', 'member.id', 'charge.memberId')
    .leftJoin('booking', 'booking.id', 'charge.bookingId')
    .leftJoin('equipment', 'equipment.id', 'booking.equipmentId')
    .select([
      'charge.id',
      'charge.description',
      'member.language',
      'equipment.name as equipmentName',
      'equipment.nameEn as equipmentNameEn',
      'charge.priceCents as cents',
      sql<string>`coalesce(left(booking.from_date_time, 10), to_char(charge.created_at at time zone 'UTC', 'YYYY-MM-DD'))`.as(
        'day',
      ),
    ])
    .where('charge.invoice', '=', id)
    .orderBy('day')
    .orderBy('charge.id')
    .execute()
  // A member may have another language since a charge was written: a bill has one.
  const named = charges.map(({ language, equipmentName, equipmentNameEn, description, ...charge }) => ({
    ...charge,
    description:
      equipmentName === null ? description : chargeDescription({ equipmentName, equipmentNameEn, language }),
  }))
  return { key, member: memberId, charges: named, prepaidCents }
}

/** Returns the payment with this key; null when there is none. */
export async function findPayment(tx: Tx, key: string): Promise<{ member: number; cents: number } | null> {
  const row = await tx
    .selectFrom('prepayment')
    .select(['memberId as member', 'amountCents as cents'])
    .where('requestKey', '=', key)
    .executeTakeFirst()
  return row ?? null
}

/** @throws the database's own error for `prepayment_member` */
export async function addPayment(
  tx: Tx,
  payment: { key: string; member: number; cents: number; description: string; now: Date },
): Promise<void> {
  const { key: requestKey, member: memberId, cents: amountCents, description, now: createdAt } = payment
  await tx
    .insertInto('prepayment')
    .values({ requestKey, memberId, amountCents, description, createdAt })
    .execute()
}
