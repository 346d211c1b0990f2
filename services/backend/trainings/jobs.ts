import type { Ordering } from '../orders/parts.ts'
import { forgetEvidence, remindOfTrainings } from './reminding.ts'
import { compareEnds } from './tending.ts'

/** The jobs of trainings by name, beside `tendTrainings`. Each may run in several processes at the same time. */
export function trainingJobs(parts: Ordering) {
  return {
    'compare and remind of trainings': async () => {
      await compareEnds(parts)
      await remindOfTrainings(parts)
      await forgetEvidence(parts)
    },
  }
}
