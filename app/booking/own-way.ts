import type { TrainingWay } from '../../contracts/live.ts'
import type { Access } from './use-access.ts'

/**
 * Returns the way to a training as it is for this member: who has the trainings that are needed before goes straight to it.
 * @param access null for visitors and until it is known
 */
export function ownWay(training: TrainingWay | null, access: Access | null): TrainingWay | null {
  const ready = training?.ready
  if (!ready || !access) return training
  const lacks = (id: number) => access({ id, requiresTraining: true }).includes('noPermission')
  return ready.unlocked.some(lacks) ? training : ready
}
