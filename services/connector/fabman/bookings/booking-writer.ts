import { setTimeout as delay } from 'node:timers/promises'
import type { FabmanClient } from '../../../../clients/fabman/fabman.ts'
import { FabmanRefused, FabmanUnavailable } from '../../../../clients/fabman/failures.ts'
import type { Booking } from '../../../../contracts/booking.ts'
import { FabmanBooking } from '../../../../contracts/fabman.ts'
import { Problem } from '../../../../contracts/problem.ts'
import type { Clock } from '../../../../platform/clock.ts'
import { instantOf } from '../../../../rules/time.ts'
import { type BookingReader, idOf } from './bookings.ts'
import type { Catalogue } from '../directory/directory.ts'
import { readWithin, readingMs, unavailable } from '../failures.ts'
import type { IntentStore } from './intents.store.ts'
import type { Judge } from './judge.ts'
import type { Attempt, Lane } from './member-lock.ts'
import { isRefusal, refusedByFabman } from './refusals.ts'
import { recentlyMs, type Recognise } from '../events/reconciliation.ts'

interface WriterOptions {
  client: FabmanClient
  catalogue: Catalogue
  reader: BookingReader
  judge: Judge
  lane: Lane
  intents: IntentStore
  recognise: Recognise
  clock: Clock
  /** Milliseconds of the clock that time-outs go by. */
  now: () => number
}

export interface BookingChange {
  fromDateTime: string
  untilDateTime: string
  /** Of the booking as the member saw it. */
  lockVersion: number
  /** Given where the same may have been asked before. */
  requestKey?: string
}

/** Under the eight seconds after which our own callers give up: nothing may happen behind their backs. */
const writeMs = 7000
/** Fabman's own advice after a 409: read again and try anew. */
const [mostConflicts, conflictPauseMs] = [5, 200]

