import type { CoursePlace, PlaceStep } from '../../../contracts/course-place.ts'
import { Problem } from '../../../contracts/problem.ts'
import { freeCancelDay, refundCents } from '../../../rules/course-place.ts'
import { toDecimal } from '../../../rules/money.ts'
import { toLocal } from '../../../rules/time.ts'
import { certifiedPlaces } from '../certificates/certificates.store.ts'
import * as payments from '../payments/payments.store.ts'
import { findOrder, type StoredOrder } from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { termsOf } from './leaving.ts'
import * as store from './places.store.ts'
import { type Here, hereOf } from './seats.ts'

/** Returns places as their person sees them, in the given order. */
export async function viewOf(
  { db }: Pick<Ordering, 'db'>,
  places: store.StoredPlace[],
  here: Here,
): Promise<CoursePlace[]> {
  const runs = new Map(
    (
      await store.findRuns(
        db,
        places.map(({ dateId }) => dateId),
      )
    ).map((run) => [run.id, run]),
  )
  const certified = await certifiedPlaces(
    db,
    places.map(({ id }) => id),
  )
  const shown = places.map(async (place): Promise<CoursePlace[]> => {
    const run = runs.get(place.dateId)
    if (!run) return []
    const isWaiting = place.state === 'waiting'
    const position = isWaiting ? (await store.waitBefore(db, place)) + 1 : null
    const hasCertificate = certified.has(place.id)
    const paying = await payingOf(db, place)
    return [{ ...factsOf(place, run, here), ...paying, hasCertificate, position }]
  })
  return (await Promise.all(shown)).flat()
}

/** Returns a place after a step as its person sees it. */
export async function stepOf(
  parts: Ordering,
  { place, payUrl }: { place: store.StoredPlace; payUrl: string | null },
): Promise<PlaceStep> {
  const [shown] = await viewOf(parts, [place], await hereOf(parts))
  if (!shown) throw new Problem('notFound')
  return { place: shown, payUrl }
}

/** Whether the money of an order has not come for good: a debit is on its way, or the place is not given yet. */
export function isPaying({ state }: Pick<StoredOrder, 'state'>): boolean {
  return state === 'placed' || state === 'expired' || state === 'paid'
}

/** How a place is being paid, and the page on which a held one is, while it is open. */
async function payingOf(
  db: Ordering['db'],
  { state, orderId }: store.StoredPlace,
): Promise<Pick<CoursePlace, 'payUrl' | 'isPaying'>> {
  const known = { payUrl: null, isPaying: false }
  if (orderId === null) return known
  if (state === 'booked') {
    const order = await findOrder(db, 'id', orderId)
    return { ...known, isPaying: order !== null && isPaying(order) }
  }
  if (state !== 'held') return known
  const [payment] = await payments.paymentsOf(db, orderId)
  return { ...known, payUrl: payment?.state === 'open' ? payment.url : null }
}

function factsOf(
  place: store.StoredPlace,
  run: store.CourseRun,
  { local, space }: Here,
): Omit<CoursePlace, 'position' | 'payUrl' | 'isPaying' | 'hasCertificate'> {
  const refund =
    run.state === 'planned' && mayLeave.has(place.state) ? refundCents(termsOf(place, run), local) : null
  const isPaid = place.state === 'booked'
  const localOf = (at: Date | null) => at && toLocal(at, space.timezone)
  return {
    id: place.id,
    courseId: run.courseId,
    dateId: run.id,
    title: { de: run.titleDe, en: run.titleEn },
    place: { de: run.placeDe, en: run.placeEn || run.placeDe },
    fromDateTime: run.fromDateTime,
    untilDateTime: run.untilDateTime,
    state: place.state,
    isCalledOff: run.state === 'cancelled',
    movedFrom: place.movedFrom,
    isSubstitute: place.substitutedAt !== null,
    isUnpaid: place.state === 'offered' && place.paymentFailedAt !== null,
    party: place.party,
    companions: place.companions,
    price: toDecimal(place.priceCents),
    refund: toDecimal(place.refundCents),
    heldUntil: localOf(place.heldUntil),
    offeredUntil: localOf(place.offeredUntil),
    cancellation:
      refund === null
        ? null
        : {
            refund: toDecimal(isPaid ? refund : 0),
            freeUntil: freeCancelDay({ begins: run.fromDateTime, freeCancelDays: run.freeCancelDays }),
          },
  }
}

const mayLeave: ReadonlySet<string> = new Set(['held', 'waiting', 'offered', 'booked'])
