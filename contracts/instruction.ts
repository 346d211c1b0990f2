import { z } from 'zod'
import { RichText } from './richtext.ts'

const id = z.int().positive().max(2_147_483_647)

/** The last part of the address of an instruction, the same in both languages. */
export const InstructionSlug = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'small letters, digits and dashes')

/** Name of a section, a question or an option. */
export const InstructionName = z.string().regex(/^[a-z0-9-]{1,60}$/, 'small letters, digits and dashes')

const Texts = z.object({ de: z.string(), en: z.string() })

/** An instruction that members can answer; `training` is what passing gives, as in contracts/training.ts. */
export const InstructionEntry = z.object({ slug: z.string(), training: id, title: Texts })
export type InstructionEntry = z.infer<typeof InstructionEntry>

/** The latest version of an instruction in one language. */
export const InstructionText = z.object({
  slug: z.string(),
  training: id,
  /** Of the version, from 1. */
  number: z.int(),
  title: z.string(),
  summary: z.string(),
  passPercent: z.int(),
  sections: z.array(z.object({ name: z.string(), title: z.string(), text: RichText })),
})
export type InstructionText = z.infer<typeof InstructionText>

/** Questions as they were drawn, without the right answers. `several`: more than one option may be right. */
export const InstructionAttempt = z.object({
  id,
  questions: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      several: z.boolean(),
      options: z.array(z.object({ id: z.string(), text: z.string() })),
    }),
  ),
})
export type InstructionAttempt = z.infer<typeof InstructionAttempt>

/** A judged attempt; `again` names the sections to read again. */
export const AttemptResult = z.object({
  id,
  state: z.enum(['passed', 'failed']),
  percent: z.int(),
  again: z.array(z.string()),
})
export type AttemptResult = z.infer<typeof AttemptResult>

/** An instruction and how far the caller is with it. */
export const OwnInstruction = InstructionText.extend({
  /** The attempt that is not answered yet. */
  attempt: InstructionAttempt.nullable(),
  last: AttemptResult.nullable(),
  /** Instant before which no new attempt can begin; null = now. */
  nextTry: z.iso.datetime().nullable(),
  /** The last training given for it; `until` is the last day YYYY-MM-DD, null = without end. */
  given: z.object({ until: z.string().nullable() }).nullable(),
})
export type OwnInstruction = z.infer<typeof OwnInstruction>

/** The answers to all questions of an attempt, and that the caller confirms `confirmation`. */
export const AttemptAnswers = z.strictObject({
  answers: z
    .array(z.strictObject({ question: InstructionName, options: z.array(InstructionName).min(1).max(8) }))
    .min(1)
    .max(200),
  confirmed: z.literal(true),
})
export type AttemptAnswers = z.infer<typeof AttemptAnswers>
