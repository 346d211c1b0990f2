import type { Transaction } from 'kysely'
import type { Booking } from '../../../../contracts/booking.ts'
import { Problem } from '../../../../contracts/problem.ts'
import type { WaitlistEntry } from '../../../../contracts/waitlist.ts'
import type { Tables } from '../../../../db/tables.gen.ts'
import { refusals } from '../../../../rules/booking/booking.ts'
import { addMinutes, instantOf } from '../../../../rules/time.ts'
import type { Waitlist } from '../../workshop-system.ts'
import { bookingById, type Engine, giveBack } from '../bookings/bookings.ts'
import {
  holdBooking,
  lockEquipment,
  lockForBooking,
  lockMembers,
  updateBooking,
} from '../bookings/bookings.store.ts'
import { readCase } from '../bookings/case.ts'
import { book } from '../bookings/creation.ts'
import type { Letters } from '../mails/booking-mails.ts'
import { readFacts } from '../mails/mail-cases.store.ts'
import { touch, transact } from '../touched.ts'
import * as store from './waitlist.store.ts'

/** `product.md` section 8. */
const offerMinutes = 30
/** So many times a member may wait for at once, so that nobody keeps a machine by waiting for all of its day. */
const mostPlaces = 10

/** The line itself: what the writers of bookings need of it. See `Line` in bookings.ts. */
export function createLine(letters: Letters): Engine['line'] {
  return {
    membersWaiting: store.membersWaiting,
    close: store.closeOffer,
    async offer(tx, { resource, space, startsAt, endsAt }, now) {
      for (const place of await store.waitingFor(tx, { resource, startsAt, endsAt, now })) {
        const { member, fromDateTime, untilDateTime } = place
        const asked = {
          resource,
          member,
          fromDateTime,
          untilDateTime,
          title: null,
          state: 'pending' as const,
        }
        const [offer] = await book(tx, [asked], now)
        // Whoever may not have it is passed over.
        if (!offer || offer instanceof Problem) continue
        const offeredUntil = new Date(Math.min(+addMinutes(now, offerMinutes), +place.startsAt))
        touch(tx, { resource, member, space, fromDateTime, untilDateTime })
        await store.setPlace(tx, place.id, { state: 'offered', bookingId: offer.booking.id, offeredUntil })
        await letters.offer(tx, await readFacts(tx, offer.booking.id), offeredUntil, now)
      }
    },
  }
}

