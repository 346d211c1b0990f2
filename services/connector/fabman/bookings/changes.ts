import type { FabmanBooking } from '../../../../contracts/fabman.ts'
import type { ReportsChanges } from '../../workshop-system.ts'
import { idOf } from './reader.ts'

export type BookingTimes = Pick<FabmanBooking, 'resource' | 'member' | 'fromDateTime' | 'untilDateTime'>

/** Reports bookings of Fabman as changed. Their space stays open: asking for it would take a call. */
export function createChanges({ changed }: ReportsChanges) {
  async function report(...bookings: BookingTimes[]): Promise<void> {
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
  return {
    report,
    /**
     * Reports after a write, also after a failed one: a refusal may show that the cache is stale, and when Fabman does
     * not answer, the write may be done.
     */
    async reporting<T>(bookings: BookingTimes[], write: () => Promise<T>): Promise<T> {
      try {
        return await write()
      } finally {
        await report(...bookings)
      }
    },
  }
}
export type Changes = ReturnType<typeof createChanges>
