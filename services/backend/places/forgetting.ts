import { toLocal } from '../../../rules/time.ts'
import type { Ordering } from '../orders/parts.ts'
import { eraseOrders } from '../orders/retention.store.ts'
import { forgetPlaces } from './erasing.store.ts'
import * as guests from './guests.store.ts'
import { hereOf } from './seats.ts'

const dayMs = 24 * 60 * 60_000
/** A link says for this long that it has expired. */
const expiredMs = 7 * dayMs
const placeMs = 365 * dayMs

/**
 * Deletes sign-ups of guests whose link has expired, and removes the names of guests a year after their date; links
 * of offers to accounts go with the date. Invoices stay as long as all do. Several processes may do it at once.
 * @throws Problem `upstreamUnavailable`
 */
export async function forgetGuests(parts: Ordering): Promise<void> {
  const { space, now, local } = await hereOf(parts)
  await guests.deleteSignUps(parts.db, new Date(now.getTime() - expiredMs))
  await guests.deleteLinks(parts.db, local)
  const before = toLocal(new Date(now.getTime() - placeMs), space.timezone)
  const places = await guests.namedPlaces(parts.db, before)
  const orders = places.flatMap(({ orderId }) => orderId ?? [])
  await parts.db.transaction().execute(async (tx) => {
    await eraseOrders(tx, orders, now)
    await forgetPlaces(
      tx,
      places.map(({ id }) => id),
    )
  })
}
