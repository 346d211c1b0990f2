import { type Selectable, type SqlBool, sql } from 'kysely'
import { GivenTraining } from '../../../contracts/staff.ts'
import type { TrainingGrantTable } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Day } from '../../../rules/time.ts'
import { type TrainingRule, usualRule } from '../../../rules/training-validity.ts'
import { certifyGrant, revokeCertificates } from '../certificates/certificates.store.ts'
import type { Tx } from '../orders/orders.store.ts'

export type StoredGrant = Selectable<TrainingGrantTable>

export type NewGrant = Pick<
  StoredGrant,
  | 'memberId'
  | 'holderName'
  | 'trainingId'
  | 'title'
  | 'source'
  | 'placeId'
  | 'givenBy'
  | 'reason'
  | 'givenOn'
  | 'ownUntil'
  | 'until'
  | 'createdAt'
> &
  Partial<Pick<StoredGrant, 'attemptId'>>

/** The reason of a grant whose attendance was taken back. */
export const undone = 'undone'

/** The evidence of a deleted account takes part in nothing. */
export const isLive = sql<SqlBool>`locked_at is null`

export async function ruleOf(db: Database, training: number): Promise<TrainingRule> {
  const row = await db
    .selectFrom('trainingRule')
    .selectAll()
    .where('trainingId', '=', training)
    .executeTakeFirst()
  if (!row) return usualRule
  if (row.expiry === 'never') return { expiry: 'never' }
  if (row.monthDay !== null) return { expiry: 'date', monthDay: row.monthDay }
  return { expiry: 'months', months: row.months ?? 0, monthsMinor: row.monthsMinor ?? 0 }
}

export async function setRule(db: Database, trainingId: number, rule: TrainingRule): Promise<void> {
  const row = {
    expiry: rule.expiry,
    months: rule.expiry === 'months' ? rule.months : null,
    monthsMinor: rule.expiry === 'months' ? rule.monthsMinor : null,
    monthDay: rule.expiry === 'date' ? rule.monthDay : null,
  }
  await db
    .insertInto('trainingRule')
    .values({ trainingId, ...row })
    .onConflict((conflict) => conflict.column('trainingId').doUpdateSet(row))
    .execute()
}

/** Returns which trainings need which others first. */
export async function requirements(db: Database): Promise<Map<number, number[]>> {
  const rows = await db.selectFrom('trainingRequirement').selectAll().orderBy('requiresId').execute()
  const byTraining = Map.groupBy(rows, ({ trainingId }) => trainingId)
  return new Map([...byTraining].map(([id, needed]) => [id, needed.map(({ requiresId }) => requiresId)]))
}

/** Says that a training needs another one, or no longer; the ends of those that were given are compared again. */
export async function setRequirement(
  db: Database,
  { trainingId, requiresId, isNeeded }: { trainingId: number; requiresId: number; isNeeded: boolean },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (isNeeded) await addRequirement(tx, { trainingId, requiresId })
    else
      await tx
        .deleteFrom('trainingRequirement')
        .where('trainingId', '=', trainingId)
        .where('requiresId', '=', requiresId)
        .execute()
    await tx
      .updateTable('trainingGrant')
      .set({ comparedOn: null })
      .where('trainingId', '=', trainingId)
      .execute()
  })
}

