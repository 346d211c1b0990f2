import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Locale } from '../../../contracts/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Answers, Drawn } from '../../../rules/instruction.ts'
import type { Day } from '../../../rules/time.ts'
import type { Tx } from '../orders/orders.store.ts'
import { InstructionContent, StoredQuestions } from './questions.ts'

/** An instruction with its latest version. */
export interface Version {
  instruction: number
  slug: string
  training: number
  /** Id of the version. */
  id: number
  number: number
  hash: string
  passPercent: number
  content: InstructionContent
  questions: StoredQuestions['questions']
}
type StoredQuestions = z.infer<typeof StoredQuestions>

const AttemptState = z.enum(['open', 'passed', 'failed', 'left'])
const DrawnQuestions = z.object({
  questions: z.array(z.object({ id: z.string(), options: z.array(z.string()) })),
})
const Sections = z.object({ sections: z.array(z.string()) })

export interface Attempt {
  id: number
  versionId: number
  state: z.infer<typeof AttemptState>
  drawn: Drawn[]
  answers: Answers | null
  percent: number
  /** Names of sections. */
  again: string[]
  startedAt: Date
  endedAt: Date | null
}

export async function latestVersions(db: Database): Promise<Version[]> {
  const rows = await versions(db)
    .distinctOn('instruction.id')
    .orderBy('instruction.id')
    .orderBy('version.number', 'desc')
    .execute()
  return rows.map(toVersion)
}