/** Makes, moves and cancels bookings at Fabman. */
export function createBookingWriter(options: WriterOptions) {
  const { client, catalogue, reader, judge, lane, intents, recognise, clock, now } = options

  const recently = () => new Date(clock().getTime() - recentlyMs)

  return {
    /** See WorkshopSystem.createBooking. */
    create: (asked: Attempt): Promise<Booking> =>
      lane(asked, async (sees, since) => {
        const times = { read: since + readingMs, written: since + writeMs }
        const earlier = await intents.same(asked, recently())
        const made =
          (await adopted(earlier, times.read)) ?? (await make(asked, sees, earlier.length > 0, times))
        sees({ times: [asked], since: now() })
        return named(made)
      }),

    /**
     * The booking at its new times; null when the member has no such booking.
     * @throws Problem `conflict` when it has changed since, `bookingEnded`, `refused`: then it stays as it is
     */
    async change(
      id: number,
      member: number,
      { fromDateTime, untilDateTime, lockVersion, requestKey }: BookingChange,
    ): Promise<Booking | null> {
      const read = now() + readingMs
      const booking = await ownBooking(id, member)
      if (!booking) return null
      const isThere = booking.fromDateTime === fromDateTime && booking.untilDateTime === untilDateTime
      // A process that died between Fabman's answer and ours has told nobody.
      if (requestKey && isThere && booking.lockVersion === lockVersion + 1 && booking.state !== 'cancelled')
        return named(booking)
      if (booking.lockVersion !== lockVersion) throw new Problem('conflict')
      if (booking.state === 'cancelled' || (await readWithin(read - now(), () => isOver(booking)))) {
        throw new Problem('bookingEnded')
      }
      const asked = { resource: idOf(booking.resource), member, fromDateTime, untilDateTime }
      return lane(asked, async (sees) => {
        const space = await readWithin(read - now(), () => judge(asked, sees, booking))
        const body = { fromDateTime, untilDateTime, lockVersion }
        const changed = await client
          .put(`/bookings/${id}`, body, FabmanBooking, now() + writeMs)
          .catch((error: unknown) => {
            if (error instanceof FabmanRefused && error.status === 409) throw new Problem('conflict')
            if (error instanceof FabmanRefused && isRefusal(error)) throw refusedByFabman(error, space)
            return whenDone(error, id, (found) => {
              return found.fromDateTime === fromDateTime && found.untilDateTime === untilDateTime
            })
          })
        sees({ times: [asked], since: now() })
        return named(changed)
      })
    },

    /** See WorkshopSystem.cancelBooking. */
    async cancel(id: number, member: number): Promise<Booking | null> {
      const read = now() + readingMs
      const booking = await ownBooking(id, member)
      if (!booking) return null
      if (booking.state !== 'cancelled' && (await readWithin(read - now(), () => isOver(booking))))
        throw new Problem('bookingEnded')
      const cancelled = await cancelAt(booking)
      return cancelled && named(cancelled)
    },
    cancelAt,
  }

  /** What an earlier attempt at exactly this has made without anybody being told. */
  async function adopted(earlier: Parameters<Recognise>[0][], read: number): Promise<FabmanBooking | null> {
    for (const intent of earlier) {
      const found = await readWithin(read - now(), () => recognise(intent))
      if (found && (await intents.claim(intent.id))) return found
    }
    return null
  }

  async function make(
    asked: Attempt,
    sees: Parameters<Judge>[1],
    isRepeated: boolean,
    times: { read: number; written: number },
  ): Promise<FabmanBooking> {
    const space = await readWithin(times.read - now(), () => judge(asked, sees))
    const { resource, member, fromDateTime, untilDateTime } = asked
    const body = { resource, member, fromDateTime, untilDateTime, state: 'confirmed' }
    const intent = await intents.open(asked, clock())
    try {
      const booking = await client.post('/bookings', body, FabmanBooking, times.written)
      await intents.close(intent.id)
      return booking
    } catch (error) {
      if (error instanceof FabmanRefused || (error instanceof FabmanUnavailable && !error.mayBeDone)) {
        await intents.close(intent.id)
        // An attempt whose answer was lost may have been carried out only now.
        const late = isRepeated
          ? await adopted(await intents.same(asked, recently()), now() + readingMs)
          : null
        if (late) return late
        throw error instanceof FabmanRefused && isRefusal(error) ? refusedByFabman(error, space) : error
      }
      if (!(error instanceof FabmanUnavailable)) throw error
      const found = await recognise(intent).catch(() => null)
      if (found && (await intents.claim(intent.id))) return found
      await intents.fail(intent.id, clock())
      throw unavailable(error)
    }
  }

  /** Cancelled, also when it was so before; null when it is gone. */
  async function cancelAt(first: FabmanBooking): Promise<FabmanBooking | null> {
    const { id } = first
    let booking: FabmanBooking | null = first
    for (let attempt = 1; booking && booking.state !== 'cancelled'; attempt++) {
      try {
        const body = { state: 'cancelled', lockVersion: booking.lockVersion }
        const changed = await client.put(`/bookings/${id}`, body, FabmanBooking, now() + writeMs)
        return changed.state === 'cancelled' ? changed : await removed(booking)
      } catch (error) {
        const status = error instanceof FabmanRefused ? error.status : null
        if (status === 400 || status === 422) return removed(booking)
        if (status === 409 && attempt < mostConflicts) await delay(conflictPauseMs)
        else if (status !== 404) return whenDone(error, id, ({ state }) => state === 'cancelled')
        booking = await reader.raw(id)
      }
    }
    return booking
  }

  /** Where the state can't be changed, deleting frees the time as well; the booking is gone from all lists then. */
  async function removed(booking: FabmanBooking): Promise<FabmanBooking> {
    await client.delete(`/bookings/${booking.id}`, now() + writeMs)
    return { ...booking, state: 'cancelled', lockVersion: booking.lockVersion + 1 }
  }

  /** The booking when it is as it should be, although the answer that says so is lost. @throws the error when not */
  async function whenDone(failure: unknown, id: number, isDone: (booking: FabmanBooking) => boolean) {
    if (!(failure instanceof FabmanUnavailable) || !failure.mayBeDone) throw failure
    const found = await reader.raw(id).catch(() => null)
    if (!found || !isDone(found)) throw failure
    return found
  }

  async function ownBooking(id: number, member: number): Promise<FabmanBooking | null> {
    const booking = await readWithin(readingMs, () => reader.raw(id))
    return booking && idOf(booking.member) === member ? booking : null
  }

  async function isOver(booking: FabmanBooking): Promise<boolean> {
    const equipment = await catalogue.equipmentItem(idOf(booking.resource))
    const space = equipment && (await catalogue.space(equipment.space))
    return space !== null && instantOf(booking.untilDateTime, space.timezone) <= clock()
  }

  /** It is made: that the names of its machine and member can't be read is no reason to say otherwise. */
  async function named(booking: FabmanBooking): Promise<Booking> {
    return reader.complete(booking).catch(() => reader.bare(booking))
  }
}
export type BookingWriter = ReturnType<typeof createBookingWriter>
