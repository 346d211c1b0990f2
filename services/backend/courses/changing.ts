import type { LocalTime } from '../../../contracts/booking.ts'
import type { CourseChange } from '../../../contracts/course-change.ts'
import { Problem, wrongField } from '../../../contracts/problem.ts'
import { violates } from '../../../platform/database/database.ts'
import { toInstant } from '../../../rules/time.ts'
import type { Ordering } from '../orders/parts.ts'
import * as places from '../places/places.store.ts'
import { checkTrainings } from './adding.ts'
import * as store from './changing.store.ts'

/**
 * Changes a course. Places that are taken keep their price, and money goes back by the rules that hold when somebody cancels.
 * @throws Problem `notFound`, `invalidInput` for a training that does not exist and for an exemption without its reason,
 *   `upstreamUnavailable`
 */
export async function changeCourse(
  { db, connector }: Pick<Ordering, 'db' | 'connector'>,
  id: number,
  change: CourseChange,
): Promise<void> {
  const { title, vatNote, grants, requires, ...rules } = change
  await checkTrainings(connector, { grants: grants ?? [], requires: requires ?? [] })
  const row = {
    ...rules,
    ...(title && { titleDe: title.de, titleEn: title.en }),
    ...(vatNote !== undefined && { vatNoteDe: vatNote?.de ?? null, vatNoteEn: vatNote?.en ?? null }),
  }
  const isKnown = await db
    .transaction()
    .execute((tx) => store.changeCourse(tx, id, row, { grants, requires }))
    .catch((error: unknown) => {
      throw violates(error, 'course_vat_note') ? wrongField('vatNote', 'why it is exempt') : error
    })
  if (!isKnown) throw new Problem('notFound')
}

/**
 * Sets until when people can sign up for a date, in the time of the space; null = until it begins.
 * @throws Problem `notFound`, `conflict` for a date that is called off, `invalidInput` for a time after the beginning or one that the
 *   clocks skip
 */
export async function setDeadline(
  { db, connector, clock }: Pick<Ordering, 'db' | 'connector' | 'clock'>,
  date: number,
  signUpUntil: LocalTime | null,
): Promise<void> {
  const [space] = await connector.spaces()
  if (!space) throw new Error('there is no space')
  await db.transaction().execute(async (tx) => {
    if (!(await places.findRun(tx, date))) throw new Problem('notFound')
    const run = await places.lockRun(tx, date)
    if (run.state !== 'planned') throw new Problem('conflict')
    const isFit =
      signUpUntil === null || (signUpUntil <= run.fromDateTime && toInstant(signUpUntil, space.timezone))
    if (!isFit) throw wrongField('signUpUntil', 'a time before the date begins')
    await store.setDeadline(tx, date, { signUpUntil, updatedAt: clock() })
  })
}
