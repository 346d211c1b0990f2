import { type Locale, Problem } from '../../../contracts/problem.ts'
import { consentsTo } from '../orders/legal-texts.ts'
import type { Tx } from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { guardianConsentOf } from './consents.store.ts'
import { sendPlaceMail } from './place-mails.ts'
import * as store from './places.store.ts'
import type { Attendee } from './quoting.ts'
import { hereOf } from './seats.ts'
import { heldFrom, order, payStep } from './signing-up.ts'

interface Accepting {
  attendee: Attendee
  locale: Locale
  returnPath: string
}

/**
 * Accepts the seat that somebody on the waiting list was offered: it is booked, or held while it is paid, at the price that
 * they saw when they signed up. A repeat continues.
 * @throws Problem `offerEnded`, `conflict` when the date is moved in this moment, `notSupported`, `upstreamUnavailable`: the
 *   same call continues it
 */
export async function accept(
  parts: Ordering,
  place: store.StoredPlace,
  { attendee, locale, returnPath }: Accepting,
): Promise<{ place: store.StoredPlace; payUrl: string | null }> {
  const { id, dateId, priceCents: cents, party, offeredUntil, orderId: former } = place
  if (place.state === 'held') return payStep(parts, place)
  const { space, now } = await hereOf(parts)
  const run = await store.findRun(parts.db, dateId)
  if (!run || offeredUntil === null) throw new Problem('offerEnded')
  if (cents === 0) {
    const booked = await parts.db.transaction().execute(async (tx) => {
      await lockOffer(tx, place, run, now)
      const taken = await store.changePlace(tx, id, { state: 'booked', offeredUntil: null })
      await sendPlaceMail(tx, 'booked', { place: taken, run, space, siteUrl: parts.siteUrl, now })
      return taken
    })
    return { place: booked, payUrl: null }
  }
  const { firstName, lastName } = place
  const names = { firstName: firstName ?? '', lastName: lastName ?? '' }
  // An offer that outlives its unpaid hold is accepted anew, by another order.
  const requestKey = `offer-${id}-${offeredUntil.getTime()}-${former ?? 0}`
  const consents = [
    ...(await consentsTo(['terms'], locale, parts.legalTextOf)),
    ...(await guardianConsentOf(parts.db, id)),
  ]
  const asked = { consents, run, cents, party, attendee, locale, returnPath, requestKey, ...names }
  return order(parts, asked, async (tx, { id: orderId }) => {
    await lockOffer(tx, place, run, now)
    await store.changePlace(tx, id, { state: 'held', orderId, heldUntil: heldFrom(now) })
  })
}

async function lockOffer(
  tx: Tx,
  { id, dateId }: store.StoredPlace,
  seen: store.CourseRun,
  now: Date,
): Promise<void> {
  const run = await store.lockRun(tx, dateId)
  store.mustBeginAs(seen, run)
  const { state, offeredUntil } = await store.lockPlace(tx, id)
  if (run.state !== 'planned' || state !== 'offered' || (offeredUntil ?? now) <= now)
    throw new Problem('offerEnded')
}
