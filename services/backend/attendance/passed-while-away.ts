import { isProblem } from '../../../contracts/problem.ts'
import type { Ordering } from '../orders/parts.ts'
import { hereOf } from '../places/seats.ts'
import { mailStaff } from '../trainings/staff-mails.ts'
import { isAway } from '../workshop.ts'
import * as store from './attendance.store.ts'
import { give, type Given, givenFor, isBarred, personOf } from './passing.ts'

/** A place for which giving fails is tried again after this time. */
const pauseMs = 5 * 60_000

/**
 * Gives what people passed for while the workshop system was away, from that day on. Somebody who lacked a training that is
 * needed first is present and has not passed, which staff are told. Several processes may do it at once.
 */
export async function givePassed(parts: Ordering): Promise<void> {
  const now = parts.clock()
  for (const place of await store.passedWhileAway(parts.db, now)) {
    try {
      await giveOne(parts, place)
    } catch (error) {
      parts.log.error({ err: error, place: place.id }, 'a place that has passed got nothing yet')
      const isDown = isAway(error)
      await store.giveLater(parts.db, place.id, isDown ? now : new Date(now.getTime() + pauseMs))
      // The others would wait for the same answer.
      if (isDown) return
    }
  }
}

async function giveOne(parts: Ordering, place: store.AttendedPlace): Promise<void> {
  const { db, clock } = parts
  const { id, passedOn, passedBy } = place
  const date = await store.findDate(db, place.dateId)
  if (!date || passedOn === null || passedBy === null) return
  const given = await givenFor(parts, date, [place], { by: passedBy, on: passedOn }).then(
    (all) => all.get(id) ?? null,
    (error: unknown) => {
      // The member or the training is not there any more.
      if (isProblem(error) && error.code === 'notFound') return null
      throw error
    },
  )
  const { name } = await personOf(parts, place)
  const { space } = await hereOf(parts)
  await db.transaction().execute(async (tx) => {
    const [locked] = await store.lockPlaces(tx, date.id, [id])
    // Another process was faster, or the mark was taken back.
    if (!locked || locked.passedOn === null) return
    if (given && !isBarred(given)) {
      await give(tx, id, given, { by: passedBy, now: clock() })
      return store.setPassed(tx, id, { passedOn: null, passedBy: null })
    }
    await store.setState(tx, id, 'booked')
    const about = { title: date.titleDe, holder: name, lacks: lacksIn(given), courseId: date.courseId }
    await mailStaff(tx, { ...about, dateId: date.id, space, siteUrl: parts.siteUrl })
  })
}

function lacksIn(given: Given | null): string[] {
  return [...new Set(given?.grants.flatMap(({ lacks }) => lacks))]
}
