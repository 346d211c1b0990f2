import type { Ordering } from '../orders/parts.ts'
import * as store from './instructions.store.ts'
import { expectQuestionsFor, type InstructionStories, readContent } from './publishing.ts'
import type { InstructionContent, QuestionFile } from './questions.ts'

/** What a new version would add, change and remove: names of sections and questions. */
export interface Difference {
  added: string[]
  changed: string[]
  removed: string[]
}

/**
 * Compares what would be published with the latest version, and publishes nothing.
 * @throws Error that says what does not fit
 */
export async function compareInstruction(
  { db, stories }: Pick<Ordering, 'db'> & { stories: InstructionStories },
  { slug, file }: { slug: string; file: QuestionFile },
): Promise<Difference> {
  const content = await readContent(stories, file.story)
  expectQuestionsFor(content, file)
  const last = await store.latestVersion(db, slug)
  return difference(last ? partsOf(last) : new Map(), partsOf({ ...file, content }))
}

/** Every part of a version by its name, as text that is the same for the same content. */
function partsOf({
  content: { de, en },
  questions,
  passPercent,
}: Pick<QuestionFile, 'questions' | 'passPercent'> & { content: InstructionContent }): Map<string, string> {
  const text = (value: unknown) => JSON.stringify(value)
  return new Map<string, string>([
    ['title and summary', text([de, en].map(({ title, summary }) => [title, summary]))],
    ['pass percent', text(passPercent)],
    ['order of the sections', text(de.sections.map(({ name }) => name))],
    ...de.sections.map(
      (section, index) => [`section ${section.name}`, text([section, en.sections[index]])] as const,
    ),
    ...questions.map((question) => [`question ${question.id}`, text(question)] as const),
  ])
}

function difference(before: Map<string, string>, after: Map<string, string>): Difference {
  return {
    added: [...after.keys()].filter((name) => !before.has(name)),
    changed: [...after].flatMap(([name, text]) =>
      before.has(name) && before.get(name) !== text ? [name] : [],
    ),
    removed: [...before.keys()].filter((name) => !after.has(name)),
  }
}
