import { isProblem, Problem } from '../../../contracts/problem.ts'
import * as orders from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { release } from './leaving.ts'
import { sendPlaceMail } from './place-mails.ts'
import * as due from './due.store.ts'
import * as store from './places.store.ts'
import { payBackPlace, settleRefunds } from './refunding.ts'
import { nextRuns } from './reminding.store.ts'
import { type Here, hereOf, isFull, offerSeats } from './seats.ts'

/** Returns the dates to come, as staff see them. @throws Problem `upstreamUnavailable` */
export async function comingDates(parts: Ordering): Promise<store.CourseRun[]> {
  return store.comingRuns(parts.db, (await hereOf(parts)).local)
}

/**
 * Gives a date another number of seats; more of them are offered to those who wait, in the same transaction.
 * @throws Problem `notFound`, `seatsTaken` for fewer than are taken, `conflict` when the date is over or called off
 */
export async function setSeats(parts: Ordering, date: number, seats: number): Promise<void> {
  const here = await hereOf(parts)
  try {
    await parts.db.transaction().execute(async (tx) => {
      await lockPlanned(tx, date, here)
      await store.changeRun(tx, date, { seats, updatedAt: here.now })
      await offerSeats(parts, tx, date, here)
    })
  } catch (error) {
    if (!isFull(error)) throw error
    const run = await store.findRun(parts.db, date)
    const least = run ? run.taken + run.reservedSeats : 0
    throw new Problem('seatsTaken', { params: { least: String(least) }, cause: error })
  }
}

/**
 * Calls a date off. A job then ends its places, because the refunds and papers of many take longer than an answer may. A repeat
 * changes nothing.
 * @throws Problem `notFound`, `conflict` when the date is over
 */
export async function callOffSoon(parts: Ordering, date: number): Promise<Here> {
  const here = await hereOf(parts)
  await parts.db.transaction().execute(async (tx) => {
    const run = await store.findRun(tx, date)
    if (run?.state === 'cancelled') return
    await callOffIn(tx, date, here)
  })
  return here
}

/**
 * Calls a date off and ends its places: everybody is told and gets back what they paid. A repeat finishes what an earlier call has
 * left, and so does a job.
 * @throws Problem `notFound`, `conflict` when the date is over
 */
export async function callOff(parts: Ordering, date: number): Promise<void> {
  await endCalledOff(parts, await callOffSoon(parts, date))
}

/** Calls a date off in a transaction; `endCalledOff` then ends its places. @throws Problem `conflict` when it is over or called off */
export async function callOffIn(tx: orders.Tx, date: number, here: Here): Promise<void> {
  await lockPlanned(tx, date, here)
  await store.changeRun(tx, date, { state: 'cancelled', updatedAt: here.now })
}

async function lockPlanned(tx: orders.Tx, date: number, { local }: Here): Promise<void> {
  const found = await store.findRun(tx, date)
  const run = found && (await store.lockRun(tx, date))
  if (!run) throw new Problem('notFound')
  if (run.state !== 'planned' || local >= run.fromDateTime) throw new Problem('conflict')
}

/** Ends the places of dates that were called off; each is a transaction that begins at its order, as all do. */
export async function endCalledOff(parts: Ordering, here: Here): Promise<void> {
  for (const place of await due.liveOnCalledOff(parts.db)) {
    try {
      if (place.state === 'held') await release(parts, place, here)
      else await endOne(parts, place, here)
    } catch (error) {
      // One that is being paid is paid back when the money is there.
      if (!isProblem(error) || error.code !== 'orderRunning')
        parts.log.error(
          { err: error, place: place.id },
          'a place of a date that was called off was not ended',
        )
    }
  }
}

async function endOne(parts: Ordering, found: store.StoredPlace, { space, now, local }: Here): Promise<void> {
  const ended = await parts.db.transaction().execute(async (tx) => {
    const order = found.orderId === null ? null : await orders.lockOrder(tx, found.orderId)
    const run = await store.lockRun(tx, found.dateId)
    const { state } = await store.lockPlace(tx, found.id)
    if (state !== found.state) return null
    const isPaid = state === 'booked' && order !== null
    const refundCents = isPaid
      ? await payBackPlace(parts, tx, { order, cents: found.priceCents, why: 'place', now })
      : 0
    const end = { cancelledAt: now, cancelledBy: 'date', offeredUntil: null }
    const place = await store.changePlace(tx, found.id, { state: 'cancelled', refundCents, ...end })
    const { courseId } = run
    const next = await nextRuns(tx, { courseId, party: place.party, local })
    const about = { place, run, space, siteUrl: parts.siteUrl, now, next }
    if (place.email !== null) await sendPlaceMail(tx, 'calledOff', about)
    return place
  })
  if (ended && ended.refundCents > 0) await settleRefunds(parts, ended)
}