export async function latestVersion(db: Database | Tx, slug: string): Promise<Version | null> {
  const row = await versions(db)
    .where('instruction.slug', '=', slug)
    .orderBy('version.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toVersion(row) : null
}

/** Returns the slug of the instruction that gives a training. */
export async function slugFor(db: Database, training: number): Promise<string | null> {
  const row = await db
    .selectFrom('instruction')
    .select('slug')
    .where('trainingId', '=', training)
    .executeTakeFirst()
  return row?.slug ?? null
}

/** Returns the version that an attempt answers. */
export async function versionOf(db: Database | Tx, { versionId }: Attempt): Promise<Version> {
  return toVersion(await versions(db).where('version.id', '=', versionId).executeTakeFirstOrThrow())
}

function versions(db: Database | Tx) {
  return db
    .selectFrom('instructionVersion as version')
    .innerJoin('instruction', 'instruction.id', 'version.instructionId')
    .select([
      'instruction.id as instruction',
      'instruction.slug',
      'instruction.trainingId as training',
      'version.id',
      'version.number',
      'version.contentHash as hash',
      'version.passPercent',
      'version.content',
      'version.questions',
    ])
}

function toVersion(
  row: Omit<Version, 'content' | 'questions'> & { content: unknown; questions: unknown },
): Version {
  return {
    ...row,
    content: InstructionContent.parse(row.content),
    questions: StoredQuestions.parse(row.questions).questions,
  }
}

/**
 * Adds an instruction unless it is there, and locks it: a version is published while no attempt begins.
 * @returns its id and training
 */
export async function lockInstruction(
  tx: Tx,
  row: { slug: string; trainingId: number; createdAt: Date },
): Promise<{ id: number; trainingId: number }> {
  await tx
    .insertInto('instruction')
    .values(row)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
  return tx
    .selectFrom('instruction')
    .select(['id', 'trainingId'])
    .where('slug', '=', row.slug)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Keeps versions from being published until the transaction ends. */
export async function holdInstruction(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('instruction').select('id').where('id', '=', id).forShare().execute()
}

export async function addVersion(
  tx: Tx,
  {
    content,
    questions,
    ...row
  }: Omit<Version, 'slug' | 'training' | 'id' | 'hash' | 'instruction'> & {
    instructionId: number
    contentHash: string
    retake: 'at_renewal' | 'by_date' | 'now'
    retakeBy: Day | null
    publishedAt: Date
  },
): Promise<void> {
  const texts: object = { questions }
  await tx
    .insertInto('instructionVersion')
    .values({ ...row, content, questions: texts })
    .execute()
}

/** Ends attempts without a result: all of an instruction, or those that began before a time. */
export async function leaveAttempts(
  db: Database | Tx,
  { instruction, before, now }: { instruction?: number; before?: Date; now: Date },
): Promise<void> {
  await db
    .updateTable('instructionAttempt')
    .set({ state: 'left', endedAt: now })
    .where('state', '=', 'open')
    .$if(instruction !== undefined, (query) => query.where('instructionId', '=', instruction ?? 0))
    .$if(before !== undefined, (query) => query.where('startedAt', '<=', before ?? now))
    .execute()
}

/** Gives the trainings of earlier versions an earlier last day; a job tells the workshop system. */
export async function endEarlier(tx: Tx, training: number, day: Day): Promise<void> {
  await tx
    .updateTable('trainingGrant')
    .set({
      ownUntil: sql`greatest(given_on, least(own_until, ${day}::date))`,
      until: sql`greatest(given_on, least(until, ${day}::date))`,
      isTold: false,
    })
    .where('trainingId', '=', training)
    .where('source', '=', 'instruction')
    .where('state', 'in', ['asked', 'given'])
    .where('lockedAt', 'is', null)
    .where(({ or, eb }) => or([eb('until', 'is', null), eb('until', '>', day)]))
    .execute()
}

/** Adds an open attempt; null when the member has one. */
export async function addAttempt(
  tx: Tx,
  {
    drawn,
    ...row
  }: {
    instructionId: number
    versionId: number
    subject: string
    memberId: number
    holderName: string
    locale: Locale
    drawn: Drawn[]
    startedAt: Date
  },
): Promise<Attempt | null> {
  const questions: object = { questions: drawn }
  const added = await tx
    .insertInto('instructionAttempt')
    .values({ ...row, drawn: questions })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return added ? toAttempt(added) : null
}

interface OfMember {
  instruction: number
  member: number
}

export async function openAttempt(db: Database | Tx, { instruction, member }: OfMember) {
  const row = await db
    .selectFrom('instructionAttempt')
    .selectAll()
    .where('instructionId', '=', instruction)
    .where('memberId', '=', member)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return row ? toAttempt(row) : null
}

/** Returns the judged attempts of a member, the latest first. */
export async function judgedAttempts(db: Database | Tx, { instruction, member }: OfMember) {
  const rows = await db
    .selectFrom('instructionAttempt')
    .selectAll()
    .where('instructionId', '=', instruction)
    .where('memberId', '=', member)
    .where('state', 'in', ['passed', 'failed'])
    .where('lockedAt', 'is', null)
    .orderBy('endedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(10)
    .execute()
  return rows.map(toAttempt)
}

/** Returns an attempt of a member; null = it is not theirs, or there is none. */
export async function attemptOf(
  db: Database,
  { id, slug, member }: { id: number; slug: string; member: number },
): Promise<Attempt | null> {
  const row = await db
    .selectFrom('instructionAttempt as attempt')
    .innerJoin('instruction', 'instruction.id', 'attempt.instructionId')
    .selectAll('attempt')
    .where('attempt.id', '=', id)
    .where('instruction.slug', '=', slug)
    .where('attempt.memberId', '=', member)
    .where('attempt.lockedAt', 'is', null)
    .executeTakeFirst()
  return row ? toAttempt(row) : null
}

/** Stores the result of an open attempt; false when another request has ended it. */
export async function endAttempt(
  tx: Tx,
  {
    id,
    answers,
    again,
    ...row
  }: {
    id: number
    state: 'passed' | 'failed'
    answers: Answers
    percent: number
    again: string[]
    confirmed: string
    endedAt: Date
  },
): Promise<boolean> {
  const sections: object = { sections: again }
  const ended = await tx
    .updateTable('instructionAttempt')
    .set({ ...row, answers, again: sections })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Returns the end of what was given last to a member for an instruction; null = nothing. */
export async function lastGiven(
  db: Database,
  { training, member }: { training: number; member: number },
): Promise<{ until: Day | null } | null> {
  const row = await db
    .selectFrom('trainingGrant')
    .select('until')
    .where('memberId', '=', member)
    .where('trainingId', '=', training)
    .where('state', 'in', ['asked', 'given'])
    .where('lockedAt', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row ?? null
}

/** Returns every passed attempt, the latest first, also those of deleted accounts: this is what they are kept for. */
export async function evidence(db: Database) {
  return db
    .selectFrom('instructionAttempt as attempt')
    .innerJoin('instructionVersion as version', 'version.id', 'attempt.versionId')
    .innerJoin('instruction', 'instruction.id', 'attempt.instructionId')
    .select([
      'attempt.holderName as name',
      'instruction.slug',
      'version.number',
      'version.contentHash as hash',
      'attempt.locale',
      'attempt.percent',
      'attempt.endedAt',
    ])
    .where('attempt.state', '=', 'passed')
    .orderBy('attempt.endedAt', 'desc')
    .execute()
}

/** Keeps the passed attempts of a person as evidence and for nothing else, and deletes the others. */
export async function lockAttempts(tx: Tx, member: number, now: Date): Promise<void> {
  await tx
    .deleteFrom('instructionAttempt')
    .where('memberId', '=', member)
    .where('state', '<>', 'passed')
    .execute()
  await tx
    .updateTable('instructionAttempt')
    .set({ subject: null, lockedAt: now })
    .where('memberId', '=', member)
    .where('lockedAt', 'is', null)
    .execute()
}

/** Deletes attempts that did not pass, and passed ones whose training is no evidence any more, by the time they ended. */
export async function forgetAttempts(
  db: Database,
  { passedBefore, othersBefore }: { passedBefore: Date; othersBefore: Date },
): Promise<void> {
  await db
    .deleteFrom('instructionAttempt')
    .where(({ or, and, eb }) =>
      or([
        and([eb('state', 'in', ['failed', 'left']), eb('endedAt', '<', othersBefore)]),
        and([eb('state', '=', 'passed'), eb('endedAt', '<', passedBefore), hasNoGrant]),
      ]),
    )
    .execute()
}

const hasNoGrant = sql<SqlBool>`not exists (
  select from training_grant where training_grant.attempt_id = instruction_attempt.id)`

function toAttempt(row: {
  id: number
  versionId: number
  state: string
  drawn: unknown
  answers: unknown
  percent: number | null
  again: unknown
  startedAt: Date
  endedAt: Date | null
}): Attempt {
  const { id, versionId, startedAt, endedAt, percent } = row
  return {
    id,
    versionId,
    startedAt,
    endedAt,
    state: AttemptState.parse(row.state),
    drawn: DrawnQuestions.parse(row.drawn).questions,
    answers: z.record(z.string(), z.array(z.string())).nullable().parse(row.answers),
    percent: percent ?? 0,
    again: row.again === null ? [] : Sections.parse(row.again).sections,
  }
}
