import type { Transaction } from 'kysely'
import type { Booking } from '../../../contracts/booking.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { Tables } from '../../../db/tables.gen.ts'
import { inGroups } from '../../../platform/groups.ts'
import { priceOf, refusals } from '../../../rules/booking.ts'
import type { NewBooking } from '../workshop-system.ts'
import { bookingById, type Engine, instants, orOverlap } from './bookings.ts'
import { insertBookings, lockForBooking } from './bookings.store.ts'
import { type DecidedCase, readCases } from './case.ts'
import { type Decided, factsOf } from './letters.ts'
import { holdCredits } from './money.store.ts'
import { isUndone } from './retry.ts'
import { transact } from './touched.ts'

/**
 * See WorkshopSystem.createBooking. Who asks while others are booked is booked together with all who ask meanwhile: a
 * rush costs a few transactions, and who asks alone waits for nobody.
 */
export function createBooker(engine: Engine): (asked: NewBooking) => Promise<Booking> {
  const alone = async (asked: NewBooking) => {
    const [result] = await orOverlap(() => createBookings(engine, [asked]))
    return result as Booking | Problem
  }
  return inGroups<NewBooking, Booking>({
    most: 16,
    keysOf: ({ resource, member }) => [`equipment ${resource}`, `member ${member}`],
    async run(asked) {
      try {
        return asked.length > 1 ? await createBookings(engine, asked) : await Promise.all(asked.map(alone))
      } catch (error) {
        if (asked.length === 1 || !isUndone(error)) throw error
        // One of them was in the way of all.
        return Promise.all(asked.map((each) => alone(each).catch((reason: Error) => reason)))
      }
    },
  })
}

/**
 * See WorkshopSystem.createBooking, for several of different machines and members. One transaction: lock, read, decide,
 * write; the constraint has the last word.
 * @returns for each its booking, or why it is refused
 */
async function createBookings(engine: Engine, asked: NewBooking[]): Promise<(Booking | Problem)[]> {
  return transact(engine, async (tx) => {
    await lockForBooking(tx, asked)
    const now = engine.clock()
    const all = await book(tx, asked, now)
    await engine.letters.made(
      tx,
      all.flatMap((each) => (isMade(each) ? [factsOf(each.booking, each.decided)] : [])),
      now,
    )
    return all.map((each) => (each instanceof Problem ? each : each.booking))
  })
}

interface Made {
  booking: Booking
  /** By what it was decided; null = a request with the same key has made it before. */
  decided: Decided | null
}

function isMade(each: Made | Problem): each is Made & { decided: Decided } {
  return !(each instanceof Problem) && each.decided !== null
}

/**
 * Judges bookings of different machines and members, and writes those that may be, with what they cost; the caller
 * holds the locks.
 * @returns for each what was made, or Problem `refused`, `notFound`
 */
export async function book(
  tx: Transaction<Tables>,
  asked: (NewBooking & { state?: 'pending' })[],
  now: Date,
): Promise<(Made | Problem)[]> {
  const judged = (await readCases(tx, asked, now)).map((decided) => {
    if (decided instanceof Problem || decided.known !== null) return decided
    const found = refusals(decided)
    if (found.length > 0) return new Problem('refused', { refusals: found })
    return { ...decided, ...priceOf(decided) }
  })
  const rows = judged.flatMap((each, index) => {
    if (!isDecided(each)) return []
    const { space, priceCents, moneyCents } = each
    const its = asked[index] as NewBooking
    return { ...its, ...instants(its, space.timezone), priceCents, moneyCents, space: space.id, now }
  })
  const ids = await insertBookings(tx, rows)
  const idOf = ({ equipment }: DecidedCase) => ids.get(equipment.id) as number
  await holdCredits(
    tx,
    judged.flatMap((each) => (isDecided(each) ? { id: idOf(each), uses: each.uses } : [])),
  )
  return Promise.all(
    judged.map(async (each, index) => {
      if (each instanceof Problem) return each
      if (!isDecided(each)) return { booking: await bookingById(tx, each.known as number), decided: null }
      return { booking: newBooking(idOf(each), asked[index] as NewBooking, each), decided: each }
    }),
  )
}

type Judged = DecidedCase & ReturnType<typeof priceOf>

/** It may be made, and nobody has made it before. */
function isDecided(each: Judged | DecidedCase | Problem): each is Judged {
  return 'priceCents' in each
}

/** A booking as it was just written: reading it again would be one more way to the database. */
function newBooking(
  id: number,
  { fromDateTime, untilDateTime, state }: NewBooking & { state?: 'pending' },
  { equipment, member, space, now }: DecidedCase,
): Booking {
  const { memberNumber, firstName, lastName, company } = member
  return {
    id,
    resource: { id: equipment.id, name: equipment.name, state: equipment.state },
    member: { id: member.id, memberNumber, firstName, lastName, state: member.state, company },
    fromDateTime,
    untilDateTime,
    state: state ?? 'confirmed',
    lockVersion: 1,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    updatedBy: member.id,
    account: space.account,
    charged: false,
  }
}
