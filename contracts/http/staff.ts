import { z } from 'zod'
import { Id } from '../booking.ts'
import { GivenTraining, TrainingDecision } from '../staff.ts'
import { endpoint } from './endpoint.ts'

const person = ['person'] as const

/** What staff call of the product backend. An account that is none of the staff is `forbidden`; see decision 052. */
export const staffApi = {
  givenTrainings: endpoint('GET /staff/trainings/get', {
    summary: 'The trainings that were given to a member here, newest first. For managers.',
    callers: person,
    query: z.object({ memberId: Id }),
    answer: z.array(GivenTraining),
    problems: ['forbidden'],
  }),
  giveTraining: endpoint('POST /staff/trainings/give', {
    summary:
      'Gives a member a training from today; a repeated call on the same day gives nothing more. For managers.',
    callers: person,
    body: TrainingDecision,
    answer: GivenTraining,
    problems: ['forbidden', 'notFound', 'trainingNeeded'],
  }),
  revokeTraining: endpoint('POST /staff/trainings/revoke', {
    summary:
      'Takes a training away from a member today, also one that was given at the workshop system. Answers what was given. For managers.',
    callers: person,
    body: TrainingDecision,
    answer: z.array(GivenTraining),
    problems: ['forbidden', 'notFound'],
  }),
}
