import { Problem } from '../../../../contracts/problem.ts'
import type { Space } from '../../../../contracts/space.ts'
import { holdsTime, refusals } from '../../../../rules/booking/booking.ts'
import type { WantedTime } from '../../workshop-system.ts'
import type { Learn } from './attempt-lock.ts'
import type { createCaseReader, Moving } from './case.ts'

interface JudgeOptions {
  readCase: ReturnType<typeof createCaseReader>
  now: () => number
}

/**
 * Judges by our own rules before Fabman is asked: the key belongs to an administrator, for whom Fabman does not apply
 * the limits of members, and its refusals name neither every reason nor the next possible time.
 */
export function createJudge({ readCase, now }: JudgeOptions) {
  /**
   * @param learn gets the taken times of the equipment
   * @returns the space
   * @throws Problem `refused` or `notFound`
   */
  return async (asked: WantedTime, learn: Learn, changed?: Moving): Promise<Space> => {
    const since = now()
    const decided = await readCase(asked, changed)
    const times = decided.existing.filter((one) => one.equipment === asked.equipment && holdsTime(one.state))
    learn({ times, since })
    const found = refusals(decided)
    if (found.length > 0) throw new Problem('refused', { refusals: found })
    return decided.space
  }
}
export type Judge = ReturnType<typeof createJudge>
