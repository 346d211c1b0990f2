import type { Transaction } from 'kysely'
import type { Booking, BookingChange, OwnCost } from '../../../../contracts/booking.ts'
import { checkInEarlyMinutes } from '../../../../contracts/calendar.ts'
import { Problem } from '../../../../contracts/problem.ts'
import type { Tables } from '../../../../db/tables.gen.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { type BookingCase, priceOf, refusals } from '../../../../rules/booking/booking.ts'
import { freeUntil, isLate } from '../../../../rules/booking/cancel.ts'
import { toDecimal } from '../../../../rules/money.ts'
import type { Split } from '../../../../rules/booking/price.ts'
import { addMinutes, instantOf, minutesBetween, toLocal } from '../../../../rules/time.ts'
import type { Quote, QuotedBooking, ReportsChanges } from '../../workshop-system.ts'
import {
  findBooking,
  holdBooking,
  lockEquipment,
  lockMembers,
  readBookings,
  readPriced,
  type StoredBooking,
  updateBooking,
} from './bookings.store.ts'
import { readCase, unknown } from './case.ts'
import { factsOf, type Letters } from '../mails/booking-mails.ts'
import { readFacts } from '../mails/mail-cases.store.ts'
import { holdCredits, releaseMoney } from '../money/money.store.ts'
import { violates } from '../retry.ts'
import { readSpaces } from '../directory/spaces.store.ts'
import { transact } from '../touched.ts'

export interface Engine extends ReportsChanges {
  db: Database
  clock: Clock
  line: Line
  letters: Letters
}

/** Who waits for time on a machine. All calls need the locks of machine and members. */
interface Line {
  membersWaiting(tx: Transaction<Tables>, resource: number): Promise<number[]>
  /** Offers time that became free to the first who may have it, and what then is left to the next. */
  offer(tx: Transaction<Tables>, freed: Freed, now: Date): Promise<void>
  /** Ends the offer that a booking is, if it is one. */
  close(tx: Transaction<Tables>, booking: number, state: 'left' | 'expired'): Promise<void>
}

type Freed = Pick<StoredBooking, 'resource' | 'space' | 'startsAt' | 'endsAt'>

/** See WorkshopSystem.quoteBooking. What decides is one statement, which sees one moment: it needs no transaction. */
export async function quoteBooking(
  { db, clock }: Engine,
  { moves, ...asked }: QuotedBooking,
): Promise<Quote> {
  const old = moves === undefined ? undefined : await findBooking(db, moves, asked.member)
  if (old === null || (old && old.resource !== asked.resource)) throw unknown('moves')
  const decided = await readCase(db, asked, clock(), old)
  const found = refusals(decided)
  if (found.some(({ code }) => code === 'slotGrid')) return { cost: null, refusals: found }
  const { minutes, priceCents, ...split } = priceOf(decided)
  const startsAt = instantOf(asked.fromDateTime, decided.space.timezone)
  return { cost: costOf({ minutes, priceCents, split, startsAt }, decided.space), refusals: found }
}

/** See WorkshopSystem.changeBooking. */
export async function changeBooking(
  engine: Engine,
  id: number,
  member: number,
  change: BookingChange & { requestKey?: string },
): Promise<Booking | null> {
  const { clock, line, letters } = engine
  return orOverlap(() =>
    transact(engine, async (tx) => {
      const old = await holdOwn(tx, line, id, member)
      if (!old) return null
      const now = clock()
      const { fromDateTime, untilDateTime, lockVersion, requestKey } = change
      if (requestKey && old.changeKey === requestKey) return await bookingById(tx, id)
      if (old.state === 'cancelled' || isOver(old, now)) throw new Problem('bookingEnded')
      if (old.lockVersion !== lockVersion || old.state !== 'confirmed') throw new Problem('conflict')

      // What it holds back itself is free for its new times; refused, all of this has never been.
      await releaseMoney(tx, id)
      const asked = { resource: old.resource, member, fromDateTime, untilDateTime }
      const decided = await readCase(tx, asked, now, old)
      const found = refusals(decided)
      if (found.length > 0) throw new Problem('refused', { refusals: found })

      const { priceCents, moneyCents, uses } = priceOf(decided)
      const times = { fromDateTime, untilDateTime, ...instants(asked, decided.space.timezone) }
      const written = { ...times, priceCents, moneyCents, changeKey: requestKey ?? null }
      // Who was there for the old time is not there yet for one at which nobody could check in now.
      const isAhead = times.startsAt > addMinutes(now, checkInEarlyMinutes)
      await updateBooking(tx, id, { ...written, ...(isAhead && { checkedInAt: null }), by: member, now })
      await holdCredits(tx, [{ id, uses }])
      await line.offer(tx, old, now)
      const booking = await bookingById(tx, id)
      await letters.changed(tx, factsOf(booking, { ...decided, priceCents, moneyCents }), old, now)
      return booking
    }),
  )
}

