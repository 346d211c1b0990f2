import { Problem } from '../../../contracts/problem.ts'
import type { Day } from '../../../rules/time.ts'
import { effectiveEnd, lastDayOf, ownEnd } from '../../../rules/training-validity.ts'
import type { Ordering } from '../orders/parts.ts'
import { adopt } from './adopting.store.ts'
import { type Placed, placeOf } from './place.ts'
import * as store from './trainings.store.ts'

interface Asked {
  member: number
  training: number
  /** Name of the person who gives it, for the evidence. */
  by: string
  reason: string | null
  /** The birthday that somebody gave when they signed up, for a member of whom the workshop system knows none. */
  bornOn?: Day | null
}

/**
 * Gives a member a training from today, as a row that a job brings to the workshop system. Given twice on one day it is the
 * same.
 * @throws Problem `notFound` for an unknown member or training, `trainingNeeded` where another training is needed first
 */
export async function giveTraining(parts: Ordering, asked: Asked): Promise<store.StoredGrant> {
  const { lacks, ...grant } = await draftGrant(parts, asked)
  if (lacks.length > 0) throw new Problem('trainingNeeded', { params: { titles: lacks.join(', ') } })
  return parts.db
    .transaction()
    .execute((tx) => store.insert(tx, { ...grant, source: 'staff', placeId: null }))
}

/**
 * Returns a grant as it would be stored, with the titles of trainings that are needed first.
 * @param asked.on the day from which it is given; default: today
 * @throws Problem `notFound` for an unknown member or training
 */
export async function draftGrant(parts: Ordering, asked: Asked & { on?: Day | undefined }) {
  const { db, clock } = parts
  const { placed, title } = await checked(parts, asked)
  const { member, today } = placed
  const day = asked.on ?? today
  const needed = await neededEnds(parts, asked.member, asked.training, day)
  const own = ownEnd(await store.ruleOf(db, asked.training), day, member.dateOfBirth ?? asked.bornOn ?? null)
  return {
    lacks: needed
      .filter(({ end }) => end === undefined || (end !== null && end < day))
      .map((each) => each.title),
    memberId: member.id,
    holderName: `${member.firstName} ${member.lastName}`.trim(),
    trainingId: asked.training,
    title,
    givenBy: asked.by,
    reason: asked.reason,
    givenOn: day,
    ownUntil: own,
    until: effectiveEnd(
      own,
      day,
      needed.map(({ end }) => end ?? null),
    ),
    createdAt: clock(),
  }
}

/**
 * Takes a training away from a member today, whoever gave it: entries of the workshop system that are not known here become
 * evidence first. A job removes them there and tells the
 * member.
 * @returns what was revoked
 * @throws Problem `notFound` for an unknown member, and where the member has no such training
 */
export async function revokeTraining(
  parts: Ordering,
  asked: Asked & { reason: string },
): Promise<store.StoredGrant[]> {
  const { db, connector, clock } = parts
  const { placed, title } = await checked(parts, asked, 'also old ones')
  const { member, space, today } = placed
  const entries = ((await connector.trainings(asked.member)) ?? []).filter(
    ({ training }) => training === asked.training,
  )
  return db.transaction().execute(async (tx) => {
    for (const { id, fromDate, untilDate } of entries)
      await adopt(tx, {
        memberId: member.id,
        holderName: `${member.firstName} ${member.lastName}`.trim(),
        trainingId: asked.training,
        title,
        source: 'import',
        placeId: null,
        givenBy: space.name,
        reason: null,
        givenOn: fromDate,
        ownUntil: untilDate,
        until: untilDate,
        createdAt: clock(),
        workshopId: id,
      })
    const how = { revokedOn: today, revokeReason: asked.reason, revokedBy: asked.by }
    const revoked = await store.revoke(tx, { member: member.id, training: asked.training, ...how })
    if (revoked.length === 0) throw unknown('training')
    return revoked
  })
}

async function checked(
  parts: Ordering,
  { member, training }: Asked,
  which?: 'also old ones',
): Promise<{ placed: Placed; title: string }> {
  const placed = await placeOf(parts, member)
  if (!placed) throw unknown('memberId')
  const known = (await parts.connector.trainingCourses()).find(({ id }) => id === training)
  if (known) return { placed, title: known.title }
  const own = which && (await parts.connector.trainings(member))?.find((each) => each.training === training)
  if (!own) throw unknown('training')
  return { placed, title: own.title }
}

function unknown(field: string): Problem {
  return new Problem('notFound', { errors: [{ field, message: 'an id that exists' }] })
}

/** The last days of the trainings that another one needs; undefined = the member has none. */
async function neededEnds(parts: Ordering, member: number, training: number, today: Day) {
  const { db, connector } = parts
  const ids = (await store.requirements(db)).get(training) ?? []
  if (ids.length === 0) return []
  const [owned, courses] = await Promise.all([connector.trainings(member), connector.trainingCourses()])
  return ids.map((id) => ({
    title: courses.find((each) => each.id === id)?.title ?? String(id),
    end: lastDayOf(id, owned ?? [], today),
  }))
}
