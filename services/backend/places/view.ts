import type { CoursePlace } from '../../../contracts/course-place.ts'
import { freeCancelDay, refundCents } from '../../../rules/course-place.ts'
import { toDecimal } from '../../../rules/money.ts'
import type { Ordering } from '../orders/parts.ts'
import { termsOf } from './leaving.ts'
import * as store from './places.store.ts'
import type { Here } from './seats.ts'

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
  const shown = places.map(async (place): Promise<CoursePlace[]> => {
    const run = runs.get(place.dateId)
    if (!run) return []
    const isWaiting = place.state === 'waiting'
    return [
      { ...factsOf(place, run, here), position: isWaiting ? (await store.waitBefore(db, place)) + 1 : null },
    ]
  })
  return (await Promise.all(shown)).flat()
}

function factsOf(
  place: store.StoredPlace,
  run: store.CourseRun,
  { local }: Here,
): Omit<CoursePlace, 'position'> {
  const refund =
    run.state === 'planned' && mayLeave.has(place.state) ? refundCents(termsOf(place, run), local) : null
  const isPaid = place.state === 'booked'
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
    party: place.party,
    companions: place.companions,
    price: toDecimal(place.priceCents),
    refund: toDecimal(place.refundCents),
    heldUntil: place.heldUntil?.toISOString() ?? null,
    offeredUntil: place.offeredUntil?.toISOString() ?? null,
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
