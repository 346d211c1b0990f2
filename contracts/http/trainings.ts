import { z } from 'zod'
import { GivenAtWorkshop, MemberTraining, TrainingEnd } from '../member.ts'
import { endpoint, find } from './endpoint.ts'

const manager = ['manage'] as const
const mismatch = 'Validation failed for training data.'

/** The trainings of members at the workshop system. They are given by a grant (contracts/grant.ts), once per key. */
export const trainingApi = {
  trainings: find('GET /fabman/members/{id}/trainings', {
    summary: 'The trainings of a member, past and present.',
    callers: manager,
    answer: z.array(MemberTraining),
    mismatch,
  }),
  givenTrainings: endpoint('GET /fabman/trainings', {
    summary: 'The trainings of all members, past and present, wherever they were given.',
    callers: manager,
    answer: z.array(GivenAtWorkshop),
    problems: ['notSupported'],
    // A large account has many pages.
    timeoutMs: 25_000,
    mismatch,
  }),
  endTraining: endpoint('PATCH /fabman/members/{id}/trainings/{owned}', {
    summary:
      'Gives a training of a member another last day, which is none before its first. Answers the trainings of the member; a repeated call changes nothing.',
    callers: manager,
    body: TrainingEnd,
    answer: z.array(MemberTraining),
    problems: ['notFound', 'notSupported'],
    mismatch,
  }),
  removeTraining: endpoint('DELETE /fabman/members/{id}/trainings/{owned}', {
    summary:
      'Takes a training away from a member, who has the others still; a repeated call changes nothing.',
    callers: manager,
    answer: z.array(MemberTraining),
    problems: ['notFound', 'notSupported'],
    mismatch,
  }),
}
