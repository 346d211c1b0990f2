import type {
  AttemptAnswers,
  AttemptResult,
  InstructionAttempt,
  InstructionText,
  OwnInstruction,
} from '../../../contracts/instruction.ts'
import { confirmation } from '../../../contracts/instruction-texts.ts'
import { type FieldError, type Locale, Problem } from '../../../contracts/problem.ts'
import { type Answers, drawQuestions, judge, nextTry, openForMs } from '../../../rules/instruction.ts'
import type { Ordering } from '../orders/parts.ts'
import { draftGrant } from '../trainings/granting.ts'
import { insert } from '../trainings/trainings.store.ts'
import * as store from './instructions.store.ts'

interface Asked {
  slug: string
  member: number
  locale: Locale
}

/** Returns an instruction and how far a member is with it; null = there is none. */
export async function ownInstruction(
  { db, clock }: Pick<Ordering, 'db' | 'clock'>,
  { slug, member, locale }: Asked,
): Promise<OwnInstruction | null> {
  const version = await store.latestVersion(db, slug)
  if (!version) return null
  const now = clock()
  const own = { instruction: version.instruction, member }
  const open = await store.openAttempt(db, own)
  const isOpen = open && now.getTime() - open.startedAt.getTime() < openForMs
  const judged = await store.judgedAttempts(db, own)
  const [last] = judged
  return {
    ...textOf(version, locale),
    attempt: isOpen ? toInstructionAttempt(open, version, locale) : null,
    last: last
      ? {
          id: last.id,
          state: last.state === 'passed' ? 'passed' : 'failed',
          percent: last.percent,
          again: last.again,
        }
      : null,
    nextTry: nextTry(failedEnds(judged), now)?.toISOString() ?? null,
    given: await store.lastGiven(db, { training: version.training, member }),
  }
}

/** What an instruction says, in one language. */
export function textOf(
  { slug, training, number, passPercent, content }: store.Version,
  locale: Locale,
): InstructionText {
  return { slug, training, number, passPercent, ...content[locale] }
}

/** Without the places at which a heading may break. */
export function plain(title: string): string {
  return title.replaceAll('\u00ad', '')
}

/**
 * Returns the open attempt of a member, or draws a new one.
 * @throws Problem `quizTooSoon` after a failed one, with Retry-After; `trainingNeeded` where the instruction needs a training
 */
export async function beginAttempt(
  parts: Ordering,
  { slug, member, locale, subject }: Asked & { subject: string },
  random: () => number,
): Promise<InstructionAttempt> {
  const { db, clock } = parts
  const known = await store.latestVersion(db, slug)
  if (!known) throw new Problem('notFound')
  const { holderName } = await draft(parts, { member, training: known.training })
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const { instruction } = known
    await store.holdInstruction(tx, instruction)
    const version = (await store.latestVersion(tx, slug)) ?? known
    await store.leaveAttempts(tx, { instruction, before: new Date(now.getTime() - openForMs), now })
    const added = await store.addAttempt(tx, {
      instructionId: instruction,
      versionId: version.id,
      subject,
      memberId: member,
      holderName,
      locale,
      drawn: drawQuestions(version.questions, random),
      startedAt: now,
    })
    // Judged after the insert: an attempt that fails meanwhile lets the insert wait, and then counts.
    const next = added && nextTry(failedEnds(await store.judgedAttempts(tx, { instruction, member })), now)
    if (next) throw tooSoon(next, now)
    const open = added ?? (await store.openAttempt(tx, { instruction, member }))
    if (!open) throw new Problem('conflict')
    return toInstructionAttempt(open, version, locale)
  })
}

/** Returns the ends of the failed attempts since the last one that was passed. @param judged the latest first */
function failedEnds(judged: store.Attempt[]): Date[] {
  const passed = judged.findIndex(({ state }) => state === 'passed')
  return judged.slice(0, passed < 0 ? undefined : passed).flatMap(({ endedAt }) => endedAt ?? [])
}

function tooSoon(next: Date, now: Date): Problem {
  const seconds = Math.ceil((next.getTime() - now.getTime()) / 1000)
  return new Problem('quizTooSoon', { headers: { 'retry-after': String(seconds) } })
}

