import type { Ordering } from '../orders/parts.ts'
import { forgetEvidence, remindOfTrainings } from './reminding.ts'
import { compareEnds } from './tending.ts'

/**
 * Pause between two looks for what is not given yet. With the workshop system looked for each second, whatever waited is given within
 * 10 s after it is back.
 */
export const givingEveryMs = 3000

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
