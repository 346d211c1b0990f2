import { setTimeout as delay } from 'node:timers/promises'
import { FabmanRefused } from '../../../../clients/fabman/failures.ts'
import type { Booking } from '../../../../contracts/booking.ts'
import { FabmanBooking } from '../../../../contracts/fabman.ts'
import { Problem } from '../../../../contracts/problem.ts'
import { readingMs, readWithin, writeMs } from '../failures.ts'
import type { Writing } from './writing.ts'

/** Fabman's API guide advises after a 409: read again and retry. */
const [mostConflicts, conflictPauseMs] = [5, 200]

export function createBookingCancel({ client, reader, own, changes, now }: Writing) {
  return {
    async cancel(id: number, member: number): Promise<Booking | null> {
      const readDeadline = now() + readingMs
      const booking = await own.find(id, member)
      if (!booking) return null
      return changes.reporting([booking], async () => {
        const isOver = () => readWithin(readDeadline - now(), () => own.isOver(booking))
        if (booking.state !== 'cancelled' && (await isOver())) throw new Problem('bookingEnded')
        const cancelled = await cancelAtFabman(booking)
        return cancelled && own.named(cancelled)
      })
    },
    cancelAtFabman,
  }

  /** Returns the cancelled booking, also when it was cancelled before; null when it is gone. */
  async function cancelAtFabman(first: FabmanBooking): Promise<FabmanBooking | null> {
    const { id } = first
    let booking: FabmanBooking | null = first
    for (let attempt = 1; booking && booking.state !== 'cancelled'; attempt++) {
      try {
        const body = { state: 'cancelled', lockVersion: booking.lockVersion }
        const changed = await client.put(`/bookings/${id}`, body, FabmanBooking, now() + writeMs)
        return changed.state === 'cancelled' ? changed : await remove(booking)
      } catch (error) {
        const status = error instanceof FabmanRefused ? error.status : null
        if (status === 400 || status === 422) return remove(booking)
        if (status === 409 && attempt < mostConflicts) await delay(conflictPauseMs)
        else if (status !== 404) return own.writtenDespite(error, id, ({ state }) => state === 'cancelled')
        booking = await reader.raw(id)
      }
    }
    return booking
  }

  /** Deletes a booking whose state cannot be changed: that frees its time as well, and removes it from all lists. */
  async function remove(booking: FabmanBooking): Promise<FabmanBooking> {
    await client.delete(`/bookings/${booking.id}`, now() + writeMs)
    return { ...booking, state: 'cancelled', lockVersion: booking.lockVersion + 1 }
  }
}
export type BookingCancel = ReturnType<typeof createBookingCancel>
