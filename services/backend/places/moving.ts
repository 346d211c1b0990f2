import type { LocalTime } from '../../../contracts/booking.ts'
import { Problem, wrongField } from '../../../contracts/problem.ts'
import { decisionTime, movedTime } from '../../../rules/course-place.ts'
import { addMinutes, toInstant } from '../../../rules/time.ts'
import type { Ordering } from '../orders/parts.ts'
import { sendPlaceMail } from './place-mails.ts'
import * as moving from './moving.store.ts'
import * as store from './places.store.ts'
import { hereOf } from './seats.ts'

/**
 * Moves a date: its sessions keep their distance on the wall clock. Everybody with a place and everybody on the waiting list
 * is told in the same transaction; a place may be cancelled free of charge since then, and the list keeps its order. A
 * repeat changes nothing and tells nobody.
 * @param begins when its first session begins now, wall clock of the space
 * @throws Problem `notFound`; `conflict` when the date has begun or is called off; `invalidInput` for a time that is past or
 *   that the clocks skip; `upstreamUnavailable`
 */
export async function moveDate(parts: Ordering, date: number, begins: LocalTime): Promise<store.CourseRun> {
  const here = await hereOf(parts)
  const { space, now, local } = here
  const from = toInstant(begins, space.timezone)
  if (!from || begins <= local) throw wrongField('fromDateTime', 'a time to come')
  return parts.db.transaction().execute(async (tx) => {
    if (!(await store.findRun(tx, date))) throw new Problem('notFound')
    const former = await store.lockRun(tx, date)
    if (former.state !== 'planned' || local >= former.fromDateTime) throw new Problem('conflict')
    if (former.fromDateTime === begins) return former
    const timeOf = (time: LocalTime) => movedTime(time, { from: former.fromDateTime, until: begins })
    const { decideDaysBefore } = former
    const isOpen = local < decisionTime({ begins, decideDaysBefore })
    const minimumDecidedAt = isOpen ? null : former.minimumDecidedAt
    await moving.moveRun(tx, former, { timeOf, minimumDecidedAt, updatedAt: now })
    await moving.shortenOffers(tx, date, addMinutes(from, -offerBeforeMinutes))
    const run = await store.lockRun(tx, date)
    for (const place of await moving.livePlacesOf(tx, date)) {
      const kind = place.state === 'booked' || place.state === 'held' ? 'moved' : 'movedList'
      const about = { place, run, former, space, now, siteUrl: parts.siteUrl }
      if (place.email !== null) await sendPlaceMail(tx, kind, about)
    }
    return run
  })
}

/** As when it is offered: rules/course-place.ts. */
const offerBeforeMinutes = 120
