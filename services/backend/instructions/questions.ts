import { z } from 'zod'
import { InstructionName } from '../../../contracts/instruction.ts'
import { RichText } from '../../../contracts/richtext.ts'

const Text = z.string().trim().min(1).max(500)
const Texts = z.strictObject({ de: Text, en: Text })

const Option = z.strictObject({ id: InstructionName, text: Texts, right: z.boolean().default(false) })

const QuestionText = z.strictObject({
  id: InstructionName,
  section: InstructionName,
  must: z.boolean().default(false),
  text: Texts,
  options: z
    .array(Option)
    .min(2)
    .max(8)
    .refine(areDistinct, 'options with different ids')
    .refine((options) => options.some(({ right }) => right), 'an option that is right')
    .refine((options) => options.some(({ right }) => !right), 'an option that is wrong'),
})
export type QuestionText = z.infer<typeof QuestionText>

/** Questions of a version, as it keeps them. */
export const StoredQuestions = z.object({ questions: z.array(QuestionText) })

/** The file that an operator gives to publish a version. Right answers are here only: content can be read by everybody. */
export const QuestionFile = z.strictObject({
  /** German path of the story with the text. */
  story: z.string().min(1).max(200),
  /** Id of the training that passing gives. */
  training: z.int().positive().max(2_147_483_647),
  passPercent: z.int().min(1).max(100).default(80),
  questions: z.array(QuestionText).min(1).max(200).refine(areDistinct, 'questions with different ids'),
})
export type QuestionFile = z.infer<typeof QuestionFile>

const LanguageContent = z.object({
  title: z.string(),
  summary: z.string(),
  sections: z.array(z.object({ name: z.string(), title: z.string(), text: RichText })),
})
export type LanguageContent = z.infer<typeof LanguageContent>

/** The text of a version in both languages, as it keeps it. */
export const InstructionContent = z.object({ de: LanguageContent, en: LanguageContent })
export type InstructionContent = z.infer<typeof InstructionContent>

function areDistinct(list: { id: string }[]): boolean {
  return new Set(list.map(({ id }) => id)).size === list.length
}
