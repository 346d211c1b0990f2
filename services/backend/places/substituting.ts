import type { CourseSubstitute } from '../../../contracts/course-place.ts'
import { Problem, wrongField } from '../../../contracts/problem.ts'
import { signUpRefusals } from '../../../rules/course-place.ts'
import { dayOf } from '../../../rules/time.ts'
import * as orders from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { deletePlaceConsents } from './consents.store.ts'
import { sendPlaceMail } from './place-mails.ts'
import * as store from './places.store.ts'
import { barring, missingFor } from './quoting.ts'
import { hereOf, isSecond } from './seats.ts'
import { isPaying } from './view.ts'

/**
 * Gives a booked place to another person, until the date begins. They must fit the course as if they signed up. The order and
 * its money stay with the buyer, so a payment must be complete: the bank may refuse a debit, and the buyer then needs the place.
 * Both are told by mail.
 * @throws Problem `conflict` when the place is not booked, has begun or has gone to somebody else, `substituteHasPlace`,
 *   `substituteUnfit`, `substituteUnpaid`, `invalidInput` for a day of birth to come, `upstreamUnavailable`
 */
export async function substitute(
  parts: Ordering,
  found: store.StoredPlace,
  { email, ...person }: CourseSubstitute,
): Promise<store.StoredPlace> {
  const here = await hereOf(parts)
  const { space, now, local } = here
  if (person.bornOn >= dayOf(local)) throw wrongField('bornOn', 'past')
  if (email.toLowerCase() === found.email?.toLowerCase()) throw new Problem('substituteHasPlace')
  const seen = await store.findRun(parts.db, found.dateId)
  if (!seen) throw new Problem('notFound')
  const [member = null, ...others] = await parts.connector.membersByEmail(email)
  const known = others.length === 0 ? member : null
  const missing = await missingFor(parts, seen, { member: known, subject: null })
  const refusals = signUpRefusals({
    course: { ...seen, state: 'published' },
    // Until the beginning, also when nobody can sign up any more.
    date: { ...seen, signUpUntil: null },
    now: local,
    bornOn: person.bornOn,
    companions: found.party - 1,
    companionAges: found.companionAges,
    // The place keeps its seats.
    seats: Infinity,
    hasGuardian: false,
    missing: barring(missing),
  })
  if (refusals.includes('courseState')) throw new Problem('conflict')
  if (refusals.length > 0) throw new Problem('substituteUnfit')
  try {
    return await parts.db.transaction().execute(async (tx) => {
      const order = found.orderId === null ? null : await orders.lockOrder(tx, found.orderId)
      const run = await store.lockRun(tx, found.dateId)
      const former = await store.lockPlace(tx, found.id)
      store.mustBelongAs(found, former)
      if (former.state !== 'booked' || run.state !== 'planned' || local >= run.fromDateTime)
        throw new Problem('conflict')
      if (order && isPaying(order)) throw new Problem('substituteUnpaid')
      const given = { ...person, email, memberId: known?.id ?? null, substitutedAt: now }
      // The former person's, like the guardian that the place forgets.
      await deletePlaceConsents(tx, [found.id])
      const place = await store.giveTo(tx, found.id, given)
      const about = { run, space, siteUrl: parts.siteUrl, now }
      // A link in the mail to a former guest would lead to the other person's place.
      if (former.email !== null)
        await sendPlaceMail(tx, 'substituted', {
          ...about,
          place: { ...former, isGuest: false },
          other: place,
        })
      await sendPlaceMail(tx, 'substitute', { ...about, place, other: former })
      return place
    })
  } catch (error) {
    throw isSecond(error) ? new Problem('substituteHasPlace', { cause: error }) : error
  }
}