export async function addRequirement(
  tx: Database | Tx,
  row: { trainingId: number; requiresId: number },
): Promise<void> {
  await tx
    .insertInto('trainingRequirement')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Adds a grant with its certificate; one of the same training that was given on the same day, or for the same place, stands for it. */
export async function insert(tx: Tx, row: NewGrant): Promise<StoredGrant> {
  const added = await tx
    .insertInto('trainingGrant')
    .values({ ...row, askedUntil: row.until })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (added) {
    await certifyGrant(tx, added)
    return added
  }
  return tx
    .selectFrom('trainingGrant')
    .selectAll()
    .where('memberId', '=', row.memberId)
    .where('trainingId', '=', row.trainingId)
    .where(({ or, eb }) => or([eb('givenOn', '=', row.givenOn), eb('placeId', '=', row.placeId)]))
    .where('state', 'in', ['asked', 'given'])
    .executeTakeFirstOrThrow()
}

/** Revokes every grant of a training of a member. @returns those that it has changed */
export async function revoke(
  tx: Tx,
  {
    member,
    training,
    ...how
  }: { member: number; training: number; revokedOn: Day; revokeReason: string; revokedBy: string },
): Promise<StoredGrant[]> {
  const revoked = await tx
    .updateTable('trainingGrant')
    .set({ ...how, state: 'revoked', isTold: sql`state = 'failed'` })
    .where('memberId', '=', member)
    .where('trainingId', '=', training)
    .where('state', '<>', 'revoked')
    .where(isLive)
    .returningAll()
    .execute()
  await revokeCertificates(tx, { grants: revoked.map(({ id }) => id) }, how.revokedOn)
  return revoked
}

/** Revokes what was given for a place. */
export async function revokeForPlace(
  tx: Tx,
  { place, ...how }: { place: number; revokedOn: Day; revokeReason: string; revokedBy: string },
): Promise<void> {
  const revoked = await tx
    .updateTable('trainingGrant')
    .set({ ...how, state: 'revoked', isTold: sql`state = 'failed'` })
    .where('placeId', '=', place)
    .where('state', '<>', 'revoked')
    .where(isLive)
    .returning('id')
    .execute()
  await revokeCertificates(tx, { place, grants: revoked.map(({ id }) => id) }, how.revokedOn)
}

/** Returns how many grants the workshop system does not know yet, by the place that they were given for. */
export async function waitingByPlace(db: Database, places: number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('trainingGrant')
    .select(['placeId', sql<number>`count(*)::int`.as('count')])
    .where('placeId', 'in', places.length > 0 ? places : [0])
    .where('state', '=', 'asked')
    .groupBy('placeId')
    .execute()
  return new Map(rows.map(({ placeId, count }) => [placeId ?? 0, count]))
}

/** Returns what the workshop system is still to be told, the oldest first. */
export async function untold(db: Database): Promise<StoredGrant[]> {
  return db
    .selectFrom('trainingGrant')
    .selectAll()
    .where('isTold', '=', false)
    .where('state', '<>', 'failed')
    .where(isLive)
    .orderBy('id')
    .limit(200)
    .execute()
}

/** Stores the entry of the workshop system; false when the grant was revoked meanwhile, or another process did it. */
export async function markGiven(tx: Tx, id: number, workshopId: number): Promise<boolean> {
  const done = await tx
    .updateTable('trainingGrant')
    .set({ state: 'given', workshopId, lastError: null, isTold: sql`until is not distinct from asked_until` })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .returning('id')
    .executeTakeFirst()
  return done !== undefined
}

/**
 * Notes that the workshop system refuses a grant, and revokes its certificate. @returns false when the grant was revoked
 * meanwhile, or another process did it
 */
export async function markFailed(
  tx: Tx,
  id: number,
  { lastError, today }: { lastError: string; today: Day },
): Promise<boolean> {
  const done = await tx
    .updateTable('trainingGrant')
    .set({ state: 'failed', lastError })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .returning('id')
    .executeTakeFirst()
  if (done) await revokeCertificates(tx, { grants: [id] }, today)
  return done !== undefined
}

/** Returns the date for whose place something was given; null = outside of a course. */
export async function dateOfPlace(tx: Tx, placeId: number | null) {
  const date = await tx
    .selectFrom('coursePlace')
    .innerJoin('courseDate', 'courseDate.id', 'coursePlace.dateId')
    .select(['dateId', 'courseId'])
    .where('coursePlace.id', '=', placeId)
    .executeTakeFirst()
  return date ?? { dateId: null, courseId: null }
}

/** Notes that the workshop system has what was wanted; not when something else is wanted by now. */
export async function markTold(db: Database | Tx, { id, state, until }: StoredGrant): Promise<boolean> {
  const done = await db
    .updateTable('trainingGrant')
    .set({ isTold: true })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('until', 'is not distinct from', until)
    .where('isTold', '=', false)
    .returning('id')
    .executeTakeFirst()
  return done !== undefined
}

/** Returns the grants of a member that need another training and have not ended by their own rule. */
export async function dependent(db: Database, member: number, today: Day): Promise<StoredGrant[]> {
  return db
    .selectFrom('trainingGrant')
    .selectAll()
    .where('memberId', '=', member)
    .where('state', 'in', ['asked', 'given'])
    .where(needsAnother)
    .where(isLive)
    .where(({ or, eb }) => or([eb('ownUntil', 'is', null), eb('ownUntil', '>=', today)]))
    .orderBy('id')
    .execute()
}

/** Returns members with grants whose ends were not compared today. */
export async function membersToCompare(db: Database, today: Day): Promise<number[]> {
  const rows = await db
    .selectFrom('trainingGrant')
    .select('memberId')
    .distinct()
    .where('state', 'in', ['asked', 'given'])
    .where(needsAnother)
    .where(isLive)
    .where(({ or, eb }) => or([eb('ownUntil', 'is', null), eb('ownUntil', '>=', today)]))
    .where('comparedOn', 'is distinct from', today)
    .limit(50)
    .execute()
  return rows.map(({ memberId }) => memberId)
}

/** What was given at the workshop system itself keeps the end that it has there. */
const needsAnother = sql<SqlBool>`source <> 'import' and exists (
  select from training_requirement where training_requirement.training_id = training_grant.training_id)`

/** Moves the end of a grant, unless another process has. */
export async function moveEnd(
  db: Database,
  { id, until: before }: StoredGrant,
  until: Day | null,
): Promise<void> {
  await db
    .updateTable('trainingGrant')
    .set({ until, isTold: false })
    .where('id', '=', id)
    .where('state', 'in', ['asked', 'given'])
    .where('until', 'is not distinct from', before)
    .execute()
}

export async function noteCompared(db: Database, member: number, comparedOn: Day): Promise<void> {
  await db
    .updateTable('trainingGrant')
    .set({ comparedOn })
    .where('memberId', '=', member)
    .where(isLive)
    .execute()
}

/** Returns grants that end within 30 days and that no later one of the same training follows. */
export async function endingSoon(
  db: Database,
  { from, until }: { from: Day; until: Day },
): Promise<StoredGrant[]> {
  return db
    .selectFrom('trainingGrant as own')
    .selectAll('own')
    .where('own.state', '=', 'given')
    .where('own.lockedAt', 'is', null)
    .where('own.until', '>=', from)
    .where('own.until', '<=', until)
    .where(
      sql<SqlBool>`not exists (select from training_grant other where other.member_id = own.member_id
        and other.training_id = own.training_id and other.state in ('asked', 'given')
        and (other.until is null or other.until > own.until))`,
    )
    .orderBy('own.id')
    .execute()
}

/** Returns whether any of these reminders of an end was sent. */
export async function wasReminded(db: Database, { id, until }: StoredGrant, days: number): Promise<boolean> {
  const sent = await db
    .selectFrom('trainingReminder')
    .select('days')
    .where('grantId', '=', id)
    .where('until', '=', until)
    .where('days', '<=', days)
    .executeTakeFirst()
  return sent !== undefined
}

/** Notes a reminder; false when it was sent before. */
export async function noteReminder(tx: Tx, { id, until }: StoredGrant, days: number): Promise<boolean> {
  const noted = await tx
    .insertInto('trainingReminder')
    .values({ grantId: id, until: until ?? '', days })
    .onConflict((conflict) => conflict.doNothing())
    .returning('days')
    .executeTakeFirst()
  return noted !== undefined
}

/** Returns everything that was given to a member here, newest first. */
export async function grantsOf(db: Database, member: number): Promise<StoredGrant[]> {
  return db
    .selectFrom('trainingGrant')
    .selectAll()
    .where('memberId', '=', member)
    .where(isLive)
    .orderBy('id', 'desc')
    .execute()
}

/** Keeps what was given to a member as evidence and for nothing else: the workshop system forgets the member. */
export async function lockEvidence(tx: Tx, member: number, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10)
  await tx
    .updateTable('trainingGrant')
    .set({ lockedAt: now, isTold: true, until: sql`greatest(given_on, least(until, ${today}::date))` })
    .where('memberId', '=', member)
    .where(isLive)
    .execute()
}

/** Deletes the evidence of trainings that ended before a day. */
export async function forgetEvidence(db: Database, before: Day): Promise<void> {
  await db
    .deleteFrom('trainingGrant')
    .where(sql<SqlBool>`coalesce(revoked_on, until) < ${before}::date`)
    .execute()
}

export function toGivenTraining(row: StoredGrant): GivenTraining {
  const { memberId: member, trainingId: training, state, source, ...rest } = row
  return GivenTraining.parse({ ...rest, member, training, state, source })
}
