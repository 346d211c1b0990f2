import { z } from 'zod'
import {
  AttemptAnswers,
  AttemptResult,
  InstructionAttempt,
  InstructionSlug,
  OwnInstruction,
} from '../instruction.ts'
import { endpoint } from './endpoint.ts'

const person = ['person'] as const
const params = { slug: InstructionSlug }

/** Calls of browsers to the product backend about safety instructions. Only the screen of an instruction loads it. */
export const instructionApi = {
  instruction: endpoint('GET /instruction/{slug}', {
    summary: 'An instruction in the language of the caller, and how far they are with it.',
    callers: person,
    params,
    answer: OwnInstruction,
    problems: ['notFound', 'noMember'],
  }),
  beginAttempt: endpoint('POST /instruction/{slug}/attempts', {
    summary:
      'Draws questions for the caller. A repeated call gets the same ones until they are answered, for 24 hours.',
    callers: person,
    params,
    body: z.object({}),
    answer: InstructionAttempt,
    problems: ['notFound', 'noMember', 'quizTooSoon', 'trainingNeeded', 'conflict'],
  }),
  finishAttempt: endpoint('POST /instruction/{slug}/attempts/{id}', {
    summary:
      'Judges the answers of the caller; passing gives the training of the instruction. The same answers once more get the same result.',
    callers: person,
    params,
    body: AttemptAnswers,
    answer: AttemptResult,
    problems: ['notFound', 'noMember', 'attemptEnded', 'trainingNeeded'],
  }),
}
