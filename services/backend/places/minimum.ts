import { decisionTime, isEnough } from '../../../rules/course-place.ts'
import { sendMail } from '../orders/order-mails.ts'
import type { Tx } from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { addressesFor } from '../staff/staff.store.ts'
import { callOffIn, endCalledOff } from './desk.ts'
import * as due from './due.store.ts'
import { tooFewMail } from './place-mails.ts'
import * as store from './places.store.ts'
import { type Here, hereOf } from './seats.ts'

/**
 * Decides whether dates take place that need a number of people, each once, when its time has come: enough people have
 * booked, or it is called off, or its trainers and the managers are asked what to do. Several processes may do it at once.
 * @throws Problem `upstreamUnavailable`
 */
export async function decideMinimums(parts: Ordering): Promise<void> {
  const here = await hereOf(parts)
  for (const { id } of await due.undecidedRuns(parts.db, here.local))
    await parts.db
      .transaction()
      .execute((tx) => decide(parts, tx, id, here))
      .catch((error: unknown) => parts.log.error({ err: error, id }, 'a date was not decided'))
  await endCalledOff(parts, here)
}

async function decide({ siteUrl }: Ordering, tx: Tx, date: number, here: Here): Promise<void> {
  const run = await store.lockRun(tx, date)
  const { minParticipants: minimum, fromDateTime: begins, decideDaysBefore, minimumDecidedAt } = run
  if (run.state !== 'planned' || minimumDecidedAt !== null || minimum === null) return
  if (here.local < decisionTime({ begins, decideDaysBefore })) return
  const people = await due.countPeople(tx, date)
  const booked = people.booked + run.reservedSeats
  const enough = isEnough({ minimum, booked, held: people.held, now: here.local, begins })
  if (enough === null) return
  if (!enough && run.belowMinimum === 'cancel') await callOffIn(tx, date, here)
  await store.changeRun(tx, date, { minimumDecidedAt: here.now, updatedAt: here.now })
  if (enough || run.belowMinimum === 'cancel') return
  const { space } = here
  for (const address of await addressesFor(tx, run.courseId, space))
    await sendMail(tx, tooFewMail({ run, booked, minimum, address, siteName: space.name, siteUrl }))
}
