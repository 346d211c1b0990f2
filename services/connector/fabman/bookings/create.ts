import { FabmanRefused, FabmanUnavailable } from '../../../../clients/fabman/failures.ts'
import type { Booking } from '../../../../contracts/booking.ts'
import { FabmanBooking } from '../../../../contracts/fabman.ts'
import { readingMs, readWithin, unavailable, writeMs } from '../failures.ts'
import type { NewBooking, WantedTime } from '../../workshop-system.ts'
import type { Learn } from './attempt-lock.ts'
import { type Intent, recentlyMs } from './intents.store.ts'
import { isRefusal, refusedByFabman } from './refusals.ts'
import type { Writing } from './writing.ts'

/** By when reads and the write end, as `now` counts. */
interface Deadlines {
  read: number
  write: number
}

export function createBookingCreation(options: Writing) {
  const { client, judge, lock, intents, recognise, own, changes, clock, now } = options
  const recently = () => new Date(clock().getTime() - recentlyMs)

  return (asked: NewBooking): Promise<Booking> =>
    changes.reporting([{ ...asked, resource: asked.equipment }], () =>
      lock(asked, async (learn, since) => {
        const deadlines = { read: since + readingMs, write: since + writeMs }
        const earlier = await intents.same(asked, recently())
        const adopted = await adopt(earlier, deadlines.read)
        const made = adopted ?? (await make(asked, learn, earlier.length > 0, deadlines))
        learn({ times: [asked], since: now() })
        return own.named(made)
      }),
    )

  /** Returns what an earlier attempt at exactly this has made without an answer; null = nothing. */
  async function adopt(earlier: Intent[], deadline: number): Promise<FabmanBooking | null> {
    for (const intent of earlier) {
      const found = await readWithin(deadline - now(), () => recognise(intent))
      if (found && (await intents.claim(intent.id))) return found
    }
    return null
  }

  async function make(
    asked: WantedTime,
    learn: Learn,
    isRepeated: boolean,
    deadlines: Deadlines,
  ): Promise<FabmanBooking> {
    const space = await readWithin(deadlines.read - now(), () => judge(asked, learn))
    const { equipment, member, fromDateTime, untilDateTime } = asked
    const body = { resource: equipment, member, fromDateTime, untilDateTime, state: 'confirmed' }
    const intent = await intents.open(asked, clock())
    try {
      const booking = await client.post('/bookings', body, FabmanBooking, deadlines.write)
      await intents.close(intent.id)
      return booking
    } catch (error) {
      if (error instanceof FabmanUnavailable && error.mayBeDone) return afterLostAnswer(intent, error)
      if (!(error instanceof FabmanRefused || error instanceof FabmanUnavailable)) throw error
      if (isRepeated) {
        // Fabman may have carried out an earlier attempt, whose answer was lost, only now, or does so later.
        const late = await readWithin(readingMs, () => recognise(intent)).catch(() => null)
        if (late && (await intents.claim(intent.id))) return late
        await intents.fail(intent.id, clock())
      } else await intents.close(intent.id)
      throw error instanceof FabmanRefused && isRefusal(error) ? refusedByFabman(error, space) : error
    }
  }

  async function afterLostAnswer(intent: Intent, error: FabmanUnavailable): Promise<FabmanBooking> {
    const found = await recognise(intent).catch(() => null)
    if (found && (await intents.claim(intent.id))) return found
    await intents.fail(intent.id, clock())
    throw unavailable(error)
  }
}
