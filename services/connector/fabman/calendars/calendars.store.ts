import type { CalendarKind } from '../../../../contracts/calendar.ts'
import type { Database } from '../../../../platform/database/database.ts'

/** Rows of `fabman_calendar`: the secret of a calendar's address, by account. */
export function createCalendarStore(db: Database) {
  return {
    async read(account: number, kind: CalendarKind, owner: number): Promise<string | null> {
      const row = await db
        .selectFrom('fabmanCalendar')
        .select('token')
        .where('account', '=', account)
        .where('kind', '=', kind)
        .where('ownerId', '=', owner)
        .executeTakeFirst()
      return row?.token ?? null
    },
    /** Replaces an earlier secret. */
    async write(account: number, kind: CalendarKind, owner: number, token: string): Promise<void> {
      await db
        .insertInto('fabmanCalendar')
        .values({ account, kind, ownerId: owner, token })
        .onConflict((conflict) => conflict.columns(['account', 'kind', 'ownerId']).doUpdateSet({ token }))
        .execute()
    },
    /** Deletes the secrets of a member. */
    async forget(member: number): Promise<void> {
      await db
        .deleteFrom('fabmanCalendar')
        .where('kind', '=', 'members')
        .where('ownerId', '=', member)
        .execute()
    },
  }
}
