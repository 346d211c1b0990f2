import { localeOfMember } from '../../../contracts/member.ts'
import { isProblem } from '../../../contracts/problem.ts'
import { addDays, dayOf, toLocal } from '../../../rules/time.ts'
import { effectiveEnd, lastDayOf } from '../../../rules/training-validity.ts'
import { sendMail } from '../orders/order-mails.ts'
import type { Ordering } from '../orders/parts.ts'
import { givePassed } from '../attendance/passed-while-away.ts'
import { hereOf } from '../places/seats.ts'
import { isAway, isGone } from '../workshop.ts'
import { placeOf } from './place.ts'
import { mailStaff } from './staff-mails.ts'
import { titleIn } from './titles.store.ts'
import { givenMail, revokedMail } from './training-mails.ts'
import * as store from './trainings.store.ts'

/**
 * Brings to the workshop system what was given, moved and revoked. Every step has a key or can be repeated, so that a crash
 * or a workshop system that is away loses nothing and gives nothing twice.
 */
export async function tendTrainings(parts: Ordering): Promise<void> {
  await givePassed(parts)
  for (const grant of await store.untold(parts.db)) {
    try {
      await tell(parts, grant)
      await moveEnds(parts, grant.memberId)
    } catch (error) {
      parts.log.error({ err: error, training: grant.id }, 'a training was not given, moved or revoked')
      // The others would wait for the same answer.
      if (isAway(error)) return
    }
  }
}

async function tell(parts: Ordering, grant: store.StoredGrant): Promise<void> {
  const { db, connector } = parts
  const { memberId: member, until } = grant
  const owned = grant.workshopId ?? (await entryOf(parts, grant))
  if (owned === null) return
  if (grant.state === 'revoked') {
    await connector.removeTraining(member, owned)
    return markRevoked(parts, grant)
  }
  if (grant.workshopId === null) return markGiven(parts, grant, owned)
  await connector.endTraining(member, owned, { untilDate: until })
  await store.markTold(db, grant)
}

/**
 * Gives the training by the key of its row. A revoked one, too: its call may have been made and its answer lost, and only a
 * repeat tells the entry that has to go.
 * @returns null when there is no such member or training any more
 */
async function entryOf(parts: Ordering, grant: store.StoredGrant): Promise<number | null> {
  const { db, connector } = parts
  const { id, memberId, trainingId, givenOn, askedUntil } = grant
  try {
    const granted = await connector.grant(`training-${id}`, {
      member: { id: memberId },
      packages: [],
      credits: [],
      trainings: [{ training: trainingId, fromDate: givenOn, untilDate: askedUntil }],
    })
    return granted.trainings[0] ?? null
  } catch (error) {
    const isFinal = isGone(error) || (isProblem(error) && error.code === 'notSupported')
    if (!isFinal) throw error
    await refuse(parts, grant, String(error instanceof Error ? (error.cause ?? error) : error))
    if (grant.state === 'revoked') await store.markTold(db, grant)
    return null
  }
}

/** The workshop system will never give it: the certificate is no longer valid, and staff are told. */
async function refuse(parts: Ordering, grant: store.StoredGrant, lastError: string): Promise<void> {
  const { db, siteUrl } = parts
  const { title, holderName: holder } = grant
  const { space, local } = await hereOf(parts)
  await db.transaction().execute(async (tx) => {
    if (!(await store.markFailed(tx, grant.id, { lastError, today: dayOf(local) }))) return
    const date = await store.dateOfPlace(tx, grant.placeId)
    await mailStaff(tx, { title, holder, lacks: [], ...date, space, siteUrl })
  })
}

async function markGiven(parts: Ordering, grant: store.StoredGrant, owned: number): Promise<void> {
  const { db, siteUrl } = parts
  const placed = await placeOf(parts, grant.memberId)
  await db.transaction().execute(async (tx) => {
    const isNew = await store.markGiven(tx, grant.id, owned)
    if (!isNew || !placed) return
    const title = await titleIn(tx, grant, localeOfMember(placed.member))
    await sendMail(tx, givenMail(placed, { siteUrl, ...grant, title }))
  })
}

async function markRevoked(parts: Ordering, grant: store.StoredGrant): Promise<void> {
  const { db, siteUrl } = parts
  const { until, revokedOn, revokeReason } = grant
  const placed = await placeOf(parts, grant.memberId)
  const wasHeld = until === null || revokedOn === null || until >= revokedOn
  await db.transaction().execute(async (tx) => {
    const isNew = await store.markTold(tx, grant)
    if (!isNew || !placed || !wasHeld) return
    const title = await titleIn(tx, grant, localeOfMember(placed.member))
    await sendMail(tx, revokedMail(placed, { siteUrl, title, reason: revokeReason ?? '' }))
  })
}

/** Compares once a day the ends of trainings with those of the instructions that they need. */
export async function compareEnds(parts: Ordering): Promise<void> {
  const { db, connector, clock, log } = parts
  const [space] = await connector.spaces()
  if (!space) return
  const today = dayOf(toLocal(clock(), space.timezone))
  for (const member of await store.membersToCompare(db, today)) {
    try {
      await moveEnds(parts, member)
      await store.noteCompared(db, member, today)
    } catch (error) {
      // The ends of others do not wait for this one.
      log.error({ err: error, member }, 'the ends of trainings were not compared')
    }
  }
}

/** Moves the ends of what a member may do with an instruction: earlier when that ends, later when it is renewed. */
async function moveEnds(parts: Ordering, member: number): Promise<void> {
  const { db, connector } = parts
  const placed = await placeOf(parts, member)
  if (!placed) return
  const { today } = placed
  const dependent = await store.dependent(db, member, today)
  if (dependent.length === 0) return
  const owned = (await connector.trainings(member)) ?? []
  const needed = await store.requirements(db)
  for (const grant of dependent) {
    const ends = (needed.get(grant.trainingId) ?? []).map((id) => lastDayOf(id, owned, today))
    // Without the instruction nothing is valid from today on.
    const last = ends.map((end) => (end === undefined ? addDays(today, -1) : end))
    const until = effectiveEnd(grant.ownUntil, grant.givenOn, last)
    if (until !== grant.until) await store.moveEnd(db, grant, until)
  }
}
