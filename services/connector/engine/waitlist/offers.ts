import type { Transaction } from 'kysely'
import type { Tables } from '../../../../db/tables.gen.ts'
import { refusals } from '../../../../rules/booking/booking.ts'
import { addMinutes } from '../../../../rules/time.ts'
import type { ChangedBooking } from '../../workshop-system.ts'
import { holdBooking, type StoredBooking } from '../bookings/bookings.store.ts'
import { readCase } from '../bookings/case.ts'
import { lockEquipment, lockMembers } from '../bookings/locks.store.ts'
import { giveBack, writeBooking } from '../bookings/write.ts'
import type { Engine } from '../parts.ts'
import * as store from './waitlist.store.ts'

/** A member has this long to accept an offer (K14). */
const offerMinutes = 30

type FreeTime = Pick<StoredBooking, 'equipment' | 'startsAt' | 'endsAt'>

/** Locks equipment, then `members` and all members who wait for it: what offering its time needs. */
export async function lockForOffers(
  tx: Transaction<Tables>,
  equipment: number,
  members: number[] = [],
): Promise<void> {
  await lockEquipment(tx, equipment)
  await lockMembers(tx, [...members, ...(await store.membersWaiting(tx, equipment))])
}

/**
 * Offers free time to the first waiting member whom no rule refuses, and what is left of it to the next ones. The caller
 * holds the locks of `lockForOffers`.
 * @returns the offers, which are pending bookings
 */
export async function offerTime(
  { sendMail }: Pick<Engine, 'sendMail'>,
  tx: Transaction<Tables>,
  { equipment, startsAt, endsAt }: FreeTime,
  now: Date,
): Promise<ChangedBooking[]> {
  const offers: ChangedBooking[] = []
  for (const entry of await store.waitingFor(tx, { equipment, startsAt, endsAt, now })) {
    const { member, fromDateTime, untilDateTime } = entry
    const asked = { equipment, member, fromDateTime, untilDateTime }
    const decided = await readCase(tx, asked, now)
    // A refused member keeps the entry.
    if (refusals(decided).length > 0) continue
    const { booking, facts, changed } = await writeBooking(tx, asked, decided, 'pending')
    const offeredUntil = new Date(Math.min(+addMinutes(now, offerMinutes), +entry.startsAt))
    await store.updateEntry(tx, entry.id, { state: 'offered', bookingId: booking.id, offeredUntil })
    await sendMail(tx, { kind: 'offer', about: facts, now, validUntil: offeredUntil })
    offers.push(changed)
  }
  return offers
}

/**
 * Cancels the pending booking of an offer and offers its time to the next member. The caller holds the locks of
 * `lockForOffers`.
 * @returns the bookings that this changed
 */
export async function endOffer(
  engine: Engine,
  tx: Transaction<Tables>,
  booking: number,
  state: 'left' | 'expired',
): Promise<ChangedBooking[]> {
  const held = await holdBooking(tx, booking)
  const now = engine.clock()
  await store.closeOffer(tx, booking, state)
  if (state === 'expired') await store.expireOverlapping(tx, booking)
  if (held.state !== 'pending') return []
  await giveBack(tx, held, { by: state === 'left' ? held.member : null, late: false, now })
  return [held, ...(await offerTime(engine, tx, held, now))]
}
