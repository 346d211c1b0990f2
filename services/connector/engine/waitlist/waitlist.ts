import type { Transaction } from 'kysely'
import type { Booking } from '../../../../contracts/booking.ts'
import { Problem } from '../../../../contracts/problem.ts'
import type { WaitlistEntry } from '../../../../contracts/waitlist.ts'
import type { Tables } from '../../../../db/tables.gen.ts'
import { refusals } from '../../../../rules/booking/booking.ts'
import type { WantedTime, WorkshopSystem } from '../../workshop-system.ts'
import { holdBooking, updateBooking } from '../bookings/bookings.store.ts'
import { type AskedCase, type DecidedCase, readCase } from '../bookings/case.ts'
import { bookingById } from '../bookings/list.store.ts'
import { lockForBooking } from '../bookings/locks.store.ts'
import { instants } from '../bookings/write.ts'
import { readFacts } from '../mails/mails.store.ts'
import type { Engine } from '../parts.ts'
import { transact } from '../transact.ts'
import { endOffer, lockForOffers, offerTime } from './offers.ts'
import * as store from './waitlist.store.ts'

/** A limit, so that no member keeps equipment by waiting for all times of a day. */
const mostEntries = 10

export function waitlistCalls(engine: Engine) {
  return {
    waitlist: ({ member }) => store.entriesOf(engine.db, member),
    joinWaitlist: (asked) => join(engine, asked),
    leaveWaitlist: (id, member) => leave(engine, id, member),
    acceptOffer: (id, member) => accept(engine, id, member),
  } satisfies Partial<WorkshopSystem>
}

async function join(engine: Engine, asked: WantedTime): Promise<WaitlistEntry> {
  return transact(engine, async (tx) => {
    await lockForBooking(tx, asked)
    const now = engine.clock()
    const decided = await readCase(tx, asked, now)
    const found = refusals(decided)
    if (found.length === 0) throw new Problem('slotFree')
    const others = found.filter(({ code }) => code !== 'overlap')
    if (others.length > 0) throw new Problem('refused', { refusals: others })

    const known = await store.findOpenEntry(tx, asked)
    if (known) return known
    if (!isTakenByOthers(asked, decided)) throw new Problem('refused', { refusals: found })
    if ((await store.countOpenEntries(tx, asked.member)) >= mostEntries)
      throw new Problem('waitlistFull', { params: { most: String(mostEntries) } })
    return store.insertEntry(tx, { ...asked, ...instants(asked, decided.space.timezone), createdAt: now })
  })
}

/** False when a booking of the member is in the way, here or at other equipment: the member can cancel that one. */
function isTakenByOthers(
  { equipment, member, fromDateTime, untilDateTime }: AskedCase,
  { existing }: DecidedCase,
): boolean {
  const inTheWay = existing.filter(
    (other) =>
      other.equipment === equipment &&
      other.fromDateTime < untilDateTime &&
      fromDateTime < other.untilDateTime,
  )
  return inTheWay.length > 0 && inTheWay.every((other) => other.member !== member)
}

async function leave(engine: Engine, id: number, member: number): Promise<WaitlistEntry | null> {
  return transact(engine, async (tx, changed) => {
    const entry = await holdEntry(tx, id, member)
    if (!entry) return null
    if (entry.state === 'waiting') await store.updateEntry(tx, id, { state: 'left' })
    if (entry.state === 'offered' && entry.booking !== null)
      changed.push(...(await endOffer(engine, tx, entry.booking, 'left')))
    return store.entryById(tx, id)
  })
}

async function accept(engine: Engine, id: number, member: number): Promise<Booking | null> {
  const { clock, sendMail } = engine
  return transact(engine, async (tx, changed) => {
    const entry = await holdEntry(tx, id, member)
    if (!entry) return null
    const { state, booking, offeredUntil } = entry
    const now = clock()
    if (booking === null) throw new Problem('offerEnded')
    const held = await holdBooking(tx, booking)
    if (state === 'taken' && held.state === 'confirmed') return bookingById(tx, booking)
    if (state !== 'offered' || now >= new Date(offeredUntil ?? 0)) throw new Problem('offerEnded')
    await updateBooking(tx, booking, { state: 'confirmed', by: member, now })
    await store.updateEntry(tx, id, { state: 'taken' })
    await sendMail(tx, { kind: 'made', about: await readFacts(tx, booking), now })
    changed.push(held)
    return bookingById(tx, booking)
  })
}

/** Returns the member's entry with all locks that offering its time needs. */
async function holdEntry(tx: Transaction<Tables>, id: number, member: number): Promise<WaitlistEntry | null> {
  const found = await store.entryById(tx, id, member)
  if (!found) return null
  await lockForOffers(tx, found.resource, [member])
  return store.entryById(tx, id)
}

/**
 * Passes on offers that were not accepted in time, expires entries whose start has passed, and offers time that became
 * free in any other way. Each step is a transaction of its own; running it twice, or in two processes, changes nothing
 * more.
 */
export async function keepWaitlist(engine: Engine): Promise<void> {
  const { db, clock } = engine
  for (const { id, equipment, member } of await store.expiredOffers(db, clock())) {
    await transact(engine, async (tx, changed) => {
      await lockForOffers(tx, equipment, [member])
      const entry = await store.entryById(tx, id)
      const isOver = entry?.state === 'offered' && new Date(entry.offeredUntil ?? 0) <= clock()
      if (isOver && entry.booking !== null)
        changed.push(...(await endOffer(engine, tx, entry.booking, 'expired')))
    })
  }
  await store.expireEntries(db, clock())
  for (const wanted of await store.wantedTimes(db, clock())) {
    await transact(engine, async (tx, changed) => {
      await lockForOffers(tx, wanted.equipment)
      changed.push(...(await offerTime(engine, tx, wanted, clock())))
    })
  }
}
