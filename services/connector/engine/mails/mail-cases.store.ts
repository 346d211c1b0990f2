import type { Transaction } from 'kysely'
import type { Tables } from '../../../../db/tables.gen.ts'

/** Reads all that a mail about a booking says. */
export async function readFacts(tx: Transaction<Tables>, booking: number) {
  return await tx
    .selectFrom('booking')
    .innerJoin('space', 'space.id', 'booking.spaceId')
    .innerJoin('equipment', 'equipment.id', 'booking.equipmentId')
    .innerJoin('member', 'member.id', 'booking.memberId')
    .select([
      'booking.id',
      'booking.fromDateTime',
      'booking.untilDateTime',
      'booking.state',
      'booking.lockVersion',
      'booking.updatedAt',
      'booking.priceCents',
      'booking.moneyCents',
      'booking.cancelledLate',
      'equipment.name as equipmentName',
      'member.firstName',
      'member.lastName',
      'member.emailAddress',
      'member.language',
      'space.name as space',
      'space.timezone',
      'space.bookingLockInHours',
      'space.bookingRefundable',
    ])
    .where('booking.id', '=', booking)
    .executeTakeFirstOrThrow()
}

export type BookingFacts = Awaited<ReturnType<typeof readFacts>>
