import type { BackendApi } from '../../../contracts/http/backend.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import type { RateLimit } from '../../../platform/rate-limit.ts'
import { earlyMinutes, sessionToCheckIn } from '../../../rules/course-check-in.ts'
import type { Ordering } from '../orders/parts.ts'
import * as places from '../places/places.store.ts'
import { type Here, hereOf } from '../places/seats.ts'
import * as store from './attendance.store.ts'
import type { CheckInCodes } from './check-in-codes.ts'
import { storeMark } from './marking.ts'

interface Options {
  callers: Callers
  ordering: Ordering
  rateLimit: RateLimit
  codes: CheckInCodes
}

/** A code has six figures, and two of them count at a time: nobody guesses one within these. */
const perPerson = { max: 10, windowSeconds: 600 }
/** Wrong codes of all people of a date. */
const perDate = { max: 60, windowSeconds: 600 }

/** Checking in with the code that the trainer shows. */
export function checkInHandlers({ callers, ordering, rateLimit, codes }: Options) {
  const { db } = ordering
  return {
    async checkInToCourse({ person, body: { dateId, code } }) {
      await rateLimit.hit(`course-check-in:${person.subject}`, perPerson)
      const own = await places.ownPlaces(db, person, await callers.memberOf(person))
      const place = own.find((each) => each.dateId === dateId && store.coming.includes(each.state))
      const date = place && (await store.findDate(db, dateId))
      if (!date || date.state === 'cancelled') throw new Problem('noPlace')
      const here = await hereOf(ordering)
      const session = openSession(date, here)
      const ofDate = `course-check-in:date-${dateId}`
      await rateLimit.hit(ofDate, perDate)
      if (!codes.isValid(dateId, code, here.now)) throw new Problem('checkInCode')
      await rateLimit.forgive(ofDate, perDate)
      await arrive(ordering, date, { place: place.id, session: session.id })
      const { fromDateTime, untilDateTime } = session
      return { title: { de: date.titleDe, en: date.titleEn }, fromDateTime, untilDateTime }
    },
  } satisfies Partial<Handlers<BackendApi>>
}

/** Returns the session for which people of a date check in now. @throws Problem `checkInClosed` */
export function openSession(date: store.RunDate, { now, space }: Here): store.RunDate['sessions'][number] {
  const session = sessionToCheckIn(date.sessions, now, space.timezone)
  if (!session) throw new Problem('checkInClosed', { params: { minutes: earlyMinutes } })
  return session
}

/**
 * Marks somebody as present; a repeated call changes nothing. What the trainer has marked stands.
 * @throws Problem `noPlace` for a place that was given up meanwhile, `markedAbsent`
 */
export async function arrive(
  { db, clock }: Pick<Ordering, 'db' | 'clock'>,
  date: store.RunDate,
  { place: id, session }: { place: number; session: number },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const [place] = await store.lockPlaces(tx, date.id, [id])
    if (!place) throw new Problem('noPlace')
    const before = (await store.marksOfPlace(tx, id)).get(session)
    if (before === 'absent') throw new Problem('markedAbsent')
    if (before === 'present') return
    const hasPassed = place.state === 'attended'
    await storeMark(tx, date, { place: id, session, mark: 'present', by: null, now: clock(), hasPassed })
  })
}
