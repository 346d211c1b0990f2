import type { Space } from '../../../contracts/space.ts'
import { violates } from '../../../platform/database/database.ts'
import { offerable, offerEnd } from '../../../rules/course-place.ts'
import { instantOf, toLocal } from '../../../rules/time.ts'
import type { Tx } from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { sendPlaceMail } from './place-mails.ts'
import * as store from './places.store.ts'

/** Where and when something happens. */
export interface Here {
  space: Space
  now: Date
  /** Wall clock of the space. */
  local: string
}

/** Returns the space that gives the courses, and the time there. @throws Problem `upstreamUnavailable` */
export async function hereOf({ connector, clock }: Ordering): Promise<Here> {
  const [space] = await connector.spaces()
  if (!space) throw new Error('there is no space')
  return hereAt(space, clock())
}

export function hereAt(space: Space, now: Date): Here {
  return { space, now, local: toLocal(now, space.timezone) }
}

/** Whether the database refused a place because its date is full. */
export function isFull(error: unknown): boolean {
  return violates(error, 'course_date_not_oversold')
}

/** Whether somebody has a place on the date already. */
export function isSecond(error: unknown): boolean {
  return violates(error, 'course_place_one_per_member') || violates(error, 'course_place_one_per_email')
}

/**
 * Offers the free seats of a date to those who wait, in their order, in the transaction that frees them: nobody can come
 * between. Whoever does not fit keeps their place. Short before the beginning nothing is offered any more: those who wait
 * are told that there is a seat, and the first one to come gets it.
 */
export async function offerSeats(
  parts: Pick<Ordering, 'siteUrl'>,
  tx: Tx,
  date: number,
  { space, now, local }: Here,
): Promise<void> {
  const run = await store.lockRun(tx, date)
  if (run.state !== 'planned' || run.freeSeats <= 0 || local >= run.fromDateTime) return
  const until = offerEnd(now, instantOf(run.fromDateTime, space.timezone))
  const waiting = await store.waitingFor(tx, date)
  const fitting = until
    ? offerable(waiting, run.freeSeats)
    : waiting.filter(({ party }) => party <= run.freeSeats)
  for (const { id } of fitting) {
    const place = await store.changePlace(
      tx,
      id,
      until ? { state: 'offered', offeredUntil: until } : { state: 'ended' },
    )
    await sendPlaceMail(tx, until ? 'offered' : 'soon', { place, run, space, now, ...parts })
  }
}
