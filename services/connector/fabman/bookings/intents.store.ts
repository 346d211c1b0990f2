import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { queueMail } from '../../../../platform/mail/mail.ts'
import type { Mail } from '../../../../platform/mail/mail-content.ts'
import type { WantedTime } from '../../workshop-system.ts'

export interface Intent extends WantedTime {
  id: number
  createdAt: Date
  failedAt: Date | null
  bookingId: number | null
}

/** For this long a member who asks again for the same gets what the first attempt has made. */
export const recentlyMs = 15 * 60_000

const columns = [
  'id',
  'memberId as member',
  'equipmentId as equipment',
  'fromDateTime',
  'untilDateTime',
  'createdAt',
  'failedAt',
  'bookingId',
] as const

/** Rows of `fabman_intent`: bookings asked of Fabman without a certain answer. */
export function createIntentStore(db: Database) {
  return {
    /**
     * Begins an attempt, which stands for the earlier ones at exactly this: an earlier one that failed would have the booking
     * of this one cancelled.
     */
    async open(asked: WantedTime, now: Date): Promise<Intent> {
      const time = exactly(asked)
      return await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('fabmanIntent').where(matches(time)).where('bookingId', 'is', null).execute()
        return await tx
          .insertInto('fabmanIntent')
          .values({ ...time, createdAt: now })
          .returning(columns)
          .executeTakeFirstOrThrow()
      })
    },
    /** Returns earlier attempts at exactly this, oldest first. */
    async same(asked: WantedTime, since: Date): Promise<Intent[]> {
      return await db
        .selectFrom('fabmanIntent')
        .select(columns)
        .where(matches(exactly(asked)))
        .where('createdAt', '>=', since)
        .orderBy('id')
        .execute()
    },
    /** Returns a page of attempts that are neither answered nor kept for the member, those after an id. */
    async unanswered(before: Date, after: number): Promise<Intent[]> {
      return await db
        .selectFrom('fabmanIntent')
        .select(columns)
        .where('bookingId', 'is', null)
        .where('createdAt', '<', before)
        .where('id', '>', after)
        .orderBy('id')
        .limit(100)
        .execute()
    },
    ...createIntentEnds(db),
  }
}
export type IntentStore = ReturnType<typeof createIntentStore>

function exactly({ member: memberId, equipment: equipmentId, fromDateTime, untilDateTime }: WantedTime) {
  return { memberId, equipmentId, fromDateTime, untilDateTime }
}

const matches = (time: ReturnType<typeof exactly>) => (is: ExpressionBuilder<Tables, 'fabmanIntent'>) =>
  is.and(time)

/** How an attempt ends. */
function createIntentEnds(db: Database) {
  return {
    async close(id: number): Promise<void> {
      await db.deleteFrom('fabmanIntent').where('id', '=', id).execute()
    },
    /** As `close`; false when another process has closed it, or is cancelling its booking. */
    async claim(id: number): Promise<boolean> {
      const query = db.deleteFrom('fabmanIntent').where('id', '=', id).where('isCancelling', '=', false)
      return (await query.returning('id').executeTakeFirst()) !== undefined
    },
    async fail(id: number, now: Date): Promise<void> {
      await db.updateTable('fabmanIntent').set({ failedAt: now }).where('id', '=', id).execute()
    },
    /** Keeps the booking for its member, and queues a mail about it once. */
    async keep(id: number, bookingId: number, mail: Mail | null): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const query = tx.updateTable('fabmanIntent').set({ bookingId }).where('id', '=', id)
        const kept = await query.where('bookingId', 'is', null).returning('id').executeTakeFirst()
        if (kept && mail) await queueMail(tx, mail)
      })
    },
    /** Reserves the intent for cancelling its booking; false when it is already closed. */
    async startCancelling(id: number): Promise<boolean> {
      const query = db.updateTable('fabmanIntent').set({ isCancelling: true }).where('id', '=', id)
      return (await query.returning('id').executeTakeFirst()) !== undefined
    },
    async forget(member: number): Promise<void> {
      await db.deleteFrom('fabmanIntent').where('memberId', '=', member).execute()
    },
    async deleteKeptBefore(before: Date): Promise<void> {
      await db
        .deleteFrom('fabmanIntent')
        .where('createdAt', '<', before)
        .where('bookingId', 'is not', null)
        .execute()
    },
  }
}