/** See Waitlist. */
export function createWaitlist(engine: Engine): Waitlist {
  const { db, clock, letters } = engine

  /** The place with the locks that giving its time to others takes. */
  async function holdPlace(
    tx: Transaction<Tables>,
    id: number,
    member: number,
  ): Promise<WaitlistEntry | null> {
    const found = await store.placeById(tx, id, member)
    if (!found) return null
    await lockEquipment(tx, found.resource)
    await lockMembers(tx, [member, ...(await store.membersWaiting(tx, found.resource))])
    return store.placeById(tx, id)
  }

  return {
    ofMember: (member) => store.placesOf(db, member),

    join: (asked) =>
      transact(engine, async (tx) => {
        await lockForBooking(tx, asked)
        const now = clock()
        const decided = await readCase(tx, asked, now)
        const found = refusals(decided)
        if (found.length === 0) throw new Problem('slotFree')
        const others = found.filter(({ code }) => code !== 'overlap')
        if (others.length > 0) throw new Problem('refused', { refusals: others })
        const { fromDateTime, untilDateTime } = asked
        const inTheWay = decided.existing.filter(
          (other) =>
            other.resource === asked.resource &&
            other.fromDateTime < untilDateTime &&
            fromDateTime < other.untilDateTime,
        )
        // Their own time, here or at another machine, becomes free when they say so: there is nothing to wait for.
        const isTheirs = inTheWay.length === 0 || inTheWay.some(({ member }) => member === asked.member)
        if (isTheirs && !(await hasPlace(tx, asked))) throw new Problem('refused', { refusals: found })

        if ((await store.countPlaces(tx, asked.member)) >= mostPlaces && !(await hasPlace(tx, asked)))
          throw new Problem('waitlistFull', { params: { most: String(mostPlaces) } })
        const { timezone } = decided.space
        const times = {
          startsAt: instantOf(fromDateTime, timezone),
          endsAt: instantOf(untilDateTime, timezone),
        }
        const { resource, member } = asked
        const id = await store.addPlace(tx, {
          resource,
          member,
          fromDateTime,
          untilDateTime,
          ...times,
          createdAt: now,
        })
        return (await store.placeById(tx, id)) as WaitlistEntry
      }),

    leave: (id, member) =>
      transact(engine, async (tx) => {
        const place = await holdPlace(tx, id, member)
        if (!place) return null
        if (place.state === 'waiting') await store.setPlace(tx, id, { state: 'left' })
        if (place.state === 'offered') await endOffer(engine, tx, place, 'left')
        return store.placeById(tx, id)
      }),

    accept: (id, member) =>
      transact(engine, async (tx): Promise<Booking | null> => {
        const place = await holdPlace(tx, id, member)
        if (!place) return null
        const { state, booking, offeredUntil } = place
        const now = clock()
        if (booking === null) throw new Problem('offerEnded')
        const held = await holdBooking(tx, booking)
        if (state === 'taken' && held.state === 'confirmed') return bookingById(tx, booking)
        if (state !== 'offered' || now >= new Date(offeredUntil ?? 0)) throw new Problem('offerEnded')
        await updateBooking(tx, booking, { state: 'confirmed', by: member, now })
        await store.setPlace(tx, id, { state: 'taken' })
        await letters.made(tx, [await readFacts(tx, booking)], now)
        return bookingById(tx, booking)
      }),
  }

  async function hasPlace(
    tx: Transaction<Tables>,
    asked: { member: number; resource: number; fromDateTime: string; untilDateTime: string },
  ): Promise<boolean> {
    const places = await store.placesOf(tx, asked.member)
    return places.some(
      ({ state, resource, fromDateTime, untilDateTime }) =>
        (state === 'offered' || state === 'waiting') &&
        resource === asked.resource &&
        fromDateTime === asked.fromDateTime &&
        untilDateTime === asked.untilDateTime,
    )
  }
}

/**
 * One turn of keeping the line: offers that nobody took go to the next, past places end, and time that became free in
 * any other way is offered. Each in a transaction of its own; done twice or by two, it does nothing more.
 */
export async function keepLine(engine: Engine): Promise<void> {
  const { db, clock, line } = engine
  for (const { id } of await store.offersBefore(db, clock())) {
    await transact(engine, async (tx) => {
      const found = await store.placeById(tx, id)
      if (!found) return
      await lockEquipment(tx, found.resource)
      await lockMembers(tx, [found.member, ...(await store.membersWaiting(tx, found.resource))])
      const place = await store.placeById(tx, id)
      if (place?.state === 'offered' && new Date(place.offeredUntil ?? 0) <= clock())
        await endOffer(engine, tx, place, 'expired')
    })
  }
  await store.endPastPlaces(db, clock())
  for (const waited of await store.waitedFor(db, clock())) {
    await transact(engine, async (tx) => {
      await lockEquipment(tx, waited.resource)
      await lockMembers(tx, await store.membersWaiting(tx, waited.resource))
      await line.offer(tx, waited, clock())
    })
  }
}

/** Cancels the pending booking of an offer and offers its time to the next. The locks are held. */
async function endOffer(
  { clock, line }: Engine,
  tx: Transaction<Tables>,
  { booking }: WaitlistEntry,
  state: 'left' | 'expired',
): Promise<void> {
  if (booking === null) throw new Error('an offer is a booking')
  const held = await holdBooking(tx, booking)
  const now = clock()
  await store.closeOffer(tx, booking, state)
  if (state === 'expired') await store.endOverlappingPlaces(tx, booking)
  if (held.state !== 'pending') return
  touch(tx, held)
  await giveBack(tx, held, { by: state === 'left' ? held.member : null, late: false, now })
  await line.offer(tx, held, now)
}
