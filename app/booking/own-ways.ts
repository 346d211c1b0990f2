import type { TrainingWays } from '../../contracts/live.ts'
import type { Access } from './use-access.ts'

/**
 * Returns the ways to the trainings as they are for this member: who has the trainings that are needed before goes straight to it.
 * @param access null for visitors and until it is known
 */
export function ownWays(training: TrainingWays | null, access: Access | null): TrainingWays | null {
  const ready = training?.ready
  const lacks = (id: number) => access?.({ id, requiresTraining: true }).includes('noPermission')
  return ready && access && !ready.unlocked.some(lacks) ? { steps: [ready] } : training
}
