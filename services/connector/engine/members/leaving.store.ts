import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'
import type { Day } from '../../../../rules/time.ts'
import type { MemberData } from '../../../../contracts/personal-data.ts'

/** Everything that the engine keeps of a member, by area. Secrets and what only machines read are left out. */
export async function readMemberData(db: Database, id: number): Promise<MemberData> {
  const areas: Record<string, RawBuilder<unknown>> = {
    profile: sql`select to_jsonb(t) - 'calendar_token' as row from member t where id = ${id}`,
    bookings: sql`select to_jsonb(t) - 'during' - 'request_key' - 'change_key'
      || jsonb_build_object('equipment', equipment.name) as row
      from booking t join equipment on equipment.id = t.equipment_id where member_id = ${id} order by t.id`,
    waitlist: sql`select to_jsonb(t) as row from waitlist t where member_id = ${id} order by id`,
    credits: sql`select to_jsonb(t) as row from credit t where member_id = ${id} order by id`,
    creditUses: sql`select to_jsonb(t) as row from credit_use t
      where credit_id in (select id from credit where member_id = ${id}) order by id`,
    packages: sql`select to_jsonb(t) || jsonb_build_object('name', package.name) as row
      from member_package t join package on package.id = package_id where member_id = ${id} order by t.id`,
    trainings: sql`select to_jsonb(t) || jsonb_build_object('title', training.title) as row
      from member_training t join training on training.id = training_id where member_id = ${id} order by t.id`,
    charges: sql`select to_jsonb(t) as row from charge t where member_id = ${id} order by id`,
    bills: sql`select to_jsonb(t) as row from bill t where member_id = ${id} order by id`,
    prepayments: sql`select to_jsonb(t) as row from prepayment t where member_id = ${id} order by id`,
  }
  const data: MemberData = {}
  for (const [area, query] of Object.entries(areas)) {
    const { rows } = await (query as RawBuilder<{ row: Record<string, unknown> }>).execute(db)
    data[area] = rows.map(({ row }) => row)
  }
  return data
}

/** Returns the bookings and offers of a member that have not begun, on `fromDate` or later where it is given. */
export async function comingBookings(
  db: Database,
  { member, now, fromDate = '' }: { member: number; now: Date; fromDate?: Day },
): Promise<number[]> {
  const rows = await db
    .selectFrom('booking')
    .select('id')
    .where('memberId', '=', member)
    .where('state', 'in', ['pending', 'confirmed'])
    .where('startsAt', '>', now)
    .where('fromDateTime', '>', fromDate)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether a member still uses something, or owes what is on no bill yet. Take the lock of the member first. */
export async function isUnsettled(tx: Transaction<Tables>, member: number): Promise<boolean> {
  const { rows } = await sql<{ unsettled: boolean }>`
    select exists (select from booking where member_id = ${member} and not charged
        and (state in ('pending', 'confirmed') or cancelled_late))
      or (select coalesce(sum(price_cents), 0) > 0 from charge where member_id = ${member} and invoice is null)
      as unsettled`.execute(tx)
  return rows[0]?.unsettled ?? false
}

/**
 * Removes who a member was. The row stays for bookings, charges and credits that point to it: its number is the one on
 * the invoices, which the law has kept.
 */
export async function eraseMember(tx: Transaction<Tables>, id: number, now: Date): Promise<void> {
  const nobody = {
    firstName: '',
    lastName: '',
    emailAddress: `erased-${id}@erased.invalid`,
    company: null,
    phone: null,
    address: null,
    zip: null,
    city: null,
    countryCode: null,
    dateOfBirth: null,
    language: null,
    calendarToken: null,
  }
  await tx
    .updateTable('member')
    .set({ ...nobody, state: 'locked', updatedAt: now, lockVersion: sql`lock_version + 1` })
    .where('id', '=', id)
    .where('emailAddress', '<>', nobody.emailAddress)
    .execute()
  await tx
    .updateTable('booking')
    .set({ title: null, requestKey: null, changeKey: null })
    .where('memberId', '=', id)
    .execute()
  await tx.deleteFrom('waitlist').where('memberId', '=', id).execute()
  await tx.deleteFrom('memberTraining').where('memberId', '=', id).execute()
  await tx.deleteFrom('idempotencyKey').where('memberId', '=', id).execute()
}
