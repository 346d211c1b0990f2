import type { Database } from '../../../../platform/database/database.ts'
import { queueMail } from '../../../../platform/mail/mail.ts'
import type { Mail } from '../../../../platform/mail/mail-content.ts'
import type { WantedTime } from '../../workshop-system.ts'

/** A booking that is being cancelled; `id` is Fabman's. */
export interface Uncovered extends WantedTime {
  id: number
}

/** Rows of `fabman_uncovered`: bookings that are being cancelled because a package has ended. */
export function createUncoveredStore(db: Database) {
  return {
    async of(member: number): Promise<Uncovered[]> {
      return await db
        .selectFrom('fabmanUncovered')
        .select([
          'bookingId as id',
          'memberId as member',
          'equipmentId as equipment',
          'fromDateTime',
          'untilDateTime',
        ])
        .where('memberId', '=', member)
        .orderBy('fromDateTime')
        .orderBy('bookingId')
        .execute()
    },
    async note({ id, member, equipment, fromDateTime, untilDateTime }: Uncovered): Promise<void> {
      await db
        .insertInto('fabmanUncovered')
        .values({ bookingId: id, memberId: member, equipmentId: equipment, fromDateTime, untilDateTime })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    /** Ends the work on a booking, and queues a mail about it once. */
    async close(id: number, mail: Mail | null): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const query = tx.deleteFrom('fabmanUncovered').where('bookingId', '=', id)
        const closed = await query.returning('bookingId').executeTakeFirst()
        if (closed && mail) await queueMail(tx, mail)
      })
    },
    async forget(member: number): Promise<void> {
      await db.deleteFrom('fabmanUncovered').where('memberId', '=', member).execute()
    },
  }
}
