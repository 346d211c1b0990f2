import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

interface Member {
  id: number
  subject: string
  name: string
}

/** An instruction for a training with one question, whose right option is `a`. @returns ids of it and of its version */
export async function addInstruction(db: Database, { training, now }: { training: number; now: Date }) {
  const text = { de: 'Text', en: 'Text' }
  const language = {
    title: 'Sicherheit',
    summary: '',
    sections: [{ name: 'fire', title: 'Feuer', text: { type: 'doc', content: [] } }],
  }
  const options = ['a', 'b'].map((id) => ({ id, text, right: id === 'a' }))
  const content: object = { de: language, en: language }
  const questions: object = { questions: [{ id: 'q', section: 'fire', must: true, text, options }] }
  const { id: instructionId } = await db
    .insertInto('instruction')
    .values({ slug: 'werkstatt', trainingId: training, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: versionId } = await db
    .insertInto('instructionVersion')
    .values({
      instructionId,
      number: 1,
      content,
      questions,
      contentHash: 'a'.repeat(64),
      passPercent: 80,
      retake: 'at_renewal',
      publishedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { instructionId, versionId }
}

/** An attempt that a member has passed or failed, and one that is open. @param first id of the judged one */
export async function addAttempts(
  db: Database,
  at: { instructionId: number; versionId: number },
  { member, passed, now, first }: { member: Member; passed: boolean; now: Date; first?: number },
): Promise<void> {
  if (first !== undefined)
    await sql`alter table instruction_attempt alter column id restart with ${sql.lit(first)}`.execute(db)
  const drawn: object = { questions: [{ id: 'q', options: ['a', 'b'] }] }
  const own = {
    ...at,
    subject: member.subject,
    memberId: member.id,
    holderName: member.name,
    locale: 'de',
    drawn,
  }
  const answers: object = { q: [passed ? 'a' : 'b'] }
  const again: object = { sections: passed ? [] : ['fire'] }
  const result = { answers, again, percent: passed ? 100 : 0, confirmed: 'Gelesen', endedAt: now }
  await db
    .insertInto('instructionAttempt')
    .values({ ...own, ...result, state: passed ? 'passed' : 'failed', startedAt: now })
    .execute()
  await db
    .insertInto('instructionAttempt')
    .values({ ...own, startedAt: now })
    .execute()
}
