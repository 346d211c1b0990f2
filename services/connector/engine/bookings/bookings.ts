import type { Transaction } from 'kysely'
import type { Booking, BookingChange } from '../../../../contracts/booking.ts'
import { checkInEarlyMinutes } from '../../../../contracts/calendar.ts'
import { Problem } from '../../../../contracts/problem.ts'
import type { Tables } from '../../../../db/tables.gen.ts'
import { violates } from '../../../../platform/database/database.ts'
import { holdsTime, priceOf, refusals } from '../../../../rules/booking/booking.ts'
import { isLate } from '../../../../rules/booking/cancel.ts'
import { packagesOn, splitPrice } from '../../../../rules/booking/price.ts'
import { addMinutes, dayOf } from '../../../../rules/time.ts'
import type { ChangedBooking, Keyed, NewBooking, WorkshopSystem } from '../../workshop-system.ts'
import { readSpaces } from '../directory/directory.store.ts'
import { readFacts } from '../mails/mails.store.ts'
import { packagesFor } from '../members/members.store.ts'
import { holdCredits, holdMoney, holdsOwnCredits, openCredits, releaseMoney } from '../money/money.store.ts'
import type { Engine } from '../parts.ts'
import { transact } from '../transact.ts'
import { lockForOffers, offerTime } from '../waitlist/offers.ts'
import { closeOffer } from '../waitlist/waitlist.store.ts'
import { findBooking, holdBooking, type StoredBooking, updateBooking } from './bookings.store.ts'
import { readCase } from './case.ts'
import { bookingById, readBookings } from './list.store.ts'
import { lockForBooking } from './locks.store.ts'
import { bookingCosts, quoteBooking } from './quote.ts'
import { factsOf, giveBack, instants, writeBooking } from './write.ts'

export function bookingCalls(engine: Engine) {
  return {
    bookings: (filter) => readBookings(engine.db, filter),
    bookingCosts: ({ ids }) => bookingCosts(engine, ids),
    quoteBooking: (asked) => quoteBooking(engine, asked),
    createBooking: (asked) => createBooking(engine, asked),
    changeBooking: (id, member, change) => changeBooking(engine, id, member, change),
    cancelBooking: (id, member) => cancelBooking(engine, id, member),
  } satisfies Partial<WorkshopSystem>
}

async function createBooking(engine: Engine, asked: NewBooking): Promise<Booking> {
  const { clock, sendMail } = engine
  return orOverlap(() =>
    transact(engine, async (tx, changed) => {
      await lockForBooking(tx, asked)
      const now = clock()
      const decided = await readCase(tx, asked, now)
      if (decided.known !== null) return bookingById(tx, decided.known)
      const found = refusals(decided)
      if (found.length > 0) throw new Problem('refused', { refusals: found })

      const written = await writeBooking(tx, asked, decided, 'confirmed')
      await sendMail(tx, { kind: 'made', about: written.facts, now })
      changed.push(written.changed)
      return written.booking
    }),
  )
}

/** Moves, extends or shortens a booking by the rules for a new one; a refusal leaves it as it is. */
async function changeBooking(
  engine: Engine,
  id: number,
  member: number,
  change: BookingChange & Keyed,
): Promise<Booking | null> {
  const { clock, sendMail } = engine
  return orOverlap(() =>
    transact(engine, async (tx, changed) => {
      const old = await holdOwn(tx, id, member)
      if (!old) return null
      const now = clock()
      const { fromDateTime, untilDateTime, lockVersion, requestKey } = change
      if (requestKey && old.changeKey === requestKey) return bookingById(tx, id)
      if (old.state === 'cancelled' || isOver(old, now)) throw new Problem('bookingEnded')
      if (old.lockVersion !== lockVersion || old.state !== 'confirmed') throw new Problem('conflict')

      // The credits that it holds may pay for its new times. A refusal rolls this back.
      await releaseMoney(tx, id)
      const asked = { equipment: old.equipment, member, fromDateTime, untilDateTime }
      const decided = await readCase(tx, asked, now, old)
      const found = refusals(decided)
      if (found.length > 0) throw new Problem('refused', { refusals: found })

      const { minutes, priceCents, moneyCents, uses } = priceOf(decided)
      const times = { fromDateTime, untilDateTime, ...instants(asked, decided.space.timezone) }
      const written = { ...times, priceCents, moneyCents, changeKey: requestKey ?? null }
      // A check-in for the old times does not count for a start at which nobody can check in yet.
      const isAhead = times.startsAt > addMinutes(now, checkInEarlyMinutes)
      await updateBooking(tx, id, { ...written, ...(isAhead && { checkedInAt: null }), by: member, now })
      await holdCredits(tx, id, uses)
      changed.push(old, { ...old, ...times }, ...(await offerTime(engine, tx, old, now)))
      const booking = await bookingById(tx, id)
      const isMoved = old.fromDateTime !== fromDateTime || old.untilDateTime !== untilDateTime
      const about = factsOf(booking, { ...decided, minutes, priceCents, moneyCents })
      if (isMoved) await sendMail(tx, { kind: 'changed', about, before: old, now })
      return booking
    }),
  )
}

