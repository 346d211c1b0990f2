import type { Transaction } from 'kysely'
import type { Booking } from '../../../../contracts/booking.ts'
import { Problem } from '../../../../contracts/problem.ts'
import type { Tables } from '../../../../db/tables.gen.ts'
import { inGroups } from '../../../../platform/database/groups.ts'
import { priceOf, refusals } from '../../../../rules/booking/booking.ts'
import type { Split } from '../../../../rules/booking/price.ts'
import type { NewBooking } from '../../workshop-system.ts'
import { bookingById, type Engine, instants, orOverlap } from './bookings.ts'
import { insertBookings, lockForBooking, tryLocks } from './bookings.store.ts'
import { type DecidedCase, readCases } from './case.ts'
import { type Decided, factsOf } from '../mails/booking-mails.ts'
import { holdCredits } from '../money/money.store.ts'
import { isUndone } from '../retry.ts'
import { transact } from '../touched.ts'

/**
 * See WorkshopSystem.createBooking. Who asks while others are booked is booked together with all who ask meanwhile: a
 * rush costs a few transactions, and who asks alone waits for nobody.
 */
export function createBooker(engine: Engine): (asked: NewBooking) => Promise<Booking> {
  async function alone(asked: NewBooking): Promise<Booking> {
    const [result] = await orOverlap(() =>
      transact(engine, async (tx) => {
        await lockForBooking(tx, asked)
        return bookAndTell(engine, tx, [asked])
      }),
    )
    if (result instanceof Problem) throw result
    return result as Booking
  }
  return inGroups<NewBooking, Booking>({
    most: 16,
    keysOf: ({ resource, member }) => [`equipment ${resource}`, `member ${member}`],
    async run(asked) {
      if (asked.length === 1) return Promise.all(asked.map(alone))
      const results = await together(engine, asked)
      return asked.map((each, index) => results[index] ?? alone(each))
    },
  })
}

/**
 * One transaction for all; without waiting for locks, so that nobody waits for what somebody else needs.
 * @returns for each its booking, or why it is refused; null = nothing is known, it is to be asked for alone
 * @throws what leaves open whether they were made
 */
async function together(engine: Engine, asked: NewBooking[]): Promise<(Booking | Problem | null)[]> {
  let isCommitting = false
  try {
    return await transact(engine, async (tx) => {
      isCommitting = false
      const isOurs = await tryLocks(tx, asked)
      const made = await bookAndTell(
        engine,
        tx,
        asked.filter((_, index) => isOurs[index]),
      )
      isCommitting = true
      return isOurs.map((ours) => (ours ? (made.shift() ?? null) : null))
    })
  } catch (error) {
    if (isCommitting && !isUndone(error)) throw error
    // One of them was in the way of all.
    return asked.map(() => null)
  }
}

/** Decides and writes, and tells the members; the constraint has the last word. The caller holds the locks. */
async function bookAndTell(
  engine: Engine,
  tx: Transaction<Tables>,
  asked: NewBooking[],
): Promise<(Booking | Problem)[]> {
  const now = engine.clock()
  const all = await book(tx, asked, now)
  await engine.letters.made(
    tx,
    all.flatMap((each) => (isMade(each) ? [factsOf(each.booking, each.decided)] : [])),
    now,
  )
  return all.map((each) => (each instanceof Problem ? each : each.booking))
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

type Judged = Decided & Pick<Split, 'uses'>

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