/** See WorkshopSystem.cancelBooking. */
export async function cancelBooking(engine: Engine, id: number, member: number): Promise<Booking | null> {
  const { clock, line, letters } = engine
  return transact(engine, async (tx) => {
    const old = await holdOwn(tx, line, id, member)
    if (!old) return null
    const now = clock()
    if (old.state !== 'cancelled') {
      if (isOver(old, now)) throw new Problem('bookingEnded')
      const [space] = await readSpaces(tx, old.space)
      const late = old.state === 'confirmed' && isLate(now, old.startsAt, space?.bookingLockInHours ?? null)
      await giveBack(tx, old, { by: member, late, now })
      await line.close(tx, id, 'left')
      await line.offer(tx, old, now)
      // Of an offer that is declined nobody was told that it is a booking.
      if (old.state === 'confirmed') await letters.cancelled(tx, await readFacts(tx, id), now)
    }
    return await bookingById(tx, id)
  })
}

/** What is charged has ended, whatever the clock of this process says. */
function isOver({ endsAt, charged }: StoredBooking, now: Date): boolean {
  return charged || endsAt <= now
}

/** Cancels a held booking; only a late one keeps back what it costs. */
export async function giveBack(
  tx: Transaction<Tables>,
  { id }: Pick<StoredBooking, 'id'>,
  { by, late, now }: { by: number | null; late: boolean; now: Date },
): Promise<void> {
  await updateBooking(tx, id, { state: 'cancelled', cancelledAt: now, cancelledLate: late, by, now })
  if (!late) await releaseMoney(tx, id)
}

/** See WorkshopSystem.bookingCosts. */
export async function bookingCosts({ db, clock }: Engine, ids: number[]): Promise<OwnCost[]> {
  const now = clock()
  return (await readPriced(db, ids)).map((row) => {
    const minutes = minutesBetween(row.startsAt, row.endsAt)
    // Declining an offer costs nothing, however late.
    const wouldBeLate = row.state === 'confirmed' && isLate(now, row.startsAt, row.bookingLockInHours)
    const late = row.state === 'cancelled' ? row.cancelledLate : wouldBeLate
    return {
      booking: row.id,
      ...costOf({ ...row, minutes, split: row }, row),
      charged: row.charged ? toDecimal(row.chargedCents ?? row.priceCents) : null,
      onCancelling: toDecimal(late ? row.priceCents : 0),
    }
  })
}

/** The member's booking, with every lock that giving its time to others takes. */
async function holdOwn(
  tx: Transaction<Tables>,
  line: Line,
  id: number,
  member: number,
): Promise<StoredBooking | null> {
  const found = await findBooking(tx, id, member)
  if (!found) return null
  await lockEquipment(tx, found.resource)
  // Its times may have changed before the lock was ours: whoever waits for the machine may come next.
  await lockMembers(tx, [member, ...(await line.membersWaiting(tx, found.resource))])
  return await holdBooking(tx, id)
}

function costOf(
  {
    minutes,
    priceCents,
    split,
    startsAt,
  }: { minutes: number; priceCents: number; split: Split; startsAt: Date },
  space: { timezone: string; bookingLockInHours: number | null },
) {
  const until = freeUntil(startsAt, space.bookingLockInHours)
  return {
    minutes,
    price: toDecimal(priceCents),
    credits: split.uses.map(({ credit, cents }) => ({ credit, amount: toDecimal(cents) })),
    money: toDecimal(split.moneyCents),
    freeUntil: until && toLocal(until, space.timezone),
  }
}

export function instants(times: BookingCase['request'], zone: string): { startsAt: Date; endsAt: Date } {
  return { startsAt: instantOf(times.fromDateTime, zone), endsAt: instantOf(times.untilDateTime, zone) }
}

export async function orOverlap<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!violates(error, 'booking_no_overlap')) throw error
    const refusal = { code: 'overlap', limit: null, nextPossible: null } as const
    throw new Problem('refused', { cause: error, refusals: [refusal] })
  }
}

export async function bookingById(tx: Transaction<Tables>, id: number): Promise<Booking> {
  const [booking] = await readBookings(tx, { id })
  if (!booking) throw new Error(`booking ${id} vanished in its own transaction`)
  return booking
}
