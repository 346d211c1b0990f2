import type { Space } from '../../../contracts/space.ts'
import type { StoredOrder, Tx } from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { sendPlaceMail } from './place-mails.ts'
import { offerWords } from './place-offer.ts'
import { memberOfPlace } from './quoting.ts'
import * as store from './places.store.ts'
import { hereAt, isFull, isSecond, offerSeats } from './seats.ts'

/** The seat of a paid order was given to somebody else: its money goes back. */
export class NoSeat extends Error {}

interface Paid {
  order: StoredOrder
  /** The buyer's, now at the latest; null = a guest's. */
  member: number | null
  space: Space
  consents: { kind: string; body: string }[]
  now: Date
}

/**
 * Returns who the buyer of a place is now.
 * @returns `member`: of the order, or whom the account has become since; null = nobody yet. `isNobody`: nobody becomes one, a guest
 *   or somebody who has deleted their account
 * @throws Problem `upstreamUnavailable`
 */
export async function placeBuyer(
  parts: Pick<Ordering, 'db' | 'connector'>,
  { id, memberId }: StoredOrder,
): Promise<{ member: number | null; isNobody: boolean }> {
  const place = await store.findByOrder(parts.db, id)
  const member = memberId ?? (place && (await memberOfPlace(parts, place))?.id) ?? null
  return { member, isNobody: !place || place.isGuest || place.email === null }
}

/**
 * Books the place that an order has paid, in the transaction that ends the order: the one that was held, or a seat that is
 * free although the money came late.
 * @returns what its invoice says: the date may have been moved since it was ordered, and cannot be until the transaction ends
 * @throws NoSeat, with which the transaction must roll back
 */
export async function bookPaid(
  { siteUrl }: Pick<Ordering, 'siteUrl'>,
  tx: Tx,
  { order, member, space, consents, now }: Paid,
): Promise<ReturnType<typeof offerWords>> {
  const known = await store.findByOrder(tx, order.id)
  if (!known) throw new NoSeat()
  const run = await store.lockRun(tx, known.dateId)
  const place = await store.lockPlace(tx, known.id)
  const { state } = place
  const { local } = hereAt(space, now)
  if (booked.has(state)) {
    // By a debit that was on its way: a member with another place there keeps both.
    if (!(await store.hasOther(tx, { ...place, memberId: member })))
      await store.changePlace(tx, known.id, { memberId: member })
    return offerWords(run, known.party)
  }
  // It was cancelled while its debit was on its way, and nothing comes back: that would have cancelled the order.
  if (state === 'cancelled' && place.email !== null) return offerWords(run, known.party)
  const isLate = state === 'ended'
  // Nobody overtakes those who wait.
  const isFree = local < run.fromDateTime && run.freeSeats >= known.party
  if (run.state !== 'planned' || (state !== 'held' && !(isLate && isFree))) throw new NoSeat()
  const change = { state: 'booked', heldUntil: null, offeredUntil: null, memberId: member } as const
  const taken = await changeOnce(tx, known.id, change)
  await sendPlaceMail(tx, 'booked', { place: taken, run, space, siteUrl, consents, now })
  return offerWords(run, taken.party)
}

const booked: ReadonlySet<string> = new Set(['booked', 'attended', 'missed'])

/** @throws NoSeat where the date is full, or its person has another place */
async function changeOnce(
  tx: Tx,
  id: number,
  change: Parameters<typeof store.changePlace>[2],
): Promise<store.StoredPlace> {
  return store.changePlace(tx, id, change).catch((error: unknown) => {
    throw isFull(error) || isSecond(error) ? new NoSeat() : error
  })
}

/**
 * The money of an order goes back: its seat is offered to others, or, where others had it already, the buyer waits first
 * in line.
 */
export async function losePaid(
  { siteUrl }: Pick<Ordering, 'siteUrl'>,
  tx: Tx,
  { order, space, now }: Pick<Paid, 'order' | 'space' | 'now'>,
): Promise<void> {
  const known = await store.findByOrder(tx, order.id)
  if (!known) return
  const here = hereAt(space, now)
  const run = await store.lockRun(tx, known.dateId)
  const { state } = await store.lockPlace(tx, known.id)
  if (state === 'held') {
    await store.changePlace(tx, known.id, { state: 'ended', heldUntil: null, offeredUntil: null })
    await offerSeats({ siteUrl }, tx, known.dateId, here)
  }
  if (state !== 'ended' || run.state !== 'planned' || here.local >= run.fromDateTime) return
  if (await store.hasOther(tx, known)) return
  const queue = await store.firstInQueue(tx, known.dateId)
  const place = await store.changePlace(tx, known.id, { state: 'waiting', queue, orderId: null })
  await sendPlaceMail(tx, 'lost', { place, run, space, siteUrl, now })
}
