import { isProblem } from '../../../contracts/problem.ts'
import type { Ordering } from '../orders/parts.ts'
import { endCalledOff } from './desk.ts'
import { release } from './leaving.ts'
import { followDebit } from './debits.ts'
import { sendPlaceMail } from './place-mails.ts'
import * as due from './due.store.ts'
import * as store from './places.store.ts'
import { correctInvoice, payRetaken } from './refunding.ts'
import { type Here, hereOf, offerSeats } from './seats.ts'

/** A provider that does not answer keeps a seat so much longer. */
const patienceMs = 15 * 60_000

/** What time brings about for places: holds and offers end, freed seats are offered. Several processes may do it at once. */
export async function tendPlaces(parts: Ordering): Promise<void> {
  const here = await hereOf(parts)
  await each(parts, await due.debitsToFollow(parts.db), ({ id }) => followDebit(parts, id))
  await each(parts, await due.overdueHolds(parts.db, here.now), (hold) => endHold(parts, hold, here))
  await each(parts, await due.overdueOffers(parts.db, here.now), (offer) => endOffer(parts, offer, here))
  // Seats that were freed by hand, or by somebody who deleted their account.
  await each(
    parts,
    (await due.datesToOffer(parts.db, here.local)).map((id) => ({ id })),
    ({ id }) => parts.db.transaction().execute((tx) => offerSeats(parts, tx, id, here)),
  )
  await endCalledOff(parts, here)
  await payRetaken(parts, here)
  await each(parts, await due.uncorrected(parts.db), (place) => correctInvoice(parts, place))
}

/** One that fails keeps no others waiting. */
async function each<One extends { id: number }>(
  { log }: Ordering,
  all: One[],
  work: (one: One) => Promise<unknown>,
): Promise<void> {
  for (const one of all)
    await work(one).catch((error: unknown) => log.error({ err: error, id: one.id }, 'a place was not tended'))
}

async function endHold(
  parts: Ordering,
  hold: { id: number; heldUntil: Date | null },
  here: Here,
): Promise<void> {
  const place = await store.findPlace(parts.db, hold.id)
  if (place?.state !== 'held') return
  const isForced = here.now.getTime() - (hold.heldUntil?.getTime() ?? 0) > patienceMs
  try {
    await release(parts, place, here)
  } catch (error) {
    // A payment is under way: it ends the hold or pays it.
    if (isProblem(error) && error.code === 'orderRunning') return
    if (!isForced) throw error
    await release(parts, place, here, { isForced })
  }
}

async function endOffer(parts: Ordering, { id, dateId }: store.StoredPlace, here: Here): Promise<void> {
  await parts.db.transaction().execute(async (tx) => {
    const run = await store.lockRun(tx, dateId)
    const place = await store.lockPlace(tx, id)
    if (place.state !== 'offered' || (place.offeredUntil ?? here.now) > here.now) return
    const ended = await store.changePlace(tx, id, { state: 'ended', offeredUntil: null })
    const { siteUrl } = parts
    await sendPlaceMail(tx, place.paymentFailedAt ? 'unpaid' : 'offerOver', {
      place: ended,
      run,
      space: here.space,
      siteUrl,
      now: here.now,
    })
    await offerSeats(parts, tx, dateId, here)
  })
}
