import { createHash } from 'node:crypto'
import type { BlockTypes } from '../../../contracts/blocks.ts'
import type { Locale } from '../../../contracts/problem.ts'
import type { Story } from '../../../contracts/story.ts'
import { InstructionName } from '../../../contracts/instruction.ts'
import { dayOf, type Day, toLocal } from '../../../rules/time.ts'
import type { Ordering } from '../orders/parts.ts'
import * as store from './instructions.store.ts'
import type { InstructionContent, LanguageContent, QuestionFile } from './questions.ts'

/** When members who passed an older version answer again: at its end, or on a day at the latest. */
export type Retake = 'at_renewal' | 'now' | { by: Day }

/** The stories of the content service, by path in each language. */
export interface InstructionStories {
  story(path: string, locale: Locale): Promise<Story | null>
}

type Parts = Pick<Ordering, 'db' | 'connector' | 'clock'>

/**
 * Publishes the text of a story as it is now with questions as the next version of an instruction. Nothing happens when the
 * latest version says the same. Attempts that are open end, because their questions may be gone.
 * @returns the number of the version
 * @throws Error that says what does not fit
 */
export async function publishInstruction(
  { db, connector, clock, stories }: Parts & { stories: InstructionStories },
  { slug, file, retake }: { slug: string; file: QuestionFile; retake: Retake },
): Promise<{ number: number; isNew: boolean }> {
  const { training, passPercent, questions } = file
  const content = await readContent(stories, file.story)
  expectQuestionsFor(content, file)
  if (!(await connector.trainingCourses()).some(({ id }) => id === training))
    throw new Error(`There is no training ${training}.`)
  const contentHash = createHash('sha256')
    .update(JSON.stringify({ content, questions, passPercent }))
    .digest('hex')
  const [space] = await connector.spaces()
  const now = clock()
  const today = dayOf(toLocal(now, space?.timezone ?? 'UTC'))
  return db.transaction().execute(async (tx) => {
    const instruction = await store.lockInstruction(tx, { slug, trainingId: training, createdAt: now })
    if (instruction.trainingId !== training)
      throw new Error(`${slug} gives training ${instruction.trainingId}, not ${training}.`)
    const last = await store.latestVersion(tx, slug)
    if (last?.hash === contentHash) return { number: last.number, isNew: false }
    const number = (last?.number ?? 0) + 1
    const retakeBy = typeof retake === 'object' ? retake.by : retake === 'now' ? today : null
    await store.addVersion(tx, {
      instructionId: instruction.id,
      number,
      content,
      questions,
      contentHash,
      passPercent,
      retake: typeof retake === 'object' ? 'by_date' : retake,
      retakeBy,
      publishedAt: now,
    })
    await store.leaveAttempts(tx, { instruction: instruction.id, now })
    if (retakeBy !== null) await store.endEarlier(tx, training, retakeBy)
    return { number, isNew: true }
  })
}

/** Returns the text of a story in both languages. @throws Error that says what does not fit */
export async function readContent(stories: InstructionStories, path: string): Promise<InstructionContent> {
  const de = await stories.story(path, 'de')
  if (!de) throw new Error(`There is no story ${path}.`)
  const en = await stories.story(de.addresses.en.replace(/^\/en\//, ''), 'en')
  if (!en) throw new Error(`The story ${path} has no English address.`)
  const content = { de: languageOf(de), en: languageOf(en) }
  const names = content.de.sections.map(({ name }) => name)
  if (names.join() !== content.en.sections.map(({ name }) => name).join())
    throw new Error('The sections of both languages differ.')
  if (new Set(names).size < names.length) throw new Error('Two sections have the same name.')
  return content
}

type Section = BlockTypes['instruction-section']

function languageOf({ content }: Story): LanguageContent {
  if (content.component !== 'instruction' || !('summary' in content))
    throw new Error('The story is no safety instruction.')
  const sections = content.body
    .filter((block): block is Section => block.component === 'instruction-section' && 'text' in block)
    .map(({ name, title, text }) => ({ name, title, text }))
  for (const { name, title, text } of sections)
    if (!InstructionName.safeParse(name).success || !title || text.content.length === 0)
      throw new Error(`The section “${title || name}” needs a name, a title and a text.`)
  return { title: content.title, summary: content.summary, sections }
}

/** @throws Error unless each section has a question, and each question a section */
export function expectQuestionsFor({ de }: InstructionContent, { questions }: QuestionFile): void {
  const names = new Set(de.sections.map(({ name }) => name))
  const asked = new Set(questions.map(({ section }) => section))
  const unknown = [...asked].filter((name) => !names.has(name))
  if (unknown.length > 0) throw new Error(`There is no section ${unknown.join(', ')}.`)
  const silent = [...names].filter((name) => !asked.has(name))
  if (silent.length > 0) throw new Error(`There is no question about ${silent.join(', ')}.`)
}
