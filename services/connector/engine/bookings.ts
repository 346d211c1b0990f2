import type { Transaction } from 'kysely'
import type { Booking } from '../../../contracts/booking.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { Tables } from '../../../db/tables.gen.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { type BookingCase, refusals } from '../../../rules/booking.ts'
import { lookAheadDays } from '../../../rules/next-start.ts'
import { addDays, dayOf, instantOf } from '../../../rules/time.ts'
import type { NewBooking } from '../workshop-system.ts'
import {
  insertBooking,
  lockBooking,
  lockForBooking,
  markCancelled,
  readBookings,
  takenTimes,
} from './bookings.store.ts'
import { readEquipment } from './equipment.store.ts'
import { memberById, trainingsOf } from './members.store.ts'
import { violates, withRetry } from './retry.ts'
import { readSpaces } from './spaces.store.ts'

/** See WorkshopSystem.createBooking. One transaction: lock, read, decide, write; the constraint has the last word. */
export async function createBooking(db: Database, clock: Clock, asked: NewBooking): Promise<Booking> {
  try {
    return await withRetry(() =>
      db.transaction().execute(async (tx) => {
        await lockForBooking(tx, asked.resource, asked.member)
        const now = clock()
        const decided = await readCase(tx, asked, now)

        const found = refusals(decided)
        if (found.length > 0) throw new Problem('refused', { refusals: found })

        const { id: space, timezone } = decided.space
        const startsAt = instantOf(asked.fromDateTime, timezone)
        const endsAt = instantOf(asked.untilDateTime, timezone)
        const id = await insertBooking(tx, { ...asked, space, startsAt, endsAt, now })
        return await bookingById(tx, id)
      }),
    )
  } catch (error) {
    if (!violates(error, 'booking_no_overlap')) throw error
    const refusal = { code: 'overlap', limit: null, nextPossible: null } as const
    throw new Problem('refused', { cause: error, refusals: [refusal] })
  }
}

/** See WorkshopSystem.cancelBooking. */
export async function cancelBooking(
  db: Database,
  clock: Clock,
  id: number,
  member: number,
): Promise<Booking | null> {
  return withRetry(() =>
    db.transaction().execute(async (tx) => {
      const held = await lockBooking(tx, id, member)
      if (!held) return null
      const now = clock()
      if (held.state !== 'cancelled') {
        if (held.endsAt <= now) throw new Problem('bookingEnded')
        await markCancelled(tx, id, member, now)
      }
      return await bookingById(tx, id)
    }),
  )
}

async function readCase(tx: Transaction<Tables>, asked: NewBooking, now: Date) {
  const [equipment] = await readEquipment(tx, { id: asked.resource })
  if (!equipment) throw unknown('resource')
  const member = await memberById(tx, asked.member)
  if (!member) throw unknown('member')
  const [space] = await readSpaces(tx, equipment.space)
  if (!space) throw new Error(`equipment ${equipment.id} has no space`)
  const trainings = await trainingsOf(tx, asked.member)
  const existing = await takenTimes(tx, {
    space: space.id,
    resource: asked.resource,
    member: asked.member,
    from: asked.fromDateTime,
    until: `${addDays(dayOf(asked.fromDateTime), lookAheadDays + 2)}T00:00`,
  })
  return {
    now,
    space,
    equipment,
    member: { ...member, trainings },
    existing,
    request: asked,
  } satisfies BookingCase
}

async function bookingById(tx: Transaction<Tables>, id: number): Promise<Booking> {
  const [booking] = await readBookings(tx, { id })
  if (!booking) throw new Error(`booking ${id} vanished in its own transaction`)
  return booking
}

function unknown(field: string): Problem {
  return new Problem('notFound', { errors: [{ field, message: 'unknown id' }] })
}
