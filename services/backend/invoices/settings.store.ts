import type { BillingSettings } from '../../../contracts/invoice.ts'
import type { Database } from '../../../platform/database/database.ts'

/** Returns the settings of a space, null when it has none. They were checked when they were written. */
export async function read(db: Database, space: number): Promise<BillingSettings | null> {
  const row = await db
    .selectFrom('billingSettings')
    .select('settings')
    .where('spaceId', '=', space)
    .executeTakeFirst()
  return row ? (row.settings as BillingSettings) : null
}

/** Returns the spaces that write invoices. */
export async function spaces(db: Database): Promise<number[]> {
  const rows = await db.selectFrom('billingSettings').select('spaceId').orderBy('spaceId').execute()
  return rows.map(({ spaceId }) => spaceId)
}

export async function write(
  db: Database,
  { space: spaceId, settings, now: updatedAt }: { space: number; settings: BillingSettings; now: Date },
): Promise<void> {
  await db
    .insertInto('billingSettings')
    .values({ spaceId, settings, updatedAt })
    .onConflict((conflict) => conflict.column('spaceId').doUpdateSet({ settings, updatedAt }))
    .execute()
}