/** An attempt as its member sees it. */
function toInstructionAttempt(
  { id, drawn }: store.Attempt,
  { questions }: store.Version,
  locale: Locale,
): InstructionAttempt {
  return {
    id,
    questions: drawn.flatMap((shown) => {
      const question = questions.find((each) => each.id === shown.id)
      if (!question) return []
      return {
        id: question.id,
        text: question.text[locale],
        several: question.options.filter(({ right }) => right).length > 1,
        options: shown.options.flatMap((option) =>
          question.options
            .filter((each) => each.id === option)
            .map(({ id: name, text }) => ({ id: name, text: text[locale] })),
        ),
      }
    }),
  }
}

/**
 * Judges the answers of a member to an attempt, and gives the training of the instruction when they pass. The same answers
 * once more get the same result.
 * @throws Problem `notFound` for an attempt of somebody else, `attemptEnded`, `invalidInput` for answers to other questions
 */
export async function finishAttempt(
  parts: Ordering,
  { slug, member, locale, id, body }: Asked & { id: number; body: AttemptAnswers },
): Promise<AttemptResult> {
  const { db, clock } = parts
  const asked = await store.attemptOf(db, { id, slug, member })
  if (!asked) throw new Problem('notFound')
  const answers: Answers = Object.fromEntries(
    body.answers.map(({ question, options }) => [question, [...new Set(options)].toSorted()]),
  )
  expectAnswersTo(asked, body)
  if (asked.state !== 'open') return repeated(asked, answers)
  const now = clock()
  if (now.getTime() - asked.startedAt.getTime() >= openForMs) throw new Problem('attemptEnded')
  const version = await store.versionOf(db, asked)
  const judged = judge(version.questions, asked.drawn, answers, version.passPercent)
  const state = judged.passed ? 'passed' : 'failed'
  const { percent, again } = judged
  const grant = await draft(parts, { member, training: version.training })
  const isFirst = await db.transaction().execute(async (tx) => {
    const row = { id, state, answers, percent, again, confirmed: confirmation[locale], endedAt: now } as const
    if (!(await store.endAttempt(tx, row))) return false
    if (judged.passed) await insert(tx, { ...grant, source: 'instruction', placeId: null, attemptId: id })
    return true
  })
  if (isFirst) return { id, state, percent, again }
  const ended = await store.attemptOf(db, { id, slug, member })
  if (!ended) throw new Problem('notFound')
  return repeated(ended, answers)
}

/** @throws Problem `attemptEnded` unless these are the answers that were judged */
function repeated({ id, state, percent, again, answers: judged }: store.Attempt, answers: Answers) {
  const isSame =
    judged !== null &&
    Object.entries(answers).every(([question, options]) => judged[question]?.join() === options.join())
  if (!isSame || state === 'open' || state === 'left') throw new Problem('attemptEnded')
  return { id, state, percent, again }
}

/** @throws Problem `invalidInput` that names what is missing, unknown or there twice */
function expectAnswersTo({ drawn }: store.Attempt, { answers }: AttemptAnswers): void {
  const errors: FieldError[] = drawn
    .filter(({ id }) => answers.filter(({ question }) => question === id).length !== 1)
    .map(({ id }) => ({ field: id, message: 'one answer' }))
  for (const { question, options } of answers) {
    const known = drawn.find(({ id }) => id === question)
    if (!known) errors.push({ field: question, message: 'a question of this attempt' })
    else if (options.some((option) => !known.options.includes(option)))
      errors.push({ field: question, message: 'options of this question' })
  }
  if (errors.length > 0)
    throw new Problem('invalidInput', { params: { field: errors[0]?.field ?? '' }, errors })
}

/** @throws Problem `trainingNeeded` where the instruction needs a training first */
async function draft(parts: Ordering, { member, training }: { member: number; training: number }) {
  const [space] = await parts.connector.spaces()
  const by = space?.name ?? ''
  const { lacks, ...grant } = await draftGrant(parts, { member, training, by, reason: null })
  if (lacks.length > 0) throw new Problem('trainingNeeded', { params: { titles: lacks.join(', ') } })
  return grant
}