async function cancelBooking(engine: Engine, id: number, member: number): Promise<Booking | null> {
  const { clock } = engine
  return transact(engine, async (tx, changed) => {
    const old = await holdOwn(tx, id, member)
    if (!old) return null
    if (old.state === 'cancelled') return bookingById(tx, id)
    const now = clock()
    if (isOver(old, now)) throw new Problem('bookingEnded')

    const [space] = await readSpaces(tx, old.space)
    const late = old.state === 'confirmed' && isLate(now, old.startsAt, space?.bookingLockInHours ?? null)
    changed.push(...(await cancelHeld(engine, tx, old, { by: member, late, kind: 'cancelled', now })))
    return bookingById(tx, id)
  })
}

/** Cancels a booking that has not begun, free of charge, unless another package of its member covers it (decision 054). */
export async function cancelUncovered(engine: Engine, id: number, member: number): Promise<void> {
  await transact(engine, async (tx, changed) => {
    const old = await holdOwn(tx, id, member)
    const now = engine.clock()
    if (!old || !holdsTime(old.state) || old.startsAt <= now || (await isCovered(tx, old))) return
    changed.push(...(await cancelHeld(engine, tx, old, { by: null, late: false, kind: 'uncovered', now })))
  })
}

/**
 * Whether the packages and credits that a member has now let them keep a booking for no more money than was agreed. Where
 * it held shared credits that they may spend no more, it holds others then.
 */
async function isCovered(tx: Transaction<Tables>, booking: StoredBooking): Promise<boolean> {
  const { id, member, equipment, priceCents, moneyCents } = booking
  const day = dayOf(booking.fromDateTime)
  const owned = (await packagesFor(tx, member))(equipment)
  if (packagesOn(owned, day).length === 0) return false
  if (await holdsOwnCredits(tx, { id, member, day })) return true
  await releaseMoney(tx, id)
  const split = splitPrice(priceCents, await openCredits(tx, member, day), day)
  if (split.moneyCents > moneyCents) return false
  await holdMoney(tx, id, split)
  return true
}

interface Cancelling {
  by: number | null
  late: boolean
  kind: 'cancelled' | 'uncovered'
  now: Date
}

/** Cancels a booking whose locks are held, and offers its time. @returns the bookings that this changed */
async function cancelHeld(
  engine: Engine,
  tx: Transaction<Tables>,
  old: StoredBooking,
  { kind, now, ...cancelling }: Cancelling,
): Promise<ChangedBooking[]> {
  await giveBack(tx, old, { ...cancelling, now })
  await closeOffer(tx, old.id, 'left')
  const offers = await offerTime(engine, tx, old, now)
  // No mail has told the member that an offer is a booking, so its end sends none.
  if (old.state === 'confirmed') await engine.sendMail(tx, { kind, about: await readFacts(tx, old.id), now })
  return [old, ...offers]
}

/** A charged booking has ended, whatever the clock of this process says. */
function isOver({ endsAt, charged }: StoredBooking, now: Date): boolean {
  return charged || endsAt <= now
}

/** Returns the member's booking with all locks that offering its time needs. */
async function holdOwn(tx: Transaction<Tables>, id: number, member: number): Promise<StoredBooking | null> {
  const found = await findBooking(tx, id, member)
  if (!found) return null
  await lockForOffers(tx, found.equipment, [member])
  // It may have changed before the locks were taken.
  return holdBooking(tx, id)
}

/** Turns a violation of `booking_no_overlap` into the refusal `overlap`. */
async function orOverlap<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!violates(error, 'booking_no_overlap')) throw error
    const refusal = { code: 'overlap', limit: null, nextPossible: null } as const
    throw new Problem('refused', { cause: error, refusals: [refusal] })
  }
}
