import type { FabmanBooking } from '../../../../contracts/fabman.ts'
import type { ReportsChanges } from '../../workshop-system.ts'
import { idOf } from './bookings.ts'

export type BookingTimes = Pick<FabmanBooking, 'resource' | 'member' | 'fromDateTime' | 'untilDateTime'>

/** Reports bookings of Fabman as changed. Their space stays open: asking for it would take a call. */
export function createReport({ changed }: ReportsChanges) {
  return async (...bookings: BookingTimes[]): Promise<void> => {
    await changed?.(
      bookings.map(({ resource, member, fromDateTime, untilDateTime }) => {
        return {
          equipment: idOf(resource),
          member: idOf(member),
          space: undefined,
          fromDateTime,
          untilDateTime,
        }
      }),
    )
  }
}
export type Report = ReturnType<typeof createReport>
