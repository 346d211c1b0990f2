import type { Database } from '../../../../platform/database/database.ts'
import type { Attempt } from './member-lock.ts'

export interface Intent extends Attempt {
  id: number
  createdAt: Date
  failedAt: Date | null
  bookingId: number | null
}

/** Rows of `fabman_intent`: what was asked of Fabman and is not answered for sure. */
export function createIntentStore(db: Database) {
  const columns = [
    'id',
    'memberId as member',
    'equipmentId as resource',
    'fromDateTime',
    'untilDateTime',
    'createdAt',
    'failedAt',
    'bookingId',
  ] as const

  return {
    async open({ member, resource, fromDateTime, untilDateTime }: Attempt, now: Date): Promise<Intent> {
      return await db
        .insertInto('fabmanIntent')
        .values({ memberId: member, equipmentId: resource, fromDateTime, untilDateTime, createdAt: now })
        .returning(columns)
        .executeTakeFirstOrThrow()
    },
    /** Earlier attempts at exactly this, oldest first. */
    async same(asked: Attempt, since: Date): Promise<Intent[]> {
      return await db
        .selectFrom('fabmanIntent')
        .select(columns)
        .where('memberId', '=', asked.member)
        .where('equipmentId', '=', asked.resource)
        .where('fromDateTime', '=', asked.fromDateTime)
        .where('untilDateTime', '=', asked.untilDateTime)
        .where('createdAt', '>=', since)
        .orderBy('id')
        .execute()
    },
    /** What is to be looked after: neither answered nor kept for the member. */
    async unanswered(before: Date): Promise<Intent[]> {
      return await db
        .selectFrom('fabmanIntent')
        .select(columns)
        .where('bookingId', 'is', null)
        .where('createdAt', '<', before)
        .orderBy('id')
        .limit(100)
        .execute()
    },
    async close(id: number): Promise<void> {
      await db.deleteFrom('fabmanIntent').where('id', '=', id).execute()
    },
    /** As `close`; false when another one was quicker, or is cancelling it. */
    async claim(id: number): Promise<boolean> {
      const query = db.deleteFrom('fabmanIntent').where('id', '=', id).where('isCancelling', '=', false)
      return (await query.returning('id').executeTakeFirst()) !== undefined
    },
    async fail(id: number, now: Date): Promise<void> {
      await db.updateTable('fabmanIntent').set({ failedAt: now }).where('id', '=', id).execute()
    },
    async keep(id: number, bookingId: number): Promise<void> {
      await db.updateTable('fabmanIntent').set({ bookingId }).where('id', '=', id).execute()
    },
    /** From here on it is nobody else's; false when it is closed already. */
    async startCancelling(id: number): Promise<boolean> {
      const query = db.updateTable('fabmanIntent').set({ isCancelling: true }).where('id', '=', id)
      return (await query.returning('id').executeTakeFirst()) !== undefined
    },
    async forgetBefore(before: Date): Promise<void> {
      await db
        .deleteFrom('fabmanIntent')
        .where('createdAt', '<', before)
        .where('bookingId', 'is not', null)
        .execute()
    },
  }
}
export type IntentStore = ReturnType<typeof createIntentStore>
